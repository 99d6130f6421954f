import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import {
  applyToPoint,
  compose,
  exp,
  invert,
  rigidFromMatrix4,
  rotationAngle,
} from '../../../src-core/math/se3.ts';
import { type ProgressEvent, SILENT_CONTEXT } from '../../../src-core/model/context.ts';
import type { EpochComparison } from '../../../src-core/model/epoch.ts';
import { storeReference } from '../../../src-main/jobs/session/reference-scan.ts';
import { questionOf } from '../../../src-main/jobs/session/refine-question.ts';
import { answersQuestion } from '../../../src-main/jobs/session/stored-refinement.ts';
import { refineSession } from '../../../src-main/jobs/survey/refine-job.ts';
import { Project } from '../../../src-main/project/project.ts';
import { poseOfMap } from '../../../src-simulate/cast-scan.ts';
import { simulateDrive } from '../../../src-simulate/drive.ts';
import { presetOptions } from '../../../src-simulate/presets.ts';
import { scannedRock, writeXyz } from '../../closing/joins/cloud-of-rock.ts';
import { engineThread } from '../../engine/engine-thread.ts';
import { EPOCHS, EPOCHS_SEED, twoEpochProject } from '../../fixtures/two-epoch-project.ts';
import { IS_LONG, it } from '../../support/tier.ts';
import { refused } from './refused.ts';
import { lastJson } from './run-cli.ts';
import { runHere } from './run-here.ts';

const SEED = EPOCHS_SEED;
/** Frame of the cloud: its own, levelled to a degree, a long way from that of the scans. */
const T_cloud_world = compose(
  { R: exp([0.012, -0.01, 0, 0, 0, 0]).R, t: Float64Array.of(812.4, -310.7, 64.2) },
  exp([0, 0, 2.4, 0, 0, 0]),
);

describe(`a survey of scans and the cloud of another scanner, of one working (seed ${SEED})`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'socavon-test-'));
  const working = { ...presetOptions('rough', EPOCHS.later), seed: SEED };
  let fixture: Awaited<ReturnType<typeof twoEpochProject>>;
  let axis: string;
  /** Pose of the later survey's first scan in the frame of the cloud. */
  let T_cloud_map: ReturnType<typeof exp>;

  beforeAll(async () => {
    fixture = await twoEpochProject(folder, SEED);
    const earlier = simulateDrive({
      ...working,
      speed: 2,
      stillStart: 0.5,
      stillEnd: 0.3,
      faceAt: EPOCHS.earlier,
      standoff: 4,
    });
    const later = simulateDrive({
      ...working,
      ...{
        speed: 2,
        stillStart: 0.5,
        stillEnd: 0.3,
        surveySeed: SEED + 1000,
        lateralOffset: -0.2,
        start: 5,
        standoff: 4,
      },
    });
    T_cloud_map = compose(T_cloud_world, poseOfMap(later));
    const cloud = scannedRock(earlier, { from: 3, to: 18, every: 5, seed: SEED }, T_cloud_world);
    writeXyz(join(folder, 'tripod.xyz'), cloud);
    axis = join(folder, 'cloud-axis.csv');
    const vertices = Array.from({ length: 2 * (EPOCHS.later + 2) + 1 }, (_, i) => {
      const [x, y, z] = later.scene.line.pointAt(i / 2, 0, 0);
      return [i / 2, ...applyToPoint(T_cloud_world, x, y, z)].join(',');
    });
    writeFileSync(axis, `chainage,x,y,z\n${vertices.join('\n')}\n`);
    const stated = ['--scanner', 'terrestrial', '--frame', 'local', '--cloud-unit', 'm'];
    const into = ['--project', fixture.path, '--out', join(folder, 'out'), '--report', 'html'];
    const ending = await runHere('run', join(folder, 'tripod.xyz'), ...into, ...stated);
    if (ending.status !== 0) throw new Error(ending.stderr);
  }, 600_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const joined = (session: number, to: number, ...more: string[]) =>
    runHere('join', fixture.path, '--session', String(session), '--to', String(to), ...more);

  /** How far a frame lies from the true one at the middle of the drive, m and rad. */
  function errorOf(transform: number[], truth: ReturnType<typeof exp>) {
    const off = compose(invert(truth), rigidFromMatrix4(transform));
    return { metres: Math.hypot(...off.t), radians: rotationAngle(off.R) };
  }

  it.runIf(IS_LONG)(
    'places the scans in the cloud, and measures the period volume between the two',
    async () => {
      const ending = await joined(2, 3, '--json');
      expect(ending).toMatchObject({ status: 0 });
      const data = lastJson(ending) as { transform: number[]; positionSigma: { most: number } };
      const { metres, radians } = errorOf(data.transform, T_cloud_map);
      expect(metres).toBeLessThan(0.02);
      expect(metres).toBeLessThan(2 * data.positionSigma.most);
      expect(radians).toBeLessThan(0.002);

      const flags = ['--from', '3', '--to', '2', '--axis', axis, '--start', String(EPOCHS.from), '--json'];
      const compared = await runHere('compare', fixture.path, ...flags);
      expect(compared).toMatchObject({ status: 0 });
      const { volume, advance, earlier, later } = lastJson(compared) as unknown as EpochComparison;
      expect([earlier.placedBy, later.placedBy]).toEqual(['local', 'join']);
      expect(Math.abs(volume.value - fixture.truth.periodVolume)).toBeLessThan(volume.plusMinus);
      expect(Math.abs(volume.value / fixture.truth.periodVolume - 1)).toBeLessThan(0.02);
      expect(Math.abs(advance!.value - fixture.truth.advance)).toBeLessThan(advance!.plusMinus);

      const out = join(folder, 'report');
      const report = [
        '--session',
        '2',
        '--earlier',
        '3',
        '--format',
        'html',
        '--language',
        'en',
        '--out',
        out,
      ];
      expect(await runHere('report', fixture.path, ...report)).toMatchObject({ status: 0 });
      expect(readFileSync(join(out, 'report.html'), 'utf8')).toContain('its join to the earlier survey');
    },
    600_000,
  );

  it('places the cloud in the scans, as one rigid body, whose points the comparison then takes there', async () => {
    const ending = await joined(3, 1);
    expect(ending).toMatchObject({ status: 0 });
    expect(ending.stdout).toMatch(/position of its points within \d+ to \d+ mm/);
    expect(ending.stdout).toMatch(/position \d+ of the one path and \d+ of the other: accepted/);
    const compared = await runHere('compare', fixture.path, '--from', '1', '--to', '3', '--json');
    expect(compared).toMatchObject({ status: 0 });
    const { overCommon, earlier, later } = lastJson(compared) as unknown as EpochComparison;
    expect([earlier.placedBy, later.placedBy]).toEqual(['local', 'join']);
    // It is the same rock: nothing was excavated.
    expect(Math.abs(overCommon.value)).toBeLessThan(overCommon.plusMinus);
  }, 600_000);

  it.runIf(IS_LONG)(
    'joins several sessions to one, which then close by the walls of each two',
    async () => {
      const ending = await runHere('join', fixture.path, '--session', '1,2', '--to', '3', '--json');
      expect(ending).toMatchObject({ status: 0 });
      const { joins, closures } = lastJson(ending) as {
        joins: { second: number; transform: number[] }[];
        closures: { first: number; second: number; metres: number; plusMinus: number }[];
      };
      expect(joins.map(({ second }) => second)).toEqual([1, 2]);
      expect(errorOf(joins[1].transform, T_cloud_map).metres).toBeLessThan(0.02);
      expect(closures.map(({ first, second }) => [first, second])).toEqual([[1, 2]]);
      expect(closures[0].metres).toBeLessThan(closures[0].plusMinus);
      expect(closures[0].plusMinus).toBeLessThan(0.1);
    },
    600_000,
  );

  it('starts from a rough pose of the first scan in the cloud', async () => {
    const { R, t } = T_cloud_map;
    const yaw = (180 / Math.PI) * Math.atan2(R[3], R[0]) + 3;
    const rough = [t[0] + 0.6, t[1] - 0.5, t[2] + 0.3, yaw].map((value) => value.toFixed(2)).join(',');
    const data = lastJson(await joined(2, 3, '--start', rough, '--json')) as { transform: number[] };
    expect(errorOf(data.transform, T_cloud_map).metres).toBeLessThan(0.02);
  }, 600_000);

  it.runIf(IS_LONG)(
    'adjusts the scans to the cloud as a fixed reference, which the project remembers',
    async () => {
      const project = Project.open(fixture.path);
      try {
        expect(() => storeReference(project, 2, 1)).toThrow(/no cloud of another program/);
        expect(() => storeReference(project, 2, 9)).toThrow(/no session 9/);
        storeReference(project, 2, 3);
      } finally {
        project.close();
      }
      const notes: string[] = [];
      const context = {
        ...SILENT_CONTEXT,
        emit: (event: ProgressEvent) => {
          if (event.kind === 'note') notes.push(event.message);
        },
      };
      const { refined } = await refineSession({ project: fixture.path, sessionId: 2 }, context);
      expect(refined).toBe(true);
      expect(notes.join()).toMatch(/\d+ of \d+ places tie the survey to the reference scan, session 3/);
      const after = Project.open(fixture.path, { readonly: true });
      try {
        const { question, frame } = after.refinements.head(after.runs.of(2).at(-1)!.id)!;
        // The cloud lies in a frame of its own: only its shape counts.
        expect([question.reference?.session, frame]).toEqual([3, 'local']);
        expect(
          answersQuestion(after.refinements.head(after.runs.of(2).at(-1)!.id)!, questionOf(after, 2)),
        ).toBe(true);
      } finally {
        after.close();
      }
      // The window sets the same reference, and its run is the same to the last digit.
      copyFileSync(fixture.path, join(folder, 'window.socavon'));
      const engine = engineThread();
      try {
        engine.tell({ kind: 'grant', path: folder, scope: 'folder', write: true });
        const { call } = engine.client;
        await call('project.open', { path: join(folder, 'window.socavon') });
        expect((await call('refine.state', { sessionId: 2 })).reference).toBe(3);
        const { refinement: byCommand } = await call('refine.get', { sessionId: 2 });
        const removed = await call('refine.setReference', { sessionId: 2, reference: null });
        expect(removed.reference).toBeNull();
        expect((await call('refine.get', { sessionId: 2 })).isCurrent).toBe(false);
        await call('history.undo', {});
        expect((await call('refine.get', { sessionId: 2 })).isCurrent).toBe(true);
        await call('refine.drop', { sessionId: 2 });
        const { createdAt: _now, ...byWindow } = await call('refine.run', { sessionId: 2 });
        const { createdAt: _then, ...before } = byCommand!;
        expect(byWindow).toEqual(before);
        const reply = call('refine.setReference', { sessionId: 2, reference: 1 });
        await expect(reply).rejects.toMatchObject({ sentence: { code: 'reference-no-cloud' } });
      } finally {
        engine.kill();
      }
    },
    600_000,
  );

  it.each<[string, string, RegExp, [number, number, ...string[]]]>([
    ['a start of several', 'usage', /of one session/, [1, 3, '--session', '1,2', '--near', '3']],
    ['moving a cloud too', 'usage', /one rigid body/, [2, 3, '--both']],
    ['a start far from it', 'not-determined', /cannot be joined/, [3, 2, '--start', '900,0,0,0']],
    ['a chainage past the end of the cloud', 'chainage-range', /from chainage 0 to/, [2, 3, '--near', '400']],
  ])('refuses %s', async (_, code, sentence, [session, to, ...more]) => {
    const arguments_ = ['join', fixture.path, '--session', String(session), '--to', String(to), ...more];
    const refusal = await refused(code === 'usage' ? 2 : 1, ...arguments_);
    expect(refusal.code).toBe(code);
    expect(refusal.message).toMatch(sentence);
  });
});
