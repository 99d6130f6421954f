import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished } from 'vitest';
import { parsePoseText } from '../../../src-core/math/pose-text.ts';
import { NO_SURVEY_HEADING } from '../../../src-core/model/survey-heading.ts';
import { axisFromTrajectory } from '../../../src-core/tunnel/axis/axis-from-trajectory.ts';
import { EPOCHS, EPOCHS_SEED, twoEpochProject } from '../../fixtures/two-epoch-project.ts';
import { lastJson, runCli } from '../../hosts/cli/run-cli.ts';
import { IS_LONG, it } from '../../support/tier.ts';
import { type EngineThread, engineThread } from '../engine-thread.ts';

const SEED = EPOCHS_SEED;

describe(`two surveys of one working, asked of the engine (seed ${SEED})`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'socavon-test-'));
  let fixture: Awaited<ReturnType<typeof twoEpochProject>>;
  beforeAll(async () => {
    fixture = await twoEpochProject(folder, SEED);
  }, 1_800_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** An engine with a copy of the project open. */
  async function opened(name: string): Promise<{ engine: EngineThread; path: string }> {
    const engine = engineThread();
    onTestFinished(() => engine.kill());
    engine.tell({ kind: 'grant', path: folder, scope: 'folder', write: true });
    const path = join(folder, `${name}.socavon`);
    copyFileSync(fixture.path, path);
    await engine.client.call('project.open', { path });
    return { engine, path };
  }
  const wire = (text: string) => {
    const { R, t } = parsePoseText(text);
    return { R: [...R], t: [...t] };
  };
  const pair = { earlierId: 1, laterId: 2 } as const;

  it('shows how either was received: as long as its scans, nothing lost', async () => {
    const { engine } = await opened('received');
    const { sessions } = await engine.client.call('project.open', { path: join(folder, 'received.socavon') });
    expect(sessions).toHaveLength(2);
    for (const { scanCount, durationSeconds, captures, health } of sessions) {
      expect(durationSeconds).toBeCloseTo(scanCount / 10, 2);
      expect(health).toMatchObject({ packets: 64 * scanCount, missingColumns: 0, warnings: [] });
      expect(health.imuPackets).toBeCloseTo(10 * scanCount, -1);
      expect(captures[0].bytes).toBe(64 * 3392 * scanCount);
    }
  });

  it('says before anything slow that two surveys have no frame in common', async () => {
    const { engine } = await opened('apart');
    const stages: string[] = [];
    const compared = engine.client.call(
      'epochs.compare',
      { ...pair, T_grid_earlier: null, T_grid_later: null },
      { onProgress: ({ stage }) => stages.push(stage) },
    );
    await expect(compared).rejects.toMatchObject({ code: 'epochs-incompatible' });
    expect(stages).toEqual([]);
  });

  it('lists the surveys of a working by their days, and keeps what is said of them', async () => {
    const { engine } = await opened('listed');
    const { call } = engine.client;
    const before = await call('epochs.list', {});
    expect(before.map(({ sessionId, name, frame }) => ({ sessionId, name, frame }))).toEqual([
      { sessionId: 1, name: 'march', frame: 'local' },
      { sessionId: 2, name: 'april', frame: 'local' },
    ]);
    for (const { placed, total } of before) expect(placed).toBe(total);

    const heading = { ...NO_SURVEY_HEADING, working: ' Rampa 1 ', surveyDate: '2026-03-02' };
    const stored = await call('epochs.describe', { sessionId: 2, heading });
    expect(stored.working).toBe('Rampa 1');
    await call('epochs.describe', { sessionId: 1, heading: { ...heading, surveyDate: '2026-04-02' } });
    const after = await call('epochs.list', { working: 'Rampa 1' });
    expect(after.map(({ name }) => name)).toEqual(['Rampa 1 2026-03-02', 'Rampa 1 2026-04-02']);
    expect(await call('epochs.list', { working: 'Rampa 2' })).toEqual([]);
    await expect(
      call('epochs.describe', { sessionId: 1, heading: { ...heading, surveyDate: 'May' } }),
    ).rejects.toMatchObject({ code: 'usage' });
  });

  it('compares them as the command line does, to the last digit', async () => {
    const { engine, path } = await opened('compared');
    const { call } = engine.client;
    const result = await call('epochs.compare', {
      ...pair,
      T_grid_earlier: wire(fixture.earlierPose),
      T_grid_later: wire(fixture.laterPose),
      axis: fixture.axis,
      from: EPOCHS.from,
    });
    const poses = ['--from-pose', fixture.earlierPose, '--to-pose', fixture.laterPose];
    const more = ['--from', '1', '--to', '2', '--axis', fixture.axis, '--start', String(EPOCHS.from)];
    const json = lastJson(await runCli('compare', path, ...more, ...poses, '--json'));
    expect(JSON.parse(JSON.stringify(result.comparison))).toEqual(
      Object.fromEntries(Object.keys(result.comparison).map((key) => [key, json[key]])),
    );
    const { rows, columns, distance } = result.convergence;
    expect(distance).toHaveLength(rows * columns);
    expect(result.middles).toHaveLength(2 * rows);
    expect(result.axis.source).toBe('given');
  }, 1_800_000);

  it('refuses two grids of their own, and a session twice', async () => {
    const { engine } = await opened('refused');
    const { call } = engine.client;
    await expect(call('epochs.compare', pair)).rejects.toMatchObject({ code: 'epochs-incompatible' });
    await expect(call('epochs.compare', { ...pair, laterId: 1 })).rejects.toMatchObject({ code: 'usage' });
    const outside = join(tmpdir(), 'not-chosen.csv');
    await expect(call('epochs.compare', { ...pair, axis: outside })).rejects.toMatchObject({
      code: 'path-refused',
    });
  }, 1_800_000);

  it.runIf(IS_LONG)(
    'gives the axis of the map where it is asked for, from the chainage that is asked for',
    async () => {
      const { engine } = await opened('axis');
      const { call } = engine.client;
      const request = { sessionId: 2, measure: { axis: { of: 'map', start: 100 } } } as const;
      const { axis, positions } = await call('survey.path', request);
      expect(axis).toMatchObject({ source: 'map', kind: 'slope' });
      const way = axisFromTrajectory(positions).value;
      const length = way.chainage[way.chainage.length - 1];
      expect(Math.abs(axis!.chainage[0] - 100)).toBeLessThan(2);
      expect(Math.abs(axis!.chainage[axis!.chainage.length - 1] - 100 - length)).toBeLessThan(2);
      const plain = await call('survey.path', { sessionId: 2 });
      expect(plain.axis).toBeNull();
      const counted = await call('survey.path', { sessionId: 2, measure: { axis: { start: 100 } } });
      expect(counted.reliability.edges[0] - plain.reliability.edges[0]).toBeCloseTo(100, 9);
    },
    1_800_000,
  );
});
