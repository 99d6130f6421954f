import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { surveyedDrive } from '../../fixtures/surveyed-drive.ts';
import { temporaryFolder } from '../../project/fixtures.ts';
import { engineThread } from '../engine-thread.ts';

function opened() {
  const engine = engineThread();
  onTestFinished(() => engine.kill());
  const path = join(temporaryFolder(), 'recorrido.webm');
  return { engine, call: engine.client.call, path };
}

describe('a video that a window writes', () => {
  it('is there when it is finished, and not before, with the header that came last', async () => {
    const { engine, call, path } = opened();
    await expect(call('video.begin', { path })).rejects.toMatchObject({ code: 'path-refused' });
    engine.tell({ kind: 'grant', path, scope: 'file', write: true });
    writeFileSync(path, 'the one before');
    const { video } = await call('video.begin', { path });
    await call('video.write', { video, position: 0, bytes: Uint8Array.of(0, 0, 0, 0, 5, 6) });
    await call('video.write', { video, position: 6, bytes: Uint8Array.of(7, 8) });
    await call('video.write', { video, position: 0, bytes: Uint8Array.of(1, 2, 3, 4) });
    expect(readFileSync(path, 'utf8')).toBe('the one before');
    await call('video.end', { video, keep: true });
    expect([...readFileSync(path)]).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(readdirSync(dirname(path))).toEqual(['recorrido.webm']);
    await expect(call('video.end', { video, keep: true })).rejects.toMatchObject({ code: 'usage' });
  });

  it('leaves nothing when it is cancelled, or when its project is closed', async () => {
    const { engine, call, path } = opened();
    engine.tell({ kind: 'grant', path: dirname(path), scope: 'folder', write: true });
    const { video } = await call('video.begin', { path });
    await call('video.write', { video, position: 0, bytes: new Uint8Array(1000) });
    await call('video.end', { video, keep: false });
    expect(readdirSync(dirname(path))).toEqual([]);

    const project = join(dirname(path), 'drive.socavon');
    copyFileSync((await surveyedDrive()).project, project);
    await call('project.open', { path: project });
    const { video: second } = await call('video.begin', { path });
    await call('video.write', { video: second, position: 0, bytes: new Uint8Array(1000) });
    await call('project.close', {});
    expect(readdirSync(dirname(path)).filter((name) => !name.startsWith('drive.socavon'))).toEqual([]);
    expect(existsSync(path)).toBe(false);
  });
});

describe('uncertainty of figures of a map', () => {
  it('is told of scans with a pose, relative to the first scan or to a pose that was typed', async () => {
    const { engine, call, path } = opened();
    const project = join(dirname(path), 'drive.socavon');
    copyFileSync((await surveyedDrive()).project, project);
    engine.tell({ kind: 'grant', path: project, scope: 'file', write: true });
    const { sessions } = await call('project.open', { path: project });
    const sessionId = sessions[0].id;
    const across = (scan: number, far: number) => ({
      points: [
        { point: [0, 2, 0] as [number, number, number], scan },
        { point: [far, -2, 0] as [number, number, number], scan: far === 0 ? scan : scan + 60 },
      ],
      gradient: [0, 1, 0, 0, -1, 0],
      isAbsolute: false,
    });
    const ask = (rangeBias: number | null) =>
      call('map.uncertainty', {
        sessionId,
        rangeBias,
        figures: [across(0, 0), across(0, 12), across(100_000, 0)],
      });
    const { reference, figures } = await ask(null);
    expect(reference).toBe('first-scan');
    const [near, far, none] = figures;
    expect(none).toBeNull();
    expect(near!.noise).toBeGreaterThan(0.01);
    expect(far!.registration).toBeGreaterThan(near!.registration);
    expect((await ask(0.1)).figures[0]!.bias).toBeCloseTo(0.2, 2);
    const T_grid_first = { R: [1, 0, 0, 0, 1, 0, 0, 0, 1], t: [350_000, 9_000_000, 4200] };
    const typed = await call('map.uncertainty', { sessionId, T_grid_first, figures: [across(0, 0)] });
    expect(typed.reference).toBe('typed-pose');
  });

  it('refuses figures without three derivatives a point', async () => {
    const { engine, call, path } = opened();
    const project = join(dirname(path), 'drive.socavon');
    copyFileSync((await surveyedDrive()).project, project);
    engine.tell({ kind: 'grant', path: project, scope: 'file', write: true });
    const { sessions } = await call('project.open', { path: project });
    const figures = [{ points: [{ point: [0, 2, 0] as never, scan: 0 }], gradient: [1], isAbsolute: true }];
    await expect(call('map.uncertainty', { sessionId: sessions[0].id, figures })).rejects.toMatchObject({
      code: 'usage',
    });
  });
});
