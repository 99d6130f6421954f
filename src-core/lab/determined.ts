import { dot } from '../math/dense.ts';
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

function isDetermined({ values }: SymmetricEigen, k: number, ratio = UNDETERMINED_RATIO): boolean {
  return values[k] > ratio * values[5];
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
    if (!isDetermined(eigen, k)) continue;
    const v = eigen.vectors[k];
    let along = 0;
    for (let i = 0; i < 6; i++) along += (v[i] * b[i]) / (i < 3 ? lever : 1);
    for (let i = 0; i < 6; i++) x[i] += ((along / eigen.values[k]) * v[i]) / (i < 3 ? lever : 1);
  }
  return x;
}

/**
 * See `RegistrationResult.undetermined`. Shifts come first and by themselves, then turns, each with the least shift, so
 * that a plane names two shifts and one turn and not three mixtures.
 *
 * @param ratio of eigenvalues that is lost in rounding: larger where H was summed in f32
 */
export function undeterminedDirections(H: ArrayLike<number>, ratio = UNDETERMINED_RATIO): Float64Array[] {
  const { eigen } = balanced(H);
  const open = eigen.vectors.filter((_, k) => !isDetermined(eigen, k, ratio));
  const kept = 1 - KEPT_RATIOS * ratio;
  const shifts = unitVectors(open, kept, (v) => [0, 0, 0, ...v.subarray(3)]);
  const turns = unitVectors(open, kept, (v) => withoutParts(v, shifts));
  return [...shifts, ...turns];
}

/** How many ratios an eigenvalue of a projection may be from 1 to belong to what is kept. */
const KEPT_RATIOS = 1000;

/**
 * Orthonormal vectors of the span of an orthonormal basis that a projection leaves as they are.
 */
function unitVectors(
  basis: readonly Float64Array[],
  kept: number,
  projection: (v: Float64Array) => ArrayLike<number>,
): Float64Array[] {
  const n = basis.length;
  const images = basis.map(projection);
  const gram = images.flatMap((a) => images.map((b) => dot(a, b)));
  const { values, vectors } = symmetricEigen(gram, n);
  return vectors
    .filter((_, k) => values[k] > kept)
    .map((weights) =>
      Float64Array.from({ length: 6 }, (_, i) => basis.reduce((sum, v, k) => sum + weights[k] * v[i], 0)),
    );
}

function withoutParts(v: Float64Array, parts: readonly Float64Array[]): Float64Array {
  return v.map((value, i) => parts.reduce((rest, part) => rest - dot(v, part) * part[i], value));
}
