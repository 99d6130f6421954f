import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import { compose, exp, identity, invert, logSo3 } from '../../src-core/math/se3.ts';
import { NEVER_CANCELLED } from '../../src-core/model/context.ts';
import { CancelledError } from '../../src-core/model/errors.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import type { MotionPrior } from '../../src-core/odometry/match/motion-prior.ts';
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

  function expectAt(found: Rigid, truth: Rigid, millimetres: number, degrees: number): void {
    const error = compose(invert(truth), found);
    expect(1000 * Math.hypot(...error.t)).toBeLessThan(millimetres);
    expect(Math.hypot(...logSo3(error.R)) / DEGREE).toBeLessThan(degrees);
  }

  /** To what noise leaves: least about the drive's own axis, which its nearly round crown holds worst. */
  function expectFound(found: Rigid, truth: Rigid): void {
    expect(1000 * Math.hypot(...compose(invert(truth), found).t)).toBeLessThan(5);
    const [roll, pitch, yaw] = logSo3(compose(found, invert(truth)).R).map((v) => Math.abs(v) / DEGREE);
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
      const found = match(frame, startOff(truth, metres, degrees * DEGREE));
      expect(found.converged).toBe(true);
      expectFound(found.T_map_sensor, truth);
      expect(found.system.inliers).toBeGreaterThan(0.8 * POINTS);
      expect(Math.sqrt(found.system.squared / found.system.inliers)).toBeLessThan(1.2 * NOISE);
    }
  });

  it('finds it without the normals of the points', () => {
    const truth = somewhere();
    const frame = seenFrom(baulRoom, POINTS, truth, NOISE, random);
    const found = match({ ...frame, normal: new Float32Array(3 * POINTS) }, startOff(truth, 0.3, 3 * DEGREE));
    expectFound(found.T_map_sensor, truth);
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
      const found = match(frame, startOff(truth, 0.2, 2 * DEGREE));
      expectFound(found.T_map_sensor, truth);
      expect(found.system.inliers).toBeLessThan(0.85 * POINTS);
    }
  });

  it('keeps to the prior where there is nothing to match, and says that nothing was matched', () => {
    const start = somewhere();
    const predicted = compose(start, exp([0, 0, 0.02, 0.05, 0, 0]));
    const none = { count: 0, xyz: new Float32Array(0), normal: new Float32Array(0) };
    const found = match(none, start, { T_map_sensor: predicted, rotationSigma: 0.01, translationSigma: 0.1 });
    expectAt(found.T_map_sensor, predicted, 1e-3, 1e-4);
    expect(found.system.matched).toBe(0);
    const outside = seenFrom(baulRoom, POINTS, somewhere(), 0, random);
    const far = compose(exp([0, 0, 0, 500, 0, 0]), start);
    expect(match(outside, far).system.matched).toBe(0);
    expectAt(match(outside, far).T_map_sensor, far, 1e-3, 1e-4);
  });

  it.each([1, 2, 3, 5])('%d points pull no farther than the prior lets them', (count) => {
    const truth = somewhere();
    const start = startOff(truth, 0.05, 0.5 * DEGREE);
    const prior = { rotationSigma: 0.005, translationSigma: 0.02 };
    const found = match(seenFrom(baulRoom, count, truth, NOISE, random), start, prior);
    expect([...found.T_map_sensor.R, ...found.T_map_sensor.t].every(Number.isFinite)).toBe(true);
    expectAt(found.T_map_sensor, start, 120, 1.5);
    expect(found.system.matched).toBeLessThanOrEqual(count);
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
    const found = matcher.match(() => frame, farMap, start, prior, 1, NEVER_CANCELLED);
    expectFound(compose(invert(T_far_map), found.T_map_sensor), truth);
  });

  it('asks for the points before each step, with the pose as it stands', () => {
    const truth = somewhere();
    const start = startOff(truth, 0.1, DEGREE);
    const frame = seenFrom(baulRoom, POINTS, truth, NOISE, random);
    const asked: { iteration: number; pose: Rigid }[] = [];
    const found = new ScanMatcher(SCAN_MATCHER_DEFAULTS).match(
      (iteration, pose) => {
        asked.push({ iteration, pose });
        return frame;
      },
      submap,
      start,
      { T_map_sensor: start, ...FREE },
      1,
      NEVER_CANCELLED,
    );
    expect(asked.map(({ iteration }) => iteration)).toEqual([...Array(found.iterations).keys()]);
    expect(asked[0].pose).toBe(start);
    expect(found.iterations).toBeLessThan(SCAN_MATCHER_DEFAULTS.maxIterations);
  });

  it('is cancelled before the next iteration', () => {
    const truth = somewhere();
    const frame = seenFrom(baulRoom, POINTS, truth, NOISE, random);
    const start = startOff(truth, 0.1, DEGREE);
    for (const at of [0, 2]) {
      const cancel = { cancelled: false };
      let asked = 0;
      const points = (iteration: number) => {
        asked++;
        if (iteration === at) cancel.cancelled = true;
        return frame;
      };
      const matcher = new ScanMatcher(SCAN_MATCHER_DEFAULTS);
      const prior = { T_map_sensor: start, ...FREE };
      expect(() => matcher.match(points, submap, start, prior, 1, cancel)).toThrow(CancelledError);
      expect(asked).toBe(at + 1);
    }
  });

  it('a room longer than the bins is not taken for another: ends hold the length', () => {
    const truth = compose(exp([0, 0, 0, BAUL.length / 2 - 2, 0, 1.7]), exp([0, 0, 1, 0, 0, 0]));
    const frame = seenFrom(baulRoom, POINTS, truth, NOISE, random);
    const found = match(frame, compose(exp([0, 0, 0, 0.25, 0, 0]), truth));
    expect(Math.abs(found.T_map_sensor.t[0] - truth.t[0])).toBeLessThan(0.004);
  });
});
