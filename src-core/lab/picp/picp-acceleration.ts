import { quaternionOf, rotationOf } from '../../math/se3.ts';
import type { Rigid } from '../../model/rigid.ts';

/** Steps in a row whose directions differ by less than this go straight enough to go on along them: 10 degrees. */
const STRAIGHT = Math.cos((10 * Math.PI) / 180);
/** Longest extrapolation, in lengths of the last step. */
const LONGEST = 25;
/** Quaternion and translation in spreads of the source. */
const NUMBERS = 7;

/**
 * Parametric acceleration (Besl and McKay 1992, as pICP 3.4 uses it): when the last steps of the pose go straight on, the
 * error along their course is extended by a line and a parabola to where it would be least. GPU twin: shaders/course.wgsl.
 */
export class PicpAcceleration {
  readonly #spread: number;
  /** The last poses as vectors, with their mean square errors, newest first. */
  #course: { readonly q: Float64Array; readonly error: number }[] = [];

  /** @param spread of the source, m: makes shifts and turns comparable */
  constructor(spread: number) {
    this.#spread = spread;
  }

  /** Forgets the course, after a leap. */
  clear(): void {
    this.#course = [];
  }

  /**
   * Takes note of a pose and says where its course leads.
   *
   * @param error mean square distance under the pose, m^2
   * @returns a pose farther along, or null where the course is not straight or leads nowhere
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
    // Of the two quaternions of a rotation the one near the last.
    const sign = newest !== undefined && q.reduce((sum, value, k) => sum + value * newest[k], 0) < 0 ? -1 : 1;
    return Float64Array.of(...q.map((value) => sign * value), ...t.map((value) => value / this.#spread));
  }

  #poseOf(vector: Float64Array): Rigid {
    const [x, y, z, w] = vector;
    return { R: rotationOf([x, y, z, w]), t: vector.slice(4).map((value) => value * this.#spread) };
  }
}

/**
 * How far along the course from the newest pose the error is least: of the line through the three errors the zero, of the
 * parabola the vertex, the nearer of the two that lie ahead, at most `LONGEST` steps.
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

/** False where a step has no length: the cosine then is NaN. */
function areStraight(a: Float64Array, b: Float64Array): boolean {
  let dot = 0;
  for (let k = 0; k < NUMBERS; k++) dot += a[k] * b[k];
  return dot / (norm(a) * norm(b)) >= STRAIGHT;
}
