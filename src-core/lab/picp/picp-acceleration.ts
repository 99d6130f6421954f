import { quaternionOf, rotationOf } from '../../math/se3.ts';
import type { Rigid } from '../../model/rigid.ts';

/** Consecutive steps whose directions differ by less than 10 degrees are straight enough to extrapolate. */
const STRAIGHT = Math.cos((10 * Math.PI) / 180);
/** Longest extrapolation, in lengths of the last step. */
const LONGEST = 25;
/** Quaternion, and translation in units of the source's spread. */
const NUMBERS = 7;

/**
 * Parametric acceleration (Besl and McKay 1992, as used in pICP 3.4): while the last pose steps are collinear, the
 * error along them is extrapolated by a line and a parabola to its minimum. GPU twin: shaders/course.wgsl.
 */
export class PicpAcceleration {
  readonly #spread: number;
  /** Recent poses as vectors, with their mean square errors, newest first. */
  #course: { readonly q: Float64Array; readonly error: number }[] = [];

  /** @param spread of the source, m: makes translations and rotations comparable */
  constructor(spread: number) {
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
   * @returns an extrapolated pose, or null if the history is not straight or has no minimum ahead
   */
  leap(T: Rigid, error: number): Rigid | null {
    this.#course = [{ q: this.#vectorOf(T), error }, ...this.#course.slice(0, 3)];
    if (this.#course.length < 4) return null;
    const [a, b, c, d] = this.#course;
    const last = difference(a.q, b.q);
    const before = difference(b.q, c.q);
    const length = norm(last);
    if (!areStraight(last, before) || !areStraight(before, difference(c.q, d.q))) return null;
    const v = extrapolation(length, norm(before), a.error, b.error, c.error);
    return v === null ? null : this.#poseOf(a.q.map((value, k) => value + (v / length) * last[k]));
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

function difference(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((value, k) => value - b[k]);
}

function norm(v: Float64Array): number {
  return Math.hypot(...v);
}

/** False if a step has no length: the cosine is then NaN. */
function areStraight(a: Float64Array, b: Float64Array): boolean {
  let dot = 0;
  for (let k = 0; k < NUMBERS; k++) dot += a[k] * b[k];
  return dot / (norm(a) * norm(b)) >= STRAIGHT;
}
