import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { checkChain } from '../../../src-main/project/audit-chain.ts';
import { Project } from '../../../src-main/project/project.ts';
import { type SurveyedDrive, surveyedDrive } from '../../fixtures/surveyed-drive.ts';
import { temporaryFolder } from '../../project/fixtures.ts';
import { engineThread } from '../engine-thread.ts';

describe('what a person leaves at the map', () => {
  let done: SurveyedDrive;
  beforeAll(async () => {
    done = await surveyedDrive();
  });

  async function opened(path = join(temporaryFolder(), 'drive.socavon')) {
    const engine = engineThread();
    onTestFinished(() => engine.kill());
    if (!existsSync(path)) copyFileSync(done.project, path);
    engine.tell({ kind: 'grant', path, scope: 'file', write: true });
    const { sessions } = await engine.client.call('project.open', { path });
    return { engine, call: engine.client.call, path, sessionId: sessions[0].id };
  }

  it('is there again when the project is opened again', async () => {
    const { call, path, sessionId } = await opened();
    expect(await call('map.notes', { sessionId })).toEqual([]);
    const notes = [
      { id: 'a', point: [1.25, -2.5, 9_001_447.125] as [number, number, number], text: 'Cuña suelta' },
    ];
    await call('map.setNotes', { sessionId, notes });
    await call('project.close', {});
    const again = await opened(path);
    expect(await again.call('map.notes', { sessionId })).toEqual(notes);
    await again.call('map.setNotes', { sessionId, notes: [] });
    expect(await again.call('map.notes', { sessionId })).toEqual([]);
  });

  it('refuses notes of another session, and notes that are none', async () => {
    const { call, sessionId } = await opened();
    await expect(call('map.notes', { sessionId: 99 })).rejects.toMatchObject({ code: 'usage' });
    const notes = [{ id: 'a', point: [1, 2] as never, text: '' }];
    await expect(call('map.setNotes', { sessionId, notes })).rejects.toMatchObject({ code: 'usage' });
  });

  it('writes pictures where the person chose, and nowhere else, and nothing that is no picture', async () => {
    const { engine, call } = await opened();
    const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3);
    const path = join(temporaryFolder(), 'vista.png');
    await expect(call('picture.write', { path, png })).rejects.toMatchObject({ code: 'path-refused' });
    engine.tell({ kind: 'grant', path, scope: 'file', write: true });
    await expect(call('picture.write', { path, png: Uint8Array.of(1, 2) })).rejects.toMatchObject({
      code: 'usage',
    });
    expect(existsSync(path)).toBe(false);
    await call('picture.write', { path, png });
    expect(Uint8Array.from(readFileSync(path))).toEqual(png);
  });

  it('enters pictures, designs and texts that it wrote into the audit trail, with their digests', async () => {
    const { engine, call, path: file } = await opened();
    const folder = temporaryFolder();
    engine.tell({ kind: 'grant', path: folder, scope: 'folder', write: true });
    const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 7);
    const section = { shape: 'baul', width: 4.5, height: 4.2, wallHeight: 2.5 } as const;
    await call('picture.write', { path: join(folder, 'vista.png'), png });
    await call('design.write', { path: join(folder, 'baul.json'), section });
    await call('text.write', { path: join(folder, 'T.csv'), text: '1 0 0 0' });
    await call('project.close', {});

    const project = Project.open(file, { readonly: true });
    const { entries, broken } = checkChain(project.audit.rows(), project.identity.uuid);
    project.close();
    expect(broken).toBeNull();
    const written = entries
      .slice(-3)
      .map(({ action, session, subject: { files } }) => ({ action, session, files }));
    expect(written).toEqual(
      ['vista.png', 'baul.json', 'T.csv'].map((name) => {
        const bytes = readFileSync(join(folder, name));
        const sha256 = createHash('sha256').update(bytes).digest('hex');
        return { action: 'export', session: null, files: [{ name, bytes: bytes.length, sha256 }] };
      }),
    );
  });
});
