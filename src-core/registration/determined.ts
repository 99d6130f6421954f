import { type SymmetricEigen, symmetricEigen } from '../math/symmetric-eigen.ts';

/** Smallest over largest eigenvalue of a direction that the points still hold; noise of sensors leaves far more. */
const UNDETERMINED_RATIO = 1e-9;

/** A 6x6 normal matrix with angles counted in arcs, so that rotations and translations compare. */
interface Balanced {
  readonly eigen: SymmetricEigen;
  /** Metres of arc to a radian: how far the points are from the origin, as the matrix shows it. */
  readonly lever: number;
}

function balanced(H: ArrayLike<number>): Balanced {
  const ratio = (H[0] + H[7] + H[14]) / (H[21] + H[28] + H[35]);
  const lever = ratio > 0 && ratio < Number.POSITIVE_INFINITY ? Math.sqrt(ratio) : 1;
  const scaled = Float64Array.from({ length: 36 }, (_, k) => {
    const angles = (k % 6 < 3 ? 1 : 0) + (k < 18 ? 1 : 0);
    return H[k] / lever ** angles;
  });
  return { eigen: symmetricEigen(scaled, 6), lever };
}

function isHeld({ values }: SymmetricEigen, k: number): boolean {
  return values[k] > UNDETERMINED_RATIO * values[5];
}

/**
 * Solves H x = b along the directions that H determines, and moves nothing along the others: of all solutions the
 * one with the smallest motion.
 *
 * @param H 6x6, symmetric, rotation first
 */
export function solveDetermined(H: ArrayLike<number>, b: ArrayLike<number>): Float64Array {
  const { eigen, lever } = balanced(H);
  const x = new Float64Array(6);
  for (let k = 0; k < 6; k++) {
    if (!isHeld(eigen, k)) continue;
    const v = eigen.vectors[k];
    let along = 0;
    for (let i = 0; i < 6; i++) along += (v[i] * b[i]) / (i < 3 ? lever : 1);
    for (let i = 0; i < 6; i++) x[i] += ((along / eigen.values[k]) * v[i]) / (i < 3 ? lever : 1);
  }
  return x;
}

/** See `RegistrationResult.undetermined`. */
export function undeterminedDirections(H: ArrayLike<number>): Float64Array[] {
  const { eigen } = balanced(H);
  return eigen.vectors.filter((_, k) => !isHeld(eigen, k));
}
