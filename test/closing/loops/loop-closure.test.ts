import { beforeAll, describe, expect, it } from 'vitest';
import { loopVerdict } from '../../../src-core/closing/loops/loop-criteria.ts';
import { LoopRegistrar } from '../../../src-core/closing/loops/loop-registration.ts';
import { LoopSubmapBuilder } from '../../../src-core/closing/loops/loop-submap.ts';
import { pathLengths } from '../../../src-core/graph/anchors.ts';
import { compose, exp, invert, log } from '../../../src-core/math/se3.ts';
import { NEVER_CANCELLED, SILENT_CONTEXT } from '../../../src-core/model/context.ts';
import { NO_CONTROL } from '../../../src-core/model/control.ts';
import type { LoopDecision } from '../../../src-core/model/loop.ts';
import type { ScanPose } from '../../../src-core/model/pose.ts';
import { Odometry } from '../../../src-core/odometry/odometry.ts';
import { REFINE_DEFAULTS, refineTrajectory } from '../../../src-core/survey/refine-trajectory.ts';
import { presetOptions } from '../../../src-simulate/presets.ts';
import { type SimulatedScans, simulateScans } from '../../../src-simulate/simulate-scans.ts';

const SEED = 1;
/** The way out is taken for so much longer than it was, m: a drive of this length is too short to drift by itself. */
const DRIFT = 0.03;

describe(`closing the loop of a drive of 24 m, in and out again (seed ${SEED})`, () => {
  let scans: SimulatedScans;
  let poses: ScanPose[];

  beforeAll(async () => {
    scans = simulateScans(
      { ...presetOptions('loop', 24), speed: 2, stillStart: 1, stillEnd: 0.5, seed: SEED },
      SILENT_CONTEXT,
    );
    const odometry = new Odometry(scans.sensor);
    const actual: ScanPose[] = [];
    for (let i = 0; i < scans.count; i++) actual.push(...(await odometry.next(await scans.read(i))));
    poses = withDrift(actual);
  });

  const errorOf = (poses: readonly ScanPose[], index: number): number => {
    const truth = (scan: number) => scans.drive.trajectory.poseAt(scan / 10);
    const T_first_truth = compose(invert(truth(0)), truth(poses[index].scanIndex));
    const T_first_found = compose(invert(poses[0].T_map_sensor), poses[index].T_map_sensor);
    return Math.hypot(...compose(invert(T_first_truth), T_first_found).t);
  };
  const refine = (decisions: readonly LoopDecision[] = []) =>
    refineTrajectory({ poses }, scans, NO_CONTROL, decisions, REFINE_DEFAULTS, SILENT_CONTEXT);

  it('brings the end back to where it was', async () => {
    const { value, diagnostics } = await refine();
    const last = poses.length - 1;
    expect(errorOf(poses, last)).toBeGreaterThan(0.02);
    expect(errorOf(value.trajectory.poses, last)).toBeLessThan(0.015);
    expect(diagnostics.loopsClosed).toBeGreaterThan(0);
    expect(value.trajectory.poses[0].T_map_sensor.t).toEqual(poses[0].T_map_sensor.t);
    for (const loop of value.graph.loops) {
      expect(loop).toMatchObject({ accepted: true, refusal: 'none', decidedBy: 'rules' });
      expect(loop.figures?.inlierShare).toBeGreaterThan(0.95);
    }
  });

  it('asks a person: a loop that is refused by hand changes nothing', async () => {
    const { value: byRules } = await refine();
    const decisions = byRules.graph.loops.map(({ fromScan, toScan }) => ({
      ...{ fromScan, toScan, verdict: 'refuse' as const, T_from_to: null },
    }));
    const { value } = await refine(decisions);
    expect(value.trajectory.poses).toBe(poses);
    for (const loop of value.graph.loops)
      expect(loop).toMatchObject({
        accepted: false,
        refusal: 'by-hand',
        decidedBy: 'person',
        byRules: 'none',
      });
  });

  it('does not bend to a false loop that a person let in', async () => {
    const clean = (await refine()).value;
    const wrong: LoopDecision = {
      fromScan: 20,
      toScan: 75,
      verdict: 'accept',
      T_from_to: exp([0, 0, 0, 0.3, 0, 0]),
    };
    const { value } = await refine([wrong]);
    const planted = value.graph.loops.find(({ fromScan }) => fromScan === 20);
    expect(planted).toMatchObject({ accepted: false, refusal: 'contradicted' });
    value.trajectory.poses.forEach(({ T_map_sensor }, i) => {
      const apart = log(compose(invert(T_map_sensor), clean.trajectory.poses[i].T_map_sensor));
      expect(Math.hypot(...apart)).toBeLessThan(1e-4);
    });
  });

  it('refuses a decision on scans without a pose, or on one twice', async () => {
    const decision = { fromScan: 20, toScan: 20, verdict: 'refuse' as const, T_from_to: null };
    await expect(refine([decision])).rejects.toThrow(/two scans that have poses/);
    await expect(refine([{ ...decision, toScan: 5000 }])).rejects.toMatchObject({ code: 'usage' });
  });

  it('tells another place of the same drive by its walls alone', async () => {
    const builder = new LoopSubmapBuilder(scans, poses, pathLengths(poses));
    const [a, b] = [await builder.around(20), await builder.around(60)];
    const registered = new LoopRegistrar().register(
      a,
      b,
      exp(new Float64Array(6)),
      0,
      [1, 0, 0],
      NEVER_CANCELLED,
    );
    expect(loopVerdict(registered, 0)).not.toBe('none');
    expect(registered.figures.inlierShare).toBeLessThan(0.8);
  });
});

/** The same poses with a scale error on the way out: about 1.5 standard deviations of what the odometry says of itself. */
function withDrift(poses: readonly ScanPose[]): ScanPose[] {
  const out: ScanPose[] = [poses[0]];
  const way = pathLengths(poses);
  for (let k = 1; k < poses.length; k++) {
    const step = compose(invert(poses[k - 1].T_map_sensor), poses[k].T_map_sensor);
    const isOut = way[k] < way[way.length - 1] / 2;
    const scale = isOut ? 1 + DRIFT / (way[way.length - 1] / 2) : 1;
    const t = step.t.map((value) => scale * value);
    out.push({ ...poses[k], T_map_sensor: compose(out[k - 1].T_map_sensor, { R: step.R, t }) });
  }
  return out;
}
