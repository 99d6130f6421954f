import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { WALKED_SEED, type WalkedDrive, walkedDrive } from '../../fixtures/walked-drive.ts';
import { runCli } from '../../hosts/cli/run-cli.ts';
import { temporaryFolder } from '../../project/fixtures.ts';
import { engineThread } from '../engine-thread.ts';

describe(`what moved, over the contract (seed ${WALKED_SEED})`, () => {
  let done: WalkedDrive;
  beforeAll(async () => {
    done = await walkedDrive();
  });

  async function opened() {
    const engine = engineThread();
    onTestFinished(() => engine.kill());
    const path = join(temporaryFolder(), 'drive.socavon');
    copyFileSync(done.project, path);
    engine.tell({ kind: 'grant', path, scope: 'file', write: true });
    const { sessions } = await engine.client.call('project.open', { path });
    const { id: sessionId, scanCount } = sessions[0];
    return { call: engine.client.call, sessionId, scanCount, path };
  }

  it('is left out of the map, brought back by hand and left out again', async () => {
    const { call, sessionId, scanCount } = await opened();
    const pointsOf = async (withoutMoved: string | null): Promise<number> => {
      let points = 0;
      for (let from = 0; from < scanCount; from += 64)
        for (const { xyz } of await call('map.scans', { sessionId, from, count: 64, withoutMoved }))
          points += xyz.length / 3;
      return points;
    };
    // The map's panel and the volume's ask at the same time, and a build may be under way: who comes second waits.
    const [moved, again] = await Promise.all([
      call('map.moved', { sessionId }),
      call('map.moved', { sessionId }),
      call('map.build', { sessionId }),
    ]);
    expect(again.key).toBe(moved.key);
    expect(moved.count).toBeGreaterThan(3000);
    expect(moved.isKept).toBe(false);
    expect(moved.points.xyz.length).toBe(3 * moved.count);
    const all = await pointsOf(null);
    expect(await pointsOf(moved.key)).toBe(all - moved.count);

    const without = await call('map.build', { sessionId });
    expect(without.points).toBe(all - moved.count);
    await call('map.keepMoved', { sessionId, keep: true });
    expect((await call('map.moved', { sessionId })).isKept).toBe(true);
    const whole = await call('map.build', { sessionId });
    expect(whole.points).toBe(all);
    expect(whole.key).not.toBe(without.key);
    await call('map.keepMoved', { sessionId, keep: false });
    expect((await call('map.build', { sessionId })).key).toBe(without.key);
  });

  it('refuses a key of nothing', async () => {
    const { call, sessionId } = await opened();
    const request = { sessionId, from: 0, count: 1, withoutMoved: '0'.repeat(32) };
    await expect(call('map.scans', request)).rejects.toMatchObject({ code: 'usage' });
  });

  it('is counted in the files of the command line, and --keep-moved has it in the volume', async () => {
    const { call, sessionId, path } = await opened();
    const { count } = await call('map.moved', { sessionId });
    const said = JSON.parse(readFileSync(done.said, 'utf8'));
    const written = JSON.parse(readFileSync(join(done.out, 'volume.json'), 'utf8'));
    expect(said.movedLeftOut).toBe(count);
    expect(written.movedLeftOut).toBe(count);
    const report = readFileSync(join(done.out, 'report.html'), 'utf8');
    expect(report).toContain('retornos dinámicos (personas');
    expect(report).toContain(`movedLeftOut = ${count}`);

    const out = temporaryFolder();
    const files = ['--project', path, '--out', out];
    const ending = await runCli('run', done.capture, ...files, '--keep-moved', '--json');
    expect(ending.status).toBe(0);
    const stored = JSON.parse(readFileSync(join(out, 'volume.json'), 'utf8'));
    expect(stored).not.toHaveProperty('movedLeftOut');
    expect(stored.volume).not.toEqual(written.volume);
    expect(readFileSync(join(out, 'report.html'), 'utf8')).not.toContain('movedLeftOut');
  });
});
