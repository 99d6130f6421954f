import { horn, PAIR_SUMS, PairAccumulator } from '../../src-core/math/horn.ts';
import { compose } from '../../src-core/math/se3.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import type { StopReason } from '../problem/method.ts';
import type { Iterate, Minimiser } from './iterate.ts';
import type { Matches } from './matches.ts';

/** Closest-point iteration with the point-to-point error (thesis 2.6): each step is Horn's solution for the pairs,
 * weighted by their source points. */
export class PointMinimiser implements Minimiser {
  readonly #matches: Matches;
  readonly #pairs = new PairAccumulator();
  readonly #sums = new Float64Array(PAIR_SUMS);
  #at: Rigid | null = null;

  constructor(matches: Matches) {
    this.#matches = matches;
  }

  evaluate(T_target_source: Rigid): Iterate {
    const matches = this.#matches;
    matches.update(T_target_source);
    this.#at = T_target_source;
    const { moved, element, weights } = matches;
    const places = matches.template.xyz;
    let sum = 0;
    let total = 0;
    let inliers = 0;
    this.#pairs.clear();
    for (let i = 0, at = 0; i < element.length; i++, at += 3) {
      if (element[i] < 0) continue;
      const to = 3 * element[i];
      const qx = places[to];
      const qy = places[to + 1];
      const qz = places[to + 2];
      const dx = moved[at] - qx;
      const dy = moved[at + 1] - qy;
      const dz = moved[at + 2] - qz;
      const weight = weights?.[i] ?? 1;
      sum += weight * (dx * dx + dy * dy + dz * dz);
      total += weight;
      inliers++;
      this.#pairs.add(moved[at], moved[at + 1], moved[at + 2], qx, qy, qz, weight);
    }
    return { T_target_source, rms: Math.sqrt(sum / total), inliers };
  }

  step(): Iterate | StopReason {
    this.#pairs.sumsInto(this.#sums);
    // Relative to the current pose, so that a rotation about a line, which no pair constrains, remains
    // unchanged.
    const step = horn(this.#sums);
    return step === null ? 'too-few-matches' : this.evaluate(compose(step, this.#at!));
  }

  normalMatrix(): Float64Array {
    const { moved, element, weights } = this.#matches;
    return pointNormalMatrix(moved, (i) => (element[i] < 0 ? 0 : (weights?.[i] ?? 1)));
  }
}

/**
 * Normal matrix of the point-to-point error, `sum w J^T J` with `J = [-[p]x, I]`, for the pose perturbed on the left.
 *
 * @param moved points under the pose, 3 numbers each, m
 * @param weight of point i
 * @returns 36 numbers, row-major
 */
export function pointNormalMatrix(moved: Float64Array, weight: (i: number) => number): Float64Array {
  let n = 0;
  const sum = new Float64Array(3);
  const squares = new Float64Array(9);
  for (let i = 0; 3 * i < moved.length; i++) {
    const w = weight(i);
    n += w;
    for (let a = 0; a < 3; a++) {
      sum[a] += w * moved[3 * i + a];
      for (let b = 0; b < 3; b++) squares[3 * a + b] += w * moved[3 * i + a] * moved[3 * i + b];
    }
  }
  return normalMatrixOfMoments(n, sum, squares);
}

/**
 * `pointNormalMatrix` from the moments of the transformed points: `sum w`, `sum w p` (3), `sum w p p^T` (9,
 * row-major).
 */
function normalMatrixOfMoments(n: number, sum: Float64Array, squares: Float64Array): Float64Array {
  const [x, y, z] = sum;
  const [xx, xy, xz, , yy, yz, , , zz] = squares;
  return Float64Array.from(
    [
      [yy + zz, -xy, -xz, 0, -z, y],
      [-xy, xx + zz, -yz, z, 0, -x],
      [-xz, -yz, xx + yy, -y, x, 0],
      [0, z, -y, n, 0, 0],
      [-z, 0, x, 0, n, 0],
      [y, -x, 0, 0, 0, n],
    ].flat(),
  );
}

/** `pointNormalMatrix` from the moments of the points before the pose is applied. */
export function movedNormalMatrix(
  n: number,
  sum: ArrayLike<number>,
  squares: ArrayLike<number>,
  { R, t }: Rigid,
): Float64Array {
  const turned = [0, 1, 2].map((a) => R[3 * a] * sum[0] + R[3 * a + 1] * sum[1] + R[3 * a + 2] * sum[2]);
  const movedSum = Float64Array.from(turned, (value, a) => value + n * t[a]);
  const movedSquares = new Float64Array(9);
  for (let a = 0; a < 3; a++) {
    for (let b = 0; b < 3; b++) {
      let rotated = 0;
      for (let k = 0; k < 9; k++) rotated += R[3 * a + Math.floor(k / 3)] * squares[k] * R[3 * b + (k % 3)];
      movedSquares[3 * a + b] = rotated + turned[a] * t[b] + t[a] * turned[b] + n * t[a] * t[b];
    }
  }
  return normalMatrixOfMoments(n, movedSum, movedSquares);
}
