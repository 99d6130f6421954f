import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../project/fixtures.ts';
import { box, MIDDLE, pointsOf } from '../../tunnel/chambers.ts';
import { engineThread } from '../engine-thread.ts';

describe('a chamber, asked of the engine (seed 1)', () => {
  it('is measured and written into a granted folder and no other, and names a file that cannot be written', async () => {
    const engine = engineThread();
    onTestFinished(() => engine.kill());
    const folder = temporaryFolder();
    engine.tell({ kind: 'grant', path: folder, scope: 'folder', write: true });
    const { origin, xyz, count } = pointsOf(box(5, 5, 4.5), { count: 30_000, noise: 0.004 }, 1);
    const lines = Array.from({ length: count }, (_, i) =>
      [0, 1, 2].map((k) => (origin[k] + xyz[3 * i + k]).toFixed(4)).join(' '),
    );
    writeFileSync(join(folder, 'room.xyz'), `${lines.join('\n')}\n`);
    const { call } = engine.client;
    await call('project.create', { path: join(folder, 'room.socavon') });
    const { sessionId } = await call('capture.import', { paths: [join(folder, 'room.xyz')] });
    const inside = [[...MIDDLE] as [number, number, number]];
    // A folder in the place of a file.
    mkdirSync(join(folder, 'chamber.obj'));
    const { said, files, failed } = await call('survey.chamber', { sessionId, inside, folder });
    expect(said[0].message).toMatch(/^void 11\d\.\d\d ± /);
    expect(files).toEqual(['chamber-local.glb', 'chamber.json']);
    expect(failed).toMatchObject([{ output: 'chamber.obj', code: 'file-unwritable' }]);
    for (const file of files) expect(existsSync(join(folder, file))).toBe(true);
    await expect(
      call('survey.chamber', { sessionId, inside, folder: temporaryFolder() }),
    ).rejects.toMatchObject({
      code: 'path-refused',
    });
    await expect(call('survey.chamber', { sessionId, folder })).rejects.toThrow(/place inside the void/);
  });
});
