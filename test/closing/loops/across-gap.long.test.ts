import { beforeAll, describe, expect, it } from 'vitest';
import { applyToPoint, compose, exp, invert } from '../../../src-core/math/se3.ts';
import { SILENT_CONTEXT } from '../../../src-core/model/context.ts';
import { type Control, type ControlObservation, NO_CONTROL } from '../../../src-core/model/control.ts';
import type { ScanPose } from '../../../src-core/model/pose.ts';
import type { Rigid } from '../../../src-core/model/rigid.ts';
import { Odometry } from '../../../src-core/odometry/odometry.ts';
import { lostCovariance } from '../../../src-core/odometry/recording-gap.ts';
import { REFINE_DEFAULTS, refineTrajectory } from '../../../src-core/survey/refine-trajectory.ts';
import { presetOptions } from '../../../src-simulate/presets.ts';
import { type SimulatedScans, simulateScans } from '../../../src-simulate/simulate-scans.ts';

const SEED = 2;
/** Scans before the gap, and the first after it: 2.2 m are driven meanwhile. */
const LAST = 38;
const FIRST = 50;
/** Where the second part is assumed to begin, off from where it does: 1.1 m along the drive and 1.5 degrees. */
const OFF = exp([0, 0, 0.026, 1.1, 0.15, 0]);
const ALONG_SIGMA = 0.7;

describe(`a drive in two parts, in and out again, with a gap on the way in (seed ${SEED})`, () => {
  let scans: SimulatedScans;
  let poses: ScanPose[];
  const truth = (scan: number): Rigid => scans.drive.trajectory.poseAt(scan / 10);

  beforeAll(async () => {
    scans = simulateScans(
      { ...presetOptions('loop', 24), speed: 2, stillStart: 1, stillEnd: 0.3, seed: SEED },
      SILENT_CONTEXT,
    );
    const partOf = async (from: number, to: number): Promise<ScanPose[]> => {
      const odometry = new Odometry(scans.sensor);
      const poses: ScanPose[] = [];
      for (let i = from; i < to; i++) poses.push(...(await odometry.next(await scans.read(i))));
      return [...poses, ...odometry.finish()];
    };
    const [before, after] = [await partOf(0, LAST + 1), await partOf(FIRST, scans.count)];
    const step = compose(compose(invert(truth(LAST)), truth(FIRST)), OFF);
    const start = compose(before.at(-1)!.T_map_sensor, step);
    const T_new_old = compose(start, invert(after[0].T_map_sensor));
    poses = [
      ...before,
      ...after.map((pose, i) => ({
        ...pose,
        T_map_sensor: compose(T_new_old, pose.T_map_sensor),
        ...(i === 0 && { quality: lostQuality(pose) }),
      })),
    ];
  }, 240_000);

  /** What the odometry says of the first scan after a gap where it finds no place. */
  function lostQuality({ quality, T_map_sensor }: ScanPose): ScanPose['quality'] {
    const along = compose(T_map_sensor, exp([0, 0, 0, 1, 0, 0])).t.map((x, i) => x - T_map_sensor.t[i]);
    return {
      ...quality,
      heldBy: 'assumed',
      alongSigma: ALONG_SIGMA,
      weakDirection: [along[0], along[1], along[2]],
      gapSeconds: 1.2,
      covariance: lostCovariance([1, 0, 0], 3, ALONG_SIGMA, null),
    };
  }

  const errorOf = (poses: readonly ScanPose[], scan: number): number => {
    const pose = poses.find(({ scanIndex }) => scanIndex === scan)!;
    const T_first_truth = compose(invert(truth(0)), truth(scan));
    const T_first_found = compose(invert(poses[0].T_map_sensor), pose.T_map_sensor);
    return Math.hypot(...compose(invert(T_first_truth), T_first_found).t);
  };
  const withoutLoops = { ...REFINE_DEFAULTS, loops: null };
  const refine = (control: Control, options = REFINE_DEFAULTS) =>
    refineTrajectory({ poses }, scans, control, [], options, SILENT_CONTEXT);

  it('is joined by the loops of the way back, and only at the gap', async () => {
    expect(errorOf(poses, FIRST)).toBeGreaterThan(1);
    const { value, diagnostics } = await refine(NO_CONTROL);
    expect(diagnostics.loopsClosed).toBeGreaterThan(0);
    const { trajectory, graph } = value;
    for (const scan of [10, LAST - 4, LAST, FIRST, FIRST + 4, scans.count - 1])
      expect(errorOf(trajectory.poses, scan)).toBeLessThan(0.025);
    const anchors = graph.anchors.map(({ scanIndex }) => scanIndex);
    expect(anchors).toContain(LAST);
    expect(anchors).toContain(FIRST);
    // The ± after the gap is that of the loops, not of what was assumed.
    const after = graph.anchors.find(({ scanIndex }) => scanIndex === FIRST)!;
    expect(Math.sqrt(after.covariance[21])).toBeLessThan(0.05);
  });

  it('is joined by a distance that is known across the gap', async () => {
    let length = 0;
    for (let i = 20; i < 70; i++) {
      const [a, b] = [truth(i).t, truth(i + 1).t];
      length += Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
    }
    const known = { fromScan: 20, toScan: 70, length, sigma: 0.01 };
    const { value } = await refine({ ...NO_CONTROL, knownLengths: [known] }, withoutLoops);
    const moved = value.trajectory.poses;
    const at = (scan: number) => moved.find(({ scanIndex }) => scanIndex === scan)!.T_map_sensor;
    const across = Math.hypot(...compose(invert(at(LAST)), at(FIRST)).t);
    expect(Math.abs(across - Math.hypot(...compose(invert(truth(LAST)), truth(FIRST)).t))).toBeLessThan(0.06);
    // All of it is made up in the gap: the parts themselves keep their length.
    for (const [from, to] of [
      [20, LAST],
      [FIRST, 70],
    ]) {
      const distance = Math.hypot(...compose(invert(at(from)), at(to)).t);
      expect(distance).toBeCloseTo(Math.hypot(...compose(invert(truth(from)), truth(to)).t), 1.7);
    }
  });

  it('is joined by control points on both sides of it', async () => {
    const seen = [
      [8, 4, 1.8, 0.4],
      [8, 3, -1.9, 1.2],
      [LAST - 3, -3, 2, 0.9],
      [FIRST + 5, 3, 1.9, 1],
      [FIRST + 5, 5, -2, 0.3],
      [FIRST + 15, 3, 1.8, -0.5],
    ];
    const grid = (scan: number, p: readonly number[]) => applyToPoint(truth(scan), p[0], p[1], p[2]);
    const points = seen.map(([scan, ...p], i) => {
      const [easting, northing, elevation] = grid(scan, p);
      return { name: `P${i}`, easting, northing, elevation, sigma: 0.003, role: 'control' as const };
    });
    const observations = seen.map(
      ([scanIndex, x, y, z], i): ControlObservation => ({
        scanIndex,
        name: `P${i}`,
        pSensor: [x, y, z],
        covariance: Float64Array.of(1e-5, 0, 0, 0, 1e-5, 0, 0, 0, 1e-5),
        sigma: 0.003,
        source: 'target',
        firstScan: scanIndex,
        lastScan: scanIndex,
        scans: 1,
        returns: 20,
      }),
    );
    const T_grid_map = compose(truth(0), invert(poses[0].T_map_sensor));
    const placed = poses.map((pose) => ({ ...pose, T_map_sensor: compose(T_grid_map, pose.T_map_sensor) }));
    const control = { ...NO_CONTROL, points, observations };
    const { value } = await refineTrajectory(
      { poses: placed },
      scans,
      control,
      [],
      withoutLoops,
      SILENT_CONTEXT,
    );
    expect(value.graph.leftOut).toEqual([]);
    for (const scan of [8, LAST, FIRST, FIRST + 15]) {
      const pose = value.trajectory.poses.find(({ scanIndex }) => scanIndex === scan)!;
      const off = pose.T_map_sensor.t.map((x, i) => x - truth(scan).t[i]);
      expect(Math.hypot(...off)).toBeLessThan(0.03);
    }
  });
});
