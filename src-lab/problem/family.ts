import { horn, PAIR_SUMS } from '../../src-core/math/horn.ts';
import { symmetricEigen } from '../../src-core/math/symmetric-eigen.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';

/** Families of transforms: rigid, with one scale, or any linear map. */
export const FAMILY_IDS = ['rigid', 'similarity', 'affine'] as const;

export type FamilyId = (typeof FAMILY_IDS)[number];

/** Affine map of points: `p_target = A p_source + t`. */
export interface AffineMap {
  /** 3x3, row-major. */
  readonly A: Float64Array;
  /** m. */
  readonly t: Float64Array;
}

/** Result of a family that is not rigid. */
export interface FamilyResult {
  readonly map: AffineMap;
  /** Principal stretches of the map, ascending: 1 leaves lengths as they are; of a similarity three times its scale. */
  readonly stretches: Float64Array;
}

/** Principal stretches of a map: the singular values of A, ascending. */
export function stretchesOf({ A }: AffineMap): Float64Array {
  const square = Float64Array.from({ length: 9 }, (_, k) =>
    [0, 3, 6].reduce((sum, row) => sum + A[row + Math.floor(k / 3)] * A[row + (k % 3)], 0),
  );
  return symmetricEigen(square, 3).values.map((value) => Math.sqrt(Math.max(0, value)));
}

/** Rigid transform with the rotation nearest to A (least squares over all directions) and the same image of the origin. */
export function nearestRigid({ A, t }: AffineMap): Rigid {
  const sums = new Float64Array(PAIR_SUMS);
  sums[0] = 1;
  // The unit vectors and their images as pairs.
  for (let a = 0; a < 3; a++) for (let b = 0; b < 3; b++) sums[7 + 3 * a + b] = A[3 * b + a];
  return { R: horn(sums)!.R, t };
}

/** The same map for points about other origins: from those about `source` and `target` to those about zero, m. */
export function mapAboutZero(
  { A, t }: AffineMap,
  source: ArrayLike<number>,
  target: ArrayLike<number>,
): AffineMap {
  return {
    A,
    t: t.map(
      (value, a) =>
        value + target[a] - (A[3 * a] * source[0] + A[3 * a + 1] * source[1] + A[3 * a + 2] * source[2]),
    ),
  };
}

/** Homogeneous 4x4 matrix of a map, row-major. */
export function affine4Of({ A, t }: AffineMap): number[] {
  return [...[0, 1, 2].flatMap((a) => [...A.subarray(3 * a, 3 * a + 3), t[a]]), 0, 0, 0, 1];
}
