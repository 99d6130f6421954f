import type { Quaternion, Rigid } from '../model/rigid.ts';
import { rotationOf } from './se3.ts';
import { type SymmetricEigen, symmetricEigen } from './symmetric-eigen.ts';

/** Length of a `PairSums` array. */
export const PAIR_SUMS = 16;

/** Relative difference up to which eigenvalues count as equal: rounding error. */
const SAME_EIGENVALUE = 1e-13;

/**
 * Sufficient statistics of weighted pairs (p, q) for Horn's method, 16 numbers: weight `N = sum w`; centroids `pc`,
 * `qc` (m, 3 + 3); covariance about them `S_ab = sum w (p_a - pc_a)(q_b - qc_b)` (m^2, 9, row-major). These are
 * what pICP's workers send.
 */
export type PairSums = Float64Array;

/**
 * Accumulates pairs one by one. The sums are relative to the first pair, so that points far from the origin lose no
 * digits to the subtraction in pICP eq. 2.
 */
export class PairAccumulator {
  readonly #raw = new Float64Array(PAIR_SUMS);
  readonly #about = new Float64Array(6);
  #empty = true;

  clear(): void {
    this.#raw.fill(0);
    this.#empty = true;
  }

  add(px: number, py: number, pz: number, qx: number, qy: number, qz: number, weight: number): void {
    const about = this.#about;
    if (this.#empty) {
      about[0] = px;
      about[1] = py;
      about[2] = pz;
      about[3] = qx;
      about[4] = qy;
      about[5] = qz;
      this.#empty = false;
    }
    const raw = this.#raw;
    const ux = weight * (px - about[0]);
    const uy = weight * (py - about[1]);
    const uz = weight * (pz - about[2]);
    const vx = qx - about[3];
    const vy = qy - about[4];
    const vz = qz - about[5];
    raw[0] += weight;
    raw[1] += ux;
    raw[2] += uy;
    raw[3] += uz;
    raw[4] += weight * vx;
    raw[5] += weight * vy;
    raw[6] += weight * vz;
    raw[7] += ux * vx;
    raw[8] += ux * vy;
    raw[9] += ux * vz;
    raw[10] += uy * vx;
    raw[11] += uy * vy;
    raw[12] += uy * vz;
    raw[13] += uz * vx;
    raw[14] += uz * vy;
    raw[15] += uz * vz;
  }

  /** Writes the sums of all pairs until now (pICP eq. 2); zeros if the weights sum to zero. */
  sumsInto(sums: PairSums): void {
    const raw = this.#raw;
    const n = raw[0];
    sums.fill(0);
    if (!(n > 0)) return;
    sums[0] = n;
    for (let k = 0; k < 6; k++) sums[1 + k] = this.#about[k] + raw[1 + k] / n;
    for (let a = 0; a < 3; a++) {
      for (let b = 0; b < 3; b++) sums[7 + 3 * a + b] = raw[7 + 3 * a + b] - (raw[1 + a] * raw[4 + b]) / n;
    }
  }
}

/** Merges the sums of other pairs (pICP eq. 4 and 5): `into` becomes the sums of both sets together. */
export function mergePairSums(into: PairSums, other: ArrayLike<number>): void {
  const n = into[0] + other[0];
  if (!(other[0] > 0)) return;
  const share = other[0] / n;
  const lever = into[0] * share;
  for (let a = 0; a < 3; a++) {
    const dp = other[1 + a] - into[1 + a];
    for (let b = 0; b < 3; b++) {
      into[7 + 3 * a + b] += other[7 + 3 * a + b] + lever * dp * (other[4 + b] - into[4 + b]);
    }
  }
  for (let k = 1; k < 7; k++) into[k] += share * (other[k] - into[k]);
  into[0] = n;
}

/**
 * Rigid transform that minimises `sum w |q - (R p + t)|^2`, by Horn's quaternion method (Tamaki alg. 4 and 5 with
 * the weights of eq. 16-20; thesis 2.8-2.12 solves the same by singular values).
 *
 * @returns `T_target_source` for p of the source and q of the target, or null if the weights sum to zero. If the
 *   pairs leave rotations undetermined (one pair, a line), the optimum with the smallest rotation angle.
 */
export function horn(sums: PairSums): Rigid | null {
  if (!(sums[0] > 0)) return null;
  const [xx, xy, xz, yx, yy, yz, zx, zy, zz] = sums.subarray(7);
  // Eq. 15; its eigenvector of the largest eigenvalue is the quaternion w x y z that rotates p to q.
  const K = [
    xx + yy + zz,
    yz - zy,
    zx - xz,
    xy - yx,
    yz - zy,
    xx - yy - zz,
    xy + yx,
    zx + xz,
    zx - xz,
    xy + yx,
    yy - xx - zz,
    yz + zy,
    xy - yx,
    zx + xz,
    yz + zy,
    zz - xx - yy,
  ];
  const R = rotationOf(leastTurn(symmetricEigen(K, 4)));
  const t = new Float64Array(3);
  for (let a = 0; a < 3; a++) {
    t[a] = sums[4 + a] - (R[3 * a] * sums[1] + R[3 * a + 1] * sums[2] + R[3 * a + 2] * sums[3]);
  }
  return { R, t };
}

/** Smallest rotation among the unit quaternions (x y z w) with the largest eigenvalue, up to rounding. */
function leastTurn({ values, vectors }: SymmetricEigen): Quaternion {
  const largest = values[3];
  const slack = SAME_EIGENVALUE * Math.max(Math.abs(values[0]), Math.abs(largest));
  const best = vectors.filter((_, k) => values[k] >= largest - slack);
  // The identity quaternion, (1, 0, 0, 0), projected onto the span of the optimal ones.
  const sum = [0, 1, 2, 3].map((k) => best.reduce((total, v) => total + v[0] * v[k], 0));
  const [w, x, y, z] = Math.hypot(...sum) > 0 ? sum : vectors[3];
  return [x, y, z, w];
}
