import { describe, expect, it } from 'vitest';
import { type Random, seededRandom } from '../../src-core/math/random.ts';
import { compose, exp, identity, invert, log } from '../../src-core/math/se3.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { constantVelocityColumns } from '../../src-core/odometry/frame/motion.ts';
import type { ScanClock } from '../../src-core/odometry/frame/scan-clock.ts';
import { matchCourse } from '../../src-core/odometry/match/course-matcher.ts';
import {
  courseOf,
  courseTerms,
  type ScanCourse,
  type SkewedPoints,
} from '../../src-core/odometry/match/scan-course.ts';
import { SCAN_MATCHER_DEFAULTS } from '../../src-core/odometry/match/scan-matcher.ts';
import { Submap } from '../../src-core/odometry/match/submap.ts';
import { baulRoom, seenFrom } from './rooms.ts';

const COLUMNS = 256;
const BEAMS = 48;
const CLOCK: ScanClock = {
  firstNs: 0n,
  period: 0.1,
  fraction: Float64Array.from({ length: COLUMNS }, (_, c) => c / COLUMNS),
};
const SIGMAS = [
  { turn: 0.05, shift: 0.2 },
  { turn: 0.02, shift: 0.05 },
  { turn: 0.005, shift: 0.01 },
  { turn: 0.002, shift: 0.005 },
];
const AT: Rigid = { ...identity(), t: Float64Array.of(0.5, 0.2, 1.4) };

/** A way through the rotation that sways as a walking robot does, in steady motion about the middle. */
function swayingWay(random: Random): { poseAt(fraction: number): Rigid; twist: Float64Array } {
  const twist = Float64Array.of(0.004, -0.006, 0.005, 0.1, 0.01, -0.008);
  const sway = Float64Array.from({ length: 6 }, (_, i) => (i < 3 ? 0.003 : 0.004) * random.normal());
  const poseAt = (fraction: number): Rigid => {
    const [, steady, bent] = courseTerms(fraction);
    return compose(AT, exp(twist.map((value, i) => 0.5 * value * steady + sway[i] * (bent + 0.5))));
  };
  return { poseAt, twist };
}

function wallsOfRoom(random: Random): Submap {
  const submap = new Submap();
  const { xyz, count } = seenFrom(baulRoom, 150_000, identity(), 0.01, random);
  submap.insert(xyz, count, identity());
  return submap;
}

/** What a sensor on that way sees of the room, column by column. */
function scanOn(poseAt: (fraction: number) => Rigid, random: Random): SkewedPoints {
  const count = COLUMNS * BEAMS;
  const scan = { count, xyz: new Float32Array(3 * count), normal: new Float32Array(3 * count) };
  const pixel = new Uint32Array(count);
  for (let column = 0; column < COLUMNS; column++) {
    const seen = seenFrom(baulRoom, BEAMS, poseAt(CLOCK.fraction[column]), 0.01, random);
    scan.xyz.set(seen.xyz, 3 * BEAMS * column);
    scan.normal.set(seen.normal, 3 * BEAMS * column);
    for (let beam = 0; beam < BEAMS; beam++) pixel[BEAMS * column + beam] = beam * COLUMNS + column;
  }
  return { ...scan, pixel };
}

function expectAt(pose: Rigid, truth: Rigid, turn: number, shift: number): void {
  const error = log(compose(invert(truth), pose));
  expect(Math.hypot(error[0], error[1], error[2])).toBeLessThan(turn);
  expect(Math.hypot(error[3], error[4], error[5])).toBeLessThan(shift);
}

describe.each([1, 2, 3, 4])('the way of a sensor within a rotation (seed %d)', (seed) => {
  const random = seededRandom(seed);
  const { poseAt, twist } = swayingWay(random);
  const skewed = scanOn(poseAt, random);
  const off = compose(AT, exp([0.01, -0.008, 0.006, 0.05, -0.04, 0.03]));
  const assumed = (): ScanCourse =>
    courseOf(
      skewed,
      CLOCK,
      off,
      constantVelocityColumns(
        CLOCK,
        twist.map((value) => 0.7 * value),
      ),
    );

  it('is found from steady motion that is wrong, a hand off', () => {
    const course = assumed();
    const before = log(compose(invert(poseAt(0)), course.first));
    matchCourse(course, wallsOfRoom(random), SIGMAS, 0.3, SCAN_MATCHER_DEFAULTS);
    expectAt(course.first, poseAt(0), 0.0012, 0.004);
    expectAt(course.middle, poseAt(0.5), 0.0006, 0.003);
    expectAt(course.parts[24].T_map_sensor, poseAt(course.parts[24].fraction), 0.0008, 0.003);
    expect(Math.hypot(before[0], before[1], before[2])).toBeGreaterThan(0.008);
  });

  it('stays as it was assumed where there is nothing to be matched to', () => {
    const course = assumed();
    matchCourse(course, new Submap(), SIGMAS, 0.3, SCAN_MATCHER_DEFAULTS);
    expect(course).toEqual(assumed());
  });

  it('holds every point at its place, however it is cut into parts', () => {
    const steady = constantVelocityColumns(CLOCK, twist);
    const { parts } = courseOf(skewed, CLOCK, AT, steady);
    expect(parts.reduce((sum, { points }) => sum + points.count, 0)).toBe(skewed.count);
    for (const { T_map_sensor, points, fraction } of parts) {
      expectAt(T_map_sensor, compose(AT, exp(twist.map((value) => (fraction - 0.5) * value))), 1e-9, 1e-9);
      expect(points.count).toBe((COLUMNS / parts.length) * BEAMS);
    }
  });
});
