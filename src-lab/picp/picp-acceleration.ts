import { quaternionOf, rotationOf } from '../../src-core/math/se3.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import type { AccelerationId } from '../problem/picp-options.ts';

/** Consecutive steps whose directions differ by less than 10 degrees are straight enough to extrapolate. */
const STRAIGHT = Math.cos((10 * Math.PI) / 180);
/** Longest extrapolation, in lengths of the last step. */
const LONGEST = 25;

/** Entries of the pose vector that are extrapolated together: first and end. */
type Part = readonly [first: number, end: number];
/** The vector: quaternion (4 entries), and translation in units of the source's spread (3). */
const PARTS: Readonly<Record<AccelerationId, readonly Part[]>> = {
  none: [],
  coupled: [[0, 7]],
  decoupled: [
    [0, 4],
    [4, 7],
  ],
};

/** Pose as a vector, with its mean square error, m^2. */
interface Place {
  readonly q: Float64Array;
  readonly error: number;
}

/**
 * Parametric acceleration (pICP 3.4): while the last pose steps are collinear, the error along them is extrapolated by
 * a line and a parabola to its minimum. Coupled (Besl and McKay 1992), the pose is one vector with one factor.
 * Decoupled (Simon, Hebert and Kanade 1994), rotation and translation are tested and extrapolated each by itself; if
 * only one of them goes straight on, only that one is. The rotation is about the origin of the source, which is its
 * mean: otherwise it would carry the translation away with it. GPU twin: shaders/course.wgsl.
 */
export class PicpAcceleration {
  readonly #spread: number;
  readonly #parts: readonly Part[];
  /** Recent poses, newest first. */
  #course: Place[] = [];

  /** @param spread of the source, m: makes translations and rotations comparable */
  constructor(kind: AccelerationId, spread: number) {
    this.#parts = PARTS[kind];
    this.#spread = spread;
  }

  /** Clears the history, after an extrapolated step. */
  clear(): void {
    this.#course = [];
  }

  /**
   * Adds a pose to the history and extrapolates along it.
   *
   * @param error mean square distance under the pose, m^2
   * @returns an extrapolated pose, or null if no part of the history is straight with a minimum ahead
   */
  leap(T: Rigid, error: number): Rigid | null {
    this.#course = [{ q: this.#vectorOf(T), error }, ...this.#course.slice(0, 3)];
    if (this.#course.length < 4) return null;
    const ahead = this.#course[0].q.slice();
    const moved = this.#parts.filter((part) => extrapolate(ahead, this.#course, part));
    return moved.length > 0 ? this.#poseOf(ahead) : null;
  }

  #vectorOf({ R, t }: Rigid): Float64Array {
    const newest = this.#course[0]?.q;
    const q = quaternionOf(R);
    // Selects, of the two quaternions of a rotation, the one near the last.
    const sign = newest !== undefined && q.reduce((sum, value, k) => sum + value * newest[k], 0) < 0 ? -1 : 1;
    return Float64Array.of(...q.map((value) => sign * value), ...t.map((value) => value / this.#spread));
  }

  #poseOf(vector: Float64Array): Rigid {
    const [x, y, z, w] = vector;
    return { R: rotationOf([x, y, z, w]), t: vector.slice(4).map((value) => value * this.#spread) };
  }
}

/** Moves one part of the newest vector along the course; false if it is not straight or has no minimum ahead. */
function extrapolate(ahead: Float64Array, [a, b, c, d]: readonly Place[], [first, end]: Part): boolean {
  const last = difference(a, b);
  const before = difference(b, c);
  const length = norm(last);
  if (!areStraight(last, before) || !areStraight(before, difference(c, d))) return false;
  const v = extrapolation(length, norm(before), a.error, b.error, c.error);
  if (v === null) return false;
  for (let k = first; k < end; k++) ahead[k] += (v / length) * last[k - first];
  return true;

  function difference(to: Place, from: Place): Float64Array {
    return to.q.subarray(first, end).map((value, k) => value - from.q[first + k]);
  }
}

/**
 * Distance along the steps from the newest pose to the minimum of the error: the zero of the line through the three
 * errors or the vertex of the parabola, whichever lies ahead and is nearer, at most `LONGEST` steps.
 */
function extrapolation(
  last: number,
  before: number,
  error: number,
  error1: number,
  error2: number,
): number | null {
  const v1 = -last;
  const v2 = v1 - before;
  const slope1 = (error1 - error) / v1;
  const slope2 = (error2 - error1) / (v2 - v1);
  const bend = (slope2 - slope1) / v2;
  const slope = slope1 - bend * v1;
  const meanV = (v1 + v2) / 3;
  const meanError = (error + error1 + error2) / 3;
  const lineSlope =
    (-meanV * (error - meanError) +
      (v1 - meanV) * (error1 - meanError) +
      (v2 - meanV) * (error2 - meanError)) /
    (meanV ** 2 + (v1 - meanV) ** 2 + (v2 - meanV) ** 2);
  const zero = meanV - meanError / lineSlope;
  const vertex = bend > 0 ? -slope / (2 * bend) : Number.NaN;
  const ahead = [zero, vertex].filter((v) => v > 0);
  return ahead.length > 0 ? Math.min(...ahead, LONGEST * last) : null;
}

function norm(v: Float64Array): number {
  return Math.hypot(...v);
}

/** False if a step has no length: the cosine is then NaN. */
function areStraight(a: Float64Array, b: Float64Array): boolean {
  let dot = 0;
  for (let k = 0; k < a.length; k++) dot += a[k] * b[k];
  return dot / (norm(a) * norm(b)) >= STRAIGHT;
}
