import { copyFileSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { surveyedDrive } from '../fixtures/surveyed-drive.ts';
import { temporaryFolder } from '../project/fixtures.ts';
import { engineThread } from './engine-thread.ts';

describe('what is prepared while nobody waits', () => {
  it('is the wall and the map of an alignment that has become complete, so that opening either computes nothing', async () => {
    const cache = temporaryFolder();
    process.env.SOCAVON_CACHE = cache;
    const engine = engineThread();
    delete process.env.SOCAVON_CACHE;
    onTestFinished(() => engine.kill());
    const folder = temporaryFolder();
    engine.tell({ kind: 'grant', path: folder, scope: 'folder', write: true });
    const path = join(folder, 'drive.socavon');
    copyFileSync((await surveyedDrive()).project, path);
    const { call } = engine.client;
    const { sessions } = await call('project.open', { path });
    const sessionId = sessions[0].id;

    // The last scan is taken back and aligned again.
    await call('alignment.open', { sessionId, engine: 'cpu' });
    await call('alignment.stepBack', { scans: 1 });
    expect(existsSync(join(cache, 'map-levels'))).toBe(false);
    const { state } = await call('alignment.advance', { scans: 1, thinning: 0 });
    expect(state.done).toBe(true);
    const built = (name: string): string[] =>
      existsSync(join(cache, name))
        ? readdirSync(join(cache, name)).filter((one) => !one.startsWith('.'))
        : [];
    await expect.poll(() => built('map-levels').length, { timeout: 300_000, interval: 200 }).toBe(1);

    const heard: string[] = [];
    const onProgress = ({ stage }: { stage: string }): void => void heard.push(stage);
    const { points } = await call('map.build', { sessionId }, { onProgress });
    const { wall } = await call('survey.wall', { sessionId }, { onProgress });
    expect(points).toBeGreaterThan(10_000);
    expect(wall).toMatchObject({ points: expect.any(Number) });
    expect(heard).toEqual([]);
    expect(built('map-levels')).toHaveLength(1);
    expect(built('products')).toHaveLength(2);
    await call('project.close', {});
  });
});
