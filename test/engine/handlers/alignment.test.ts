import Database from 'better-sqlite3';
import { beforeAll, expect } from 'vitest';
import type { AlignmentEdit, AlignmentState } from '../../../src-core/contract/alignment-requests.ts';
import { seededRandom } from '../../../src-core/math/random.ts';
import { compose, exp } from '../../../src-core/math/se3.ts';
import type { ScanPose } from '../../../src-core/model/pose.ts';
import { Project } from '../../../src-main/project/project.ts';
import { changeStored } from '../../fixtures/change-stored.ts';
import { surveyedDrive } from '../../fixtures/surveyed-drive.ts';
import { describe, IS_LONG, it, tiered } from '../../support/tier.ts';
import { driveCopy, engineOn, keptPoses, reportOf } from './aligning.ts';

const SEED = 31;

function nudge(scan: number, twist: readonly number[]): AlignmentEdit {
  const { R, t } = exp(twist);
  return { kind: 'nudge', scan, T_new_found: { R: [...R], t: [...t] } };
}

/** Scans of a drive that is aligned from its start: past its still start, and enough to go back and forth in. */
const SHORT = 50;

/**
 * The first scans of the drive, not aligned, and the poses that the command line found of them. They are too few for a
 * sound calibration, which does not move a pose.
 */
async function shortCopy(): ReturnType<typeof driveCopy> {
  const { path, byCommandLine } = await driveCopy(false);
  changeStored(path, `DELETE FROM scans WHERE scan_index >= ${SHORT}`);
  return { path, byCommandLine: byCommandLine.slice(0, SHORT) };
}

describe('an alignment that a window drives', () => {
  beforeAll(async () => {
    await surveyedDrive();
  });

  it('gives the poses of the command line, step by step, and says when it is done', async () => {
    const { path, byCommandLine } = await driveCopy(false);
    const { call, sessionId, total } = await engineOn(path);
    const opened = await call('alignment.open', { sessionId });
    expect(opened.state).toMatchObject({ next: 0, total, done: false, edits: [], canUndo: false });
    expect(opened.poses.scanIndex).toHaveLength(0);

    const first = await call('alignment.advance', { scans: 1, thinning: 4 });
    expect(first.state.next).toBe(2);
    expect(first.clouds).toHaveLength(2);
    const whole = await call('alignment.advance', { scans: 9, thinning: 0 });
    expect(whole.state.next).toBe(11);
    expect(whole.clouds).toEqual([]);
    expect(whole.seconds).toBeGreaterThan(0);
    const rest = await call('alignment.advance', { scans: 1000, thinning: 0 });
    expect(rest.state).toMatchObject({ next: total, done: true });
    expect((await call('alignment.advance', { scans: 5 })).poses.scanIndex).toHaveLength(0);

    expect(rest.poses).toMatchObject(reportOf(byCommandLine.slice(11)));
    const { poses } = await call('alignment.open', { sessionId });
    expect(poses).toMatchObject(reportOf(byCommandLine));
    expect(poses.seconds[0]).toBe(0);
    expect(poses.seconds[10]).toBeCloseTo(1, 2);
    expect(keptPoses(path)).toEqual(byCommandLine);
    expect((await call('project.info', {}))?.sessions[0].runs).toMatchObject([
      { state: 'done', placed: total },
    ]);

    // A thinned scan is every so-manieth point of the whole one.
    const { xyz } = await call('map.scan', { sessionId, scan: 1 });
    expect([...first.clouds[1].xyz.subarray(3, 6)]).toEqual([...xyz.subarray(12, 15)]);
  });

  it.runIf(IS_LONG)('is taken up where it stood after the engine died, also within a batch', async () => {
    const { path, byCommandLine } = await shortCopy();
    for (const scans of [3, 8, 1000]) {
      const { engine, call, sessionId } = await engineOn(path);
      await call('alignment.open', { sessionId });
      const advancing = call('alignment.advance', { scans, thinning: 0 }).catch(() => null);
      if (scans === 1000) await placed(call, sessionId, 20);
      else await advancing;
      await engine.kill();
      await advancing;
    }
    const { call, sessionId, total } = await engineOn(path);
    const { state } = await call('alignment.open', { sessionId });
    expect(state.next).toBeGreaterThanOrEqual(20);
    expect(state.next).toBeLessThan(total);
    await call('alignment.advance', { scans: 1000, thinning: 0 });
    expect(keptPoses(path)).toEqual(byCommandLine);
  });

  it('steps back and on again to the same poses', async () => {
    const { path, byCommandLine } = await shortCopy();
    const { call, sessionId } = await engineOn(path);
    await call('alignment.open', { sessionId });
    await call('alignment.advance', { scans: 20, thinning: 0 });
    expect((await call('alignment.stepBack', { scans: 1 })).next).toBe(19);
    expect((await call('alignment.stepBack', { scans: 6 })).next).toBe(13);
    expect(keptPoses(path)).toEqual(byCommandLine.slice(0, 13));
    await call('alignment.advance', { scans: 5, thinning: 0 });
    expect(keptPoses(path)).toEqual(byCommandLine.slice(0, 18));
    // The first two are placed together.
    expect((await call('alignment.stepBack', { scans: 17 })).next).toBe(0);
    expect((await call('alignment.advance', { scans: 6, thinning: 0 })).state.next).toBe(6);
    expect((await call('alignment.stepBack', { scans: 99 })).next).toBe(0);
    await call('alignment.advance', { scans: 3, thinning: 0 });
    expect(keptPoses(path)).toEqual(byCommandLine.slice(0, 3));
  });

  it('leaves a rejected scan out, moves a nudged one, changes options from a scan on', async () => {
    const { path, byCommandLine } = await driveCopy(true);
    const { call, sessionId, total } = await engineOn(path);
    expect((await call('alignment.open', { sessionId })).state.done).toBe(true);

    const rejected = await call('alignment.edit', { edit: { kind: 'reject', scan: 20 } });
    expect(rejected).toMatchObject({ next: 21, done: false, canUndo: true, canRedo: false });
    expect((await call('alignment.advance', { scans: 3, thinning: 2 })).clouds[0].scanIndex![0]).toBe(21);
    const without = keptPoses(path);
    expect(without.map(({ scanIndex }) => scanIndex)).toEqual([...Array(20).keys(), 21, 22, 23]);
    expect(without.slice(0, 20)).toEqual(byCommandLine.slice(0, 20));

    const twist = [0, 0, 0.01, 0.05, 0, 0.02];
    expect((await call('alignment.edit', { edit: nudge(22, twist) })).next).toBe(22);
    await call('alignment.advance', { scans: 1, thinning: 0 });
    const moved = keptPoses(path).at(-1)!;
    const pose = without.find(({ scanIndex }) => scanIndex === 22)!;
    const expected = compose(exp(twist), pose.T_map_sensor);
    expect([...moved.T_map_sensor.t]).toEqual([...expected.t].map((t) => expect.closeTo(t, 9)));
    expect([...moved.T_map_sensor.R]).toEqual([...expected.R].map((r) => expect.closeTo(r, 9)));
    expect(moved.T_first_last).toEqual(pose.T_first_last);

    const options = { kind: 'options', scan: 24, options: { thinning: 8, 'submap.binSize': 0.5 } } as const;
    await call('alignment.edit', { edit: options });
    const done = await call('alignment.advance', { scans: 1000, thinning: 0 });
    expect(done.state).toMatchObject({ next: total, done: true });
    const all = keptPoses(path);
    expect(all).toHaveLength(total - 1);
    const { matched } = all.find(({ scanIndex }) => scanIndex === 30)!.quality;
    expect(matched).toBeLessThan(0.5 * byCommandLine[30].quality.matched);
    expect(done.state.edits).toMatchObject([{ kind: 'reject' }, { kind: 'nudge' }, options]);
  });

  it.runIf(IS_LONG)(
    `any changes and any way of stepping give the poses of one go; undone, those without (seed ${SEED})`,
    async () => {
      const { path, byCommandLine } = await driveCopy(true);
      const { call, sessionId, total } = await engineOn(path);
      await call('alignment.open', { sessionId });
      const random = seededRandom(SEED);
      const upTo = (count: number): number => Math.floor(count * random.uniform());
      const finish = async (): Promise<ScanPose[]> => {
        while (!(await call('alignment.advance', { scans: 1 + upTo(30), thinning: 0 })).state.done);
        return keptPoses(path);
      };
      const created: AlignmentEdit[] = [];
      const free = [...Array(total).keys()].slice(2);
      for (let i = 0; i < 6; i++) {
        const [scan] = free.splice(upTo(free.length), 1);
        const edit = [
          { kind: 'reject', scan } as const,
          nudge(
            scan,
            Array.from({ length: 6 }, () => 0.01 * random.normal()),
          ),
          { kind: 'options', scan, options: { keyframeDistance: 0.1 + random.uniform() } } as const,
        ][i % 3];
        created.push(edit);
        await call('alignment.edit', { edit });
        // Now and then on for a while, or back, or undone and made again.
        if (random.uniform() < 0.5) await call('alignment.advance', { scans: 1 + upTo(20), thinning: 0 });
        if (random.uniform() < 0.3) await call('alignment.stepBack', { scans: 1 + upTo(10) });
        if (random.uniform() < 0.3) {
          await call('alignment.undo', {});
          await call('alignment.advance', { scans: 1 + upTo(20), thinning: 0 });
          await call('alignment.redo', {});
        }
      }
      const changed = await finish();

      const other = await driveCopy(false);
      const again = await engineOn(other.path);
      await again.call('alignment.open', { sessionId: again.sessionId });
      for (const edit of created) await again.call('alignment.edit', { edit });
      await again.call('alignment.advance', { scans: 1000, thinning: 0 });
      expect(keptPoses(other.path)).toEqual(changed);
      expect(changed).not.toEqual(byCommandLine);

      let state: AlignmentState | null = null;
      for (const _ of created) state = await call('alignment.undo', {});
      expect(state).toMatchObject({ edits: [], canUndo: false, canRedo: true });
      expect(await finish()).toEqual(byCommandLine);
      for (const _ of created) state = await call('alignment.redo', {});
      expect(state).toMatchObject({ edits: created, canUndo: true, canRedo: false });
      expect(await finish()).toEqual(changed);
    },
  );

  it.runIf(IS_LONG)('a new change takes away what could be made again', async () => {
    const { path } = await driveCopy(true);
    const { call, sessionId, total } = await engineOn(path);
    await call('alignment.open', { sessionId });
    await call('alignment.edit', { edit: { kind: 'reject', scan: 40 } });
    await call('alignment.advance', { scans: 3, thinning: 0 });
    await call('alignment.undo', {});
    expect(discarded(path)).toEqual([{ edits: 1, after: 39, poses: 3, states: 3 }]);
    const state = await call('alignment.edit', { edit: { kind: 'reject', scan: 41 } });
    expect(state).toMatchObject({ canRedo: false, edits: [{ kind: 'reject', scan: 41 }] });
    await expect(call('alignment.redo', {})).rejects.toMatchObject({ code: 'usage' });
    // Only the poses without the new change are kept.
    expect(discarded(path)).toEqual([{ edits: 0, after: 40, poses: total - 41, states: total - 41 }]);
  });

  it('undone gives back the poses that the change discarded, redone those that it brought', async () => {
    const { path, byCommandLine } = await driveCopy(true);
    const { call, sessionId, total } = await engineOn(path);
    await call('alignment.open', { sessionId });
    const half = Math.floor(total / 2);
    const calibrated = calibration(path);
    expect(calibrated).not.toBeUndefined();
    const edit = nudge(half, [0, 0, 0.01, 0.05, 0, 0.02]);
    expect(await call('alignment.edit', { edit })).toMatchObject({ next: half, done: false });
    expect(await call('alignment.undo', {})).toMatchObject({ next: total, done: true, canRedo: true });
    expect(keptPoses(path)).toEqual(byCommandLine);
    expect((await call('project.info', {}))?.sessions[0].runs.at(-1)).toMatchObject({ state: 'done' });

    expect(await call('alignment.redo', {})).toMatchObject({ next: half, done: false });
    await call('alignment.advance', { scans: 1000, thinning: 0 });
    const moved = keptPoses(path);
    expect(moved).not.toEqual(byCommandLine);
    const calibratedByMoved = calibration(path);
    expect(calibratedByMoved).not.toEqual(calibrated);
    await call('alignment.undo', {});
    expect(keptPoses(path)).toEqual(byCommandLine);
    expect(calibration(path)).toEqual(calibrated);

    // Also after the window and the program were closed.
    const again = await engineOn(path);
    await again.call('alignment.open', { sessionId });
    expect(await again.call('alignment.redo', {})).toMatchObject({ next: total, done: true });
    expect(keptPoses(path)).toEqual(moved);
    expect(calibration(path)).toEqual(calibratedByMoved);
    await again.call('alignment.undo', {});
    expect(keptPoses(path)).toEqual(byCommandLine);
  });

  it.runIf(IS_LONG)('given back goes on as if there had been no change', async () => {
    const { path, byCommandLine } = await shortCopy();
    const { call, sessionId, total } = await engineOn(path);
    await call('alignment.open', { sessionId });
    await call('alignment.advance', { scans: 30, thinning: 0 });
    await call('alignment.edit', { edit: { kind: 'reject', scan: 12 } });
    await call('alignment.advance', { scans: 9, thinning: 0 });
    const { next } = await call('alignment.undo', {});
    expect(keptPoses(path)).toEqual(byCommandLine.slice(0, next));
    expect(next).toBeGreaterThanOrEqual(30);
    await call('alignment.advance', { scans: 1000, thinning: 0 });
    expect(keptPoses(path)).toEqual(byCommandLine);
    // Redone, the scans after the change that were aligned by then are there.
    expect((await call('alignment.redo', {})).next).toBe(22);
    // What the run lost below the discarded scans is aligned again, never joined to others.
    await call('alignment.stepBack', { scans: 15 });
    expect((await call('alignment.undo', {})).next).toBeLessThan(12);
    expect((await call('alignment.advance', { scans: 1000, thinning: 0 })).state.next).toBe(total);
    expect(keptPoses(path)).toEqual(byCommandLine);
  });

  it('cancelled gives what was placed by then', async () => {
    const { path, byCommandLine } = await shortCopy();
    const { call, sessionId, total } = await engineOn(path);
    await call('alignment.open', { sessionId });
    const stop = new AbortController();
    const { state, poses } = await call(
      'alignment.advance',
      { scans: 1000, thinning: 0 },
      { signal: stop.signal, onProgress: ({ done }) => done === 12 && stop.abort() },
    );
    expect(state.next).toBeGreaterThanOrEqual(12);
    expect(state.next).toBeLessThan(total);
    expect(poses).toMatchObject(reportOf(byCommandLine.slice(0, state.next)));
    expect(keptPoses(path)).toEqual(byCommandLine.slice(0, state.next));
  });

  /** Until so many scans have their pose, however long that takes. */
  async function placed(
    call: Awaited<ReturnType<typeof engineOn>>['call'],
    sessionId: number,
    scans: number,
  ): Promise<void> {
    while ((await call('alignment.open', { sessionId })).state.next < scans);
  }
});

/** The calibration of the first session of a project file, as it is stored. */
function calibration(path: string): unknown {
  const project = Project.open(path, { readonly: true });
  const stored = project.settings.get(`calibration.${project.sessions.all()[0].id}`);
  project.close();
  return stored;
}

/** The discarded ends of alignments that a project file keeps. */
function discarded(path: string): object[] {
  const file = new Database(path, { readonly: true });
  const count = (table: string): string =>
    `(SELECT count(*) FROM ${table} d WHERE d.run_id = a.run_id AND d.edit_count = a.edit_count) AS ${table}`;
  const rows = file
    .prepare<
      [],
      { edit_count: number; after_scan: number; discarded_poses: number; discarded_states: number }
    >(`SELECT *, ${count('discarded_poses')}, ${count('discarded_states')} FROM discarded_alignments a`)
    .all();
  file.close();
  return rows.map((row) => ({
    edits: row.edit_count,
    after: row.after_scan,
    poses: row.discarded_poses,
    states: row.discarded_states,
  }));
}

describe('what an alignment refuses', () => {
  const edits: [string, AlignmentEdit][] = [
    ['a scan that is not there', { kind: 'reject', scan: 100_000 }],
    ['the origin of the map moved', nudge(0, [0, 0, 0, 1, 0, 0])],
    [
      'a movement that is none',
      { kind: 'nudge', scan: 5, T_new_found: { R: Array(9).fill(1), t: [0, 0, 0] } },
    ],
    ['a setting that is not there', { kind: 'options', scan: 5, options: { 'matcher.colour': 1 } }],
    ['a setting out of its range', { kind: 'options', scan: 5, options: { thinning: 0 } }],
  ];
  it.each(tiered(edits, [edits[0], edits[4]]))('%s', async (_, edit) => {
    const { path } = await driveCopy(true);
    const { call, sessionId } = await engineOn(path);
    await call('alignment.open', { sessionId });
    await expect(call('alignment.edit', { edit })).rejects.toMatchObject({ code: 'usage' });
    expect((await call('alignment.open', { sessionId })).state).toMatchObject({ edits: [], done: true });
  });

  it('work on one that is not open, of a session that is not there, and two at a time', async () => {
    const { path } = await shortCopy();
    const { call, sessionId } = await engineOn(path);
    await expect(call('alignment.advance', { scans: 1 })).rejects.toMatchObject({ code: 'usage' });
    await expect(call('alignment.undo', {})).rejects.toMatchObject({ code: 'usage' });
    await expect(call('alignment.open', { sessionId: 99 })).rejects.toMatchObject({ code: 'usage' });
    await call('alignment.open', { sessionId });
    await expect(call('alignment.undo', {})).rejects.toMatchObject({ code: 'usage' });
    const advancing = call('alignment.advance', { scans: 30, thinning: 0 });
    for (const refused of [
      call('alignment.advance', { scans: 1 }),
      call('alignment.edit', { edit: { kind: 'reject', scan: 1 } }),
      call('project.close', {}),
    ])
      await expect(refused).rejects.toMatchObject({ code: 'project-busy' });
    expect((await advancing).state.next).toBe(30);
    await call('alignment.close', {});
    await expect(call('alignment.advance', { scans: 1 })).rejects.toMatchObject({ code: 'usage' });
  });

  it.runIf(IS_LONG)(
    'to go on where another program went on meanwhile, until it is opened again',
    async () => {
      const { path, byCommandLine } = await shortCopy();
      const [one, other] = [await engineOn(path), await engineOn(path)];
      const { sessionId } = one;
      for (const { call } of [one, other]) {
        await call('alignment.open', { sessionId });
        if (call === one.call) await call('alignment.advance', { scans: 4, thinning: 0 });
        else await call('alignment.advance', { scans: 5, thinning: 0 });
      }
      const busy = one.call('alignment.advance', { scans: 3, thinning: 0 });
      await expect(busy).rejects.toMatchObject({ code: 'project-busy' });
      expect((await one.call('alignment.open', { sessionId })).state.next).toBe(9);
      await one.call('alignment.advance', { scans: 3, thinning: 0 });
      expect(keptPoses(path)).toEqual(byCommandLine.slice(0, 12));
    },
  );

  it.runIf(IS_LONG)('a scan rejected twice, and every scan rejected', async () => {
    const { path } = await shortCopy();
    const { call, sessionId, total } = await engineOn(path);
    await call('alignment.open', { sessionId });
    const reject = (scan: number) => call('alignment.edit', { edit: { kind: 'reject', scan } });
    await reject(3);
    await expect(reject(3)).rejects.toMatchObject({ code: 'usage' });
    for (let scan = 0; scan < total - 1; scan++) if (scan !== 3) await reject(scan);
    await expect(reject(total - 1)).rejects.toMatchObject({ code: 'usage' });
    const { state, poses } = await call('alignment.advance', { scans: 5, thinning: 0 });
    expect(state).toMatchObject({ next: total, done: true });
    expect([...poses.scanIndex]).toEqual([total - 1]);
  });
});
