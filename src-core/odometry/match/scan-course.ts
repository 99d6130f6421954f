import { compose, exp, invert } from '../../math/se3.ts';
import type { Rigid } from '../../model/rigid.ts';
import { deskew } from '../frame/deskew.ts';
import { type ColumnPoses, REFERENCE_FRACTION } from '../frame/motion.ts';
import type { ScanClock } from '../frame/scan-clock.ts';
import type { MatchPoints } from './scan-matcher.ts';

/** Segment of a rotation: neighbouring columns, so few that the sensor motion counts as constant over them. */
interface CoursePart {
  /** Fraction of the rotation at the middle of the segment, 0..1. */
  readonly fraction: number;
  /** Pose at the middle of the segment. */
  T_map_sensor: Rigid;
  /** Points in the sensor frame of that instant. */
  readonly points: MatchPoints;
}

/** Intra-scan trajectory of the sensor through one rotation. */
export interface ScanCourse {
  readonly parts: readonly CoursePart[];
  /** Pose at the first column, map frame. */
  first: Rigid;
  /** Pose at the middle of the rotation, map frame. */
  middle: Rigid;
}

/** Points of a scan as captured, each in the sensor frame of its own column. */
export interface SkewedPoints extends MatchPoints {
  /** `beam * columns + column` of each point. */
  readonly pixel: Uint32Array;
}

/** Segments of a rotation: the fastest sway of a robot turns by some hundredths of a degree over one. */
const PARTS = 32;

/**
 * Splits a scan into segments along an assumed trajectory.
 *
 * @param T_map_middle pose at the middle of the rotation
 * @param columnPoses `T_middle_column`, see `frame/motion`
 */
export function courseOf(
  skewed: SkewedPoints,
  clock: ScanClock,
  T_map_middle: Rigid,
  columnPoses: ColumnPoses,
): ScanCourse {
  const columns = clock.fraction.length;
  const members: number[][] = Array.from({ length: PARTS }, () => []);
  for (let i = 0; i < skewed.count; i++)
    members[Math.floor(((skewed.pixel[i] % columns) * PARTS) / columns)].push(i);
  const parts = members.map((indices, part): CoursePart => {
    const centre = Math.floor(((part + 0.5) * columns) / PARTS);
    const T_middle_centre = poseOf(columnPoses, centre);
    return {
      fraction: clock.fraction[centre],
      T_map_sensor: compose(T_map_middle, T_middle_centre),
      points: pointsOf(skewed, indices, columns, columnPoses, T_middle_centre),
    };
  });
  return { parts, first: compose(T_map_middle, poseOf(columnPoses, 0)), middle: T_map_middle };
}

/** Number of terms of a course: shift and turn of the whole, then of increasing degree. */
export const COURSE_TERMS = 4;

/**
 * Legendre polynomials of degree 0 to 3 over the rotation, which are orthogonal: constant, linear, quadratic,
 * cubic.
 *
 * @param fraction of the rotation
 */
export function courseTerms(fraction: number): [number, number, number, number] {
  const x = 2 * fraction - 1;
  return [1, x, (3 * x * x - 1) / 2, (5 * x * x * x - 3 * x) / 2];
}

/** Applies a step to every segment of a course. @param step 6 * COURSE_TERMS, twists in the sensor frame */
export function bendCourse(course: ScanCourse, step: ArrayLike<number>): void {
  for (const part of course.parts) part.T_map_sensor = bent(part.T_map_sensor, part.fraction, step);
  course.first = bent(course.first, 0, step);
  course.middle = bent(course.middle, REFERENCE_FRACTION, step);
}

function bent(pose: Rigid, fraction: number, step: ArrayLike<number>): Rigid {
  const twist = new Float64Array(6);
  courseTerms(fraction).forEach((term, k) => {
    for (let i = 0; i < 6; i++) twist[i] += term * step[6 * k + i];
  });
  return compose(pose, exp(twist));
}

function poseOf(poses: ColumnPoses, column: number): Rigid {
  const at = 12 * column;
  return { R: poses.slice(at, at + 9), t: poses.slice(at + 9, at + 12) };
}

/** Transforms a subset of the points to the instant of their segment. */
function pointsOf(
  { xyz, normal, pixel }: SkewedPoints,
  indices: readonly number[],
  columns: number,
  columnPoses: ColumnPoses,
  T_middle_centre: Rigid,
): MatchPoints {
  const count = indices.length;
  const own = { xyz: new Float32Array(3 * count), normal: new Float32Array(3 * count) };
  const pixels = new Uint32Array(count);
  indices.forEach((i, k) => {
    pixels[k] = pixel[i];
    own.xyz.set(xyz.subarray(3 * i, 3 * i + 3), 3 * k);
    own.normal.set(normal.subarray(3 * i, 3 * i + 3), 3 * k);
  });
  const { R, t } = invert(T_middle_centre);
  deskew(own.xyz, pixels, count, columns, columnPoses, own.xyz);
  for (let at = 0; at < 3 * count; at += 3) {
    const [x, y, z] = own.xyz.subarray(at, at + 3);
    for (let k = 0; k < 3; k++) own.xyz[at + k] = R[3 * k] * x + R[3 * k + 1] * y + R[3 * k + 2] * z + t[k];
  }
  return { count, ...own };
}
