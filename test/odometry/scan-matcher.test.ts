import { describe, expect, it } from 'vitest';
import { addRow, normalSystem } from '../../src-core/math/normal-system.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import {
  applyToPoint,
  compose,
  exp,
  identity,
  invert,
  logSo3,
  rotateVector,
} from '../../src-core/math/se3.ts';
import { dot3, minus3, norm3, type Vec3 } from '../../src-core/math/vec3.ts';
import { NEVER_CANCELLED } from '../../src-core/model/context.ts';
import { CancelledError } from '../../src-core/model/errors.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import type { MotionPrior } from '../../src-core/odometry/match/motion-prior.ts';
import { pointToPlaneJacobian } from '../../src-core/odometry/match/point-to-plane.ts';
import {
  type MatchPoints,
  SCAN_MATCHER_DEFAULTS,
  ScanMatcher,
} from '../../src-core/odometry/match/scan-matcher.ts';
import { SUBMAP_DEFAULTS, Submap } from '../../src-core/odometry/match/submap.ts';
import { BAUL, baulRoom, seenFrom } from './rooms.ts';

const SEED = 71;
const NOISE = 0.02;
const POINTS = 6000;
const DEGREE = Math.PI / 180;
/** Entries of a 3x3 lower triangle: place, row, column. */
const LOWER = [
  [0, 0, 0],
  [3, 1, 0],
  [4, 1, 1],
  [6, 2, 0],
  [7, 2, 1],
  [8, 2, 2],
] as const;
/** Knows nothing: a start that is wrong must not be held by it. */
const FREE = { rotationSigma: 10, translationSigma: 100 };

describe(`scan matcher in a closed baúl drive (seed ${SEED})`, () => {
  const random = seededRandom(SEED);
  const submap = new Submap(SUBMAP_DEFAULTS);
  submap.insert(seenFrom(baulRoom, 200_000, identity(), NOISE, random).xyz, 200_000, identity());

  const somewhere = (): Rigid =>
    exp([
      0.1 * random.normal(),
      0.1 * random.normal(),
      3 * random.normal(),
      random.normal(),
      0.5 * random.normal(),
      1.7 + 0.1 * random.normal(),
    ]);

  /** A start off by exactly so much, in a random direction. */
  function startOff(truth: Rigid, metres: number, radians: number): Rigid {
    const unit = () => {
      const v = [random.normal(), random.normal(), random.normal()];
      const norm = Math.hypot(...v);
      return v.map((value) => value / norm);
    };
    const off = [...unit().map((v) => v * radians), ...unit().map((v) => v * metres)];
    return compose(truth, exp(off));
  }

  function match(points: MatchPoints, start: Rigid, prior: Partial<MotionPrior> = {}, opening = 1) {
    const matcher = new ScanMatcher(SCAN_MATCHER_DEFAULTS);
    const full = { T_map_sensor: start, ...FREE, ...prior };
    return matcher.match(() => points, submap, start, full, opening, NEVER_CANCELLED);
  }

  function expectAt(pose: Rigid, truth: Rigid, millimetres: number, degrees: number): void {
    const error = compose(invert(truth), pose);
    expect(1000 * Math.hypot(...error.t)).toBeLessThan(millimetres);
    expect(Math.hypot(...logSo3(error.R)) / DEGREE).toBeLessThan(degrees);
  }

  /** To what noise leaves: least about the drive's own axis, which its nearly round crown holds worst. */
  function expectFound(pose: Rigid, truth: Rigid): void {
    expect(1000 * Math.hypot(...compose(invert(truth), pose).t)).toBeLessThan(5);
    const [roll, pitch, yaw] = logSo3(compose(pose, invert(truth)).R).map((v) => Math.abs(v) / DEGREE);
    expect(roll).toBeLessThan(0.15);
    expect(pitch).toBeLessThan(0.04);
    expect(yaw).toBeLessThan(0.04);
  }

  it.each([
    [0, 0],
    [0.1, 1],
    [0.3, 0],
    [0, 3],
    [0.3, 3],
  ])('finds the pose from %d m and %d degrees away', (metres, degrees) => {
    for (let trial = 0; trial < 12; trial++) {
      const truth = somewhere();
      const frame = seenFrom(baulRoom, POINTS, truth, NOISE, random);
      const result = match(frame, startOff(truth, metres, degrees * DEGREE));
      expect(result.converged).toBe(true);
      expectFound(result.T_map_sensor, truth);
      expect(result.system.inliers).toBeGreaterThan(0.8 * POINTS);
      expect(Math.sqrt(result.system.squared / result.system.inliers)).toBeLessThan(1.2 * NOISE);
    }
  });

  it('finds it without the normals of the points', () => {
    const truth = somewhere();
    const frame = seenFrom(baulRoom, POINTS, truth, NOISE, random);
    const result = match(
      { ...frame, normal: new Float32Array(3 * POINTS) },
      startOff(truth, 0.3, 3 * DEGREE),
    );
    expectFound(result.T_map_sensor, truth);
  });

  it('finds it among 30 % of points that are no wall, and does not count them in', () => {
    for (let trial = 0; trial < 12; trial++) {
      const truth = somewhere();
      const frame = seenFrom(
        (from) => {
          if (from.uniform() > 0.3) return baulRoom(from);
          // Things that stand about, up to 0.6 m before the walls.
          const { p, n } = baulRoom(from);
          const before = 0.6 * from.uniform();
          return { p: [p[0] + before * n[0], p[1] + before * n[1], p[2] + before * n[2]], n };
        },
        POINTS,
        truth,
        NOISE,
        random,
      );
      const result = match(frame, startOff(truth, 0.2, 2 * DEGREE));
      expectFound(result.T_map_sensor, truth);
      expect(result.system.inliers).toBeLessThan(0.85 * POINTS);
    }
  });

  it('keeps to the prior where there is nothing to match, and says that nothing was matched', () => {
    const start = somewhere();
    const predicted = compose(start, exp([0, 0, 0.02, 0.05, 0, 0]));
    const none = { count: 0, xyz: new Float32Array(0), normal: new Float32Array(0) };
    const result = match(none, start, {
      T_map_sensor: predicted,
      rotationSigma: 0.01,
      translationSigma: 0.1,
    });
    expectAt(result.T_map_sensor, predicted, 1e-3, 1e-4);
    expect(result.system.matched).toBe(0);
    const outside = seenFrom(baulRoom, POINTS, somewhere(), 0, random);
    const far = compose(exp([0, 0, 0, 500, 0, 0]), start);
    expect(match(outside, far).system.matched).toBe(0);
    expectAt(match(outside, far).T_map_sensor, far, 1e-3, 1e-4);
  });

  it.each([1, 2, 3, 5])('%d points pull no farther than the prior lets them', (count) => {
    const truth = somewhere();
    const start = startOff(truth, 0.05, 0.5 * DEGREE);
    const prior = { rotationSigma: 0.005, translationSigma: 0.02 };
    const result = match(seenFrom(baulRoom, count, truth, NOISE, random), start, prior);
    expect([...result.T_map_sensor.R, ...result.T_map_sensor.t].every(Number.isFinite)).toBe(true);
    expectAt(result.T_map_sensor, start, 120, 1.5);
    expect(result.system.matched).toBeLessThanOrEqual(count);
  });

  it('the prior takes part like any other observation: a tight one holds, a loose one lets go', () => {
    const truth = somewhere();
    const frame = seenFrom(baulRoom, POINTS, truth, NOISE, random);
    const wrong = startOff(truth, 0.1, 0);
    const held = match(frame, wrong, { translationSigma: 1e-6, rotationSigma: 1e-6 });
    expectAt(held.T_map_sensor, wrong, 1, 0.01);
    const free = match(frame, wrong, { translationSigma: 0.1 });
    expectFound(free.T_map_sensor, truth);
  });

  it('works kilometres from the origin of the map as it does at it', () => {
    const T_far_map = exp([0, 0, 0.7, 6000, -4000, 900]);
    const farMap = new Submap(SUBMAP_DEFAULTS);
    farMap.insert(seenFrom(baulRoom, 200_000, identity(), NOISE, random).xyz, 200_000, T_far_map);
    const truth = somewhere();
    const frame = seenFrom(baulRoom, POINTS, truth, NOISE, random);
    const start = compose(T_far_map, startOff(truth, 0.2, 2 * DEGREE));
    const matcher = new ScanMatcher(SCAN_MATCHER_DEFAULTS);
    const prior = { T_map_sensor: start, ...FREE };
    const match = matcher.match(() => frame, farMap, start, prior, 1, NEVER_CANCELLED);
    expectFound(compose(invert(T_far_map), match.T_map_sensor), truth);
  });

  it('sums at a pose what the rows of the points add up to, one by one', () => {
    const truth = somewhere();
    const frame = seenFrom(baulRoom, POINTS, truth, NOISE, random);
    for (let i = 0; i < POINTS; i += 7) frame.normal.fill(0, 3 * i, 3 * i + 3);
    const pose = startOff(truth, 0.1, DEGREE);
    const kernel = 0.2;
    const { rangeSigma, inlierSigmas, maxNormalAngleDeg } = SCAN_MATCHER_DEFAULTS;
    const expected = normalSystem();
    const T_sensor_map = invert(pose);
    for (let i = 0; i < POINTS; i++) {
      const p = [...frame.xyz.subarray(3 * i, 3 * i + 3)] as Vec3;
      const own = [...frame.normal.subarray(3 * i, 3 * i + 3)] as Vec3;
      const world = applyToPoint(pose, ...p);
      const result = planeBelow(submap, world);
      if (result === null) continue;
      const l = rotateVector(T_sensor_map.R, ...result.normal);
      if (norm3(own) > 0 && Math.abs(dot3(own, l)) < Math.cos(maxNormalAngleDeg * DEGREE)) continue;
      const e = dot3(minus3(world, result.mean), result.normal);
      const variance = rangeSigma ** 2 + result.sigma ** 2;
      const scale2 = inlierSigmas ** 2 * variance;
      const width2 = Math.max(scale2, kernel ** 2);
      const weight = (width2 / (width2 + e * e)) ** 2 / variance;
      const J = new Float64Array(6);
      pointToPlaneJacobian(...p, ...l, J);
      addRow(expected, J, e, weight);
      expected.matched++;
      if (e * e < scale2) {
        expected.inliers++;
        expected.squared += e * e;
      }
      for (const [at, a, b] of LOWER)
        expected.translation[at] += weight * (l[a] * l[b] - (a === b ? result.tilt ** 2 : 0));
    }
    const system = new ScanMatcher(SCAN_MATCHER_DEFAULTS).systemAt(frame, submap, pose, kernel);
    expect(system.matched).toBe(expected.matched);
    expect(system.matched).toBeGreaterThan(0.8 * POINTS);
    expect(system.inliers).toBe(expected.inliers);
    expect(system.squared).toBeCloseTo(expected.squared, 9);
    for (const part of ['H', 'b', 'translation'] as const) {
      const largest = Math.max(...expected[part].map(Math.abs));
      system[part].forEach((value, k) => {
        expect(Math.abs(value - expected[part][k])).toBeLessThan(1e-11 * largest);
      });
    }
  });

  it('keeps planes between steps that are those of the bins the points are in by then', () => {
    const truth = somewhere();
    const start = startOff(truth, 0.3, 3 * DEGREE);
    const frame = seenFrom(baulRoom, POINTS, truth, NOISE, random);
    let last = start;
    let steps = 0;
    const { system } = new ScanMatcher(SCAN_MATCHER_DEFAULTS).match(
      (_, pose) => {
        last = pose;
        steps++;
        return frame;
      },
      submap,
      start,
      { T_map_sensor: start, ...FREE },
      1,
      NEVER_CANCELLED,
    );
    const afresh = new ScanMatcher(SCAN_MATCHER_DEFAULTS).systemAt(frame, submap, last, 2 ** (1 - steps));
    expect(steps).toBeGreaterThan(3);
    expect(system).toEqual(afresh);
  });

  it('asks for the points before each step, with the pose as it stands', () => {
    const truth = somewhere();
    const start = startOff(truth, 0.1, DEGREE);
    const frame = seenFrom(baulRoom, POINTS, truth, NOISE, random);
    const calls: { iteration: number; pose: Rigid }[] = [];
    const match = new ScanMatcher(SCAN_MATCHER_DEFAULTS).match(
      (iteration, pose) => {
        calls.push({ iteration, pose });
        return frame;
      },
      submap,
      start,
      { T_map_sensor: start, ...FREE },
      1,
      NEVER_CANCELLED,
    );
    expect(calls.map(({ iteration }) => iteration)).toEqual([...Array(match.iterations).keys()]);
    expect(calls[0].pose).toBe(start);
    expect(match.iterations).toBeLessThan(SCAN_MATCHER_DEFAULTS.maxIterations);
  });

  it('is cancelled before the next iteration', () => {
    const truth = somewhere();
    const frame = seenFrom(baulRoom, POINTS, truth, NOISE, random);
    const start = startOff(truth, 0.1, DEGREE);
    for (const at of [0, 2]) {
      const cancel = { cancelled: false };
      let calls = 0;
      const points = (iteration: number) => {
        calls++;
        if (iteration === at) cancel.cancelled = true;
        return frame;
      };
      const matcher = new ScanMatcher(SCAN_MATCHER_DEFAULTS);
      const prior = { T_map_sensor: start, ...FREE };
      expect(() => matcher.match(points, submap, start, prior, 1, cancel)).toThrow(CancelledError);
      expect(calls).toBe(at + 1);
    }
  });

  it('a room longer than the bins is not taken for another: ends hold the length', () => {
    const truth = compose(exp([0, 0, 0, BAUL.length / 2 - 2, 0, 1.7]), exp([0, 0, 1, 0, 0, 0]));
    const frame = seenFrom(baulRoom, POINTS, truth, NOISE, random);
    const result = match(frame, compose(exp([0, 0, 0, 0.25, 0, 0]), truth));
    expect(Math.abs(result.T_map_sensor.t[0] - truth.t[0])).toBeLessThan(0.004);
  });
});

/** Plane of the finest level that has one where a point is. */
function planeBelow(
  { levels }: Submap,
  at: Vec3,
): { mean: Vec3; normal: Vec3; sigma: number; tilt: number } | null {
  for (const bins of levels) {
    const bin = bins.at(...(at.map((value) => Math.floor(value / bins.size)) as [number, number, number]));
    const from = bin < 0 ? -1 : bins.planeOf(bin);
    if (from < 0) continue;
    const [mx, my, mz, nx, ny, nz, sigma, tilt] = bins.plane.subarray(from, from + 8);
    return { mean: [mx, my, mz], normal: [nx, ny, nz], sigma, tilt };
  }
  return null;
}
