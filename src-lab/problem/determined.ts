import { isPositiveDefinite } from '../../src-core/math/cholesky.ts';
import { dot } from '../../src-core/math/dense.ts';
import {
  type SymmetricEigen,
  symmetricEigen,
  symmetricEigenvalues,
} from '../../src-core/math/symmetric-eigen.ts';

/**
 * Smallest eigenvalue ratio (to the largest) of a direction that the points still constrain; sensor noise leaves far
 * more.
 */
const UNDETERMINED_RATIO = 1e-9;

/** 6x6 normal matrix with angles scaled to arc lengths, so that rotations and translations are comparable. */
interface Balanced {
  readonly matrix: Float64Array;
  /** Metres of arc per radian: distance of the points from the origin, as derived from the matrix. */
  readonly lever: number;
}

function balanced(H: ArrayLike<number>): Balanced {
  const ratio = (H[0] + H[7] + H[14]) / (H[21] + H[28] + H[35]);
  const lever = ratio > 0 && ratio < Number.POSITIVE_INFINITY ? Math.sqrt(ratio) : 1;
  const matrix = new Float64Array(36);
  for (let k = 0; k < 36; k++) {
    const angles = (k % 6 < 3 ? 1 : 0) + (k < 18 ? 1 : 0);
    matrix[k] = H[k] / lever ** angles;
  }
  return { matrix, lever };
}

function isDetermined(
  { values }: Pick<SymmetricEigen, 'values'>,
  k: number,
  ratio = UNDETERMINED_RATIO,
): boolean {
  return values[k] > ratio * values[5];
}

/**
 * Solves H x = b along the directions that H determines, with no motion along the others: the minimum-norm solution.
 *
 * @param H 6x6, symmetric, rotation first
 */
export function solveDetermined(H: ArrayLike<number>, b: ArrayLike<number>): Float64Array {
  const { matrix, lever } = balanced(H);
  const eigen = symmetricEigen(matrix, 6);
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

/** Whether a matrix is positive definite beyond rounding: it determines all directions. */
export function determinesAll(H: ArrayLike<number>): boolean {
  return isDetermined({ values: symmetricEigenvalues(balanced(H).matrix, 6) }, 0);
}

/**
 * Computes `RegistrationResult.undetermined`. Translations are separated first, then rotations, each with the least
 * translation, so that a plane yields two translations and one rotation instead of three mixtures.
 *
 * @param ratio eigenvalue ratio that is lost in rounding: larger if H was summed in f32
 */
export function undeterminedDirections(H: ArrayLike<number>, ratio = UNDETERMINED_RATIO): Float64Array[] {
  const { matrix } = balanced(H);
  // Most matrices determine all, which takes no eigenvectors, and mostly no eigenvalues either.
  if (determinesAllByFar(matrix, ratio)) return [];
  if (isDetermined({ values: symmetricEigenvalues(matrix, 6) }, 0, ratio)) return [];
  const eigen = symmetricEigen(matrix, 6);
  const open = eigen.vectors.filter((_, k) => !isDetermined(eigen, k, ratio));
  const threshold = 1 - UNCHANGED_RATIOS * ratio;
  const shifts = unitVectors(open, threshold, (v) => [0, 0, 0, ...v.subarray(3)]);
  const turns = unitVectors(open, threshold, (v) => withoutParts(v, shifts));
  return [...shifts, ...turns];
}

/**
 * True only if the smallest eigenvalue exceeds that ratio: less four times the ratio of the trace, which is at least the
 * largest eigenvalue, the matrix is still positive definite. Rounding is far below that.
 */
function determinesAllByFar(matrix: Float64Array, ratio: number): boolean {
  const less = matrix.slice();
  let trace = 0;
  for (let at = 0; at < 36; at += 7) trace += matrix[at];
  for (let at = 0; at < 36; at += 7) less[at] -= 4 * ratio * trace;
  return isPositiveDefinite(less, 6);
}

/** Multiple of the ratio by which an eigenvalue of a projection may differ from 1 and still count as preserved. */
const UNCHANGED_RATIOS = 1000;

/**
 * Orthonormal basis of the vectors, within the span of an orthonormal basis, that a projection leaves unchanged.
 */
function unitVectors(
  basis: readonly Float64Array[],
  threshold: number,
  projection: (v: Float64Array) => ArrayLike<number>,
): Float64Array[] {
  const n = basis.length;
  const images = basis.map(projection);
  const gram = images.flatMap((a) => images.map((b) => dot(a, b)));
  const { values, vectors } = symmetricEigen(gram, n);
  return vectors
    .filter((_, k) => values[k] > threshold)
    .map((weights) =>
      Float64Array.from({ length: 6 }, (_, i) => basis.reduce((sum, v, k) => sum + weights[k] * v[i], 0)),
    );
}

function withoutParts(v: Float64Array, parts: readonly Float64Array[]): Float64Array {
  return v.map((value, i) => parts.reduce((rest, part) => rest - dot(v, part) * part[i], value));
}
