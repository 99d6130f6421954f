import { dot } from '../../src-core/math/dense.ts';
import { type SymmetricEigen, symmetricEigen } from '../../src-core/math/symmetric-eigen.ts';
import { message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import type { PointSet } from '../problem/method.ts';
import { QUADRATIC_STRIDE, type SurfaceDistance } from '../problem/surface-distance.ts';
import { KdTree } from '../search/kd-tree.ts';
import { principalNormals } from '../search/normals.ts';

/** Point s* of the target, as a distance of one's own sees it. */
interface DistancePoint {
  /** Index in the target, after thinning. */
  readonly index: number;
  /** Coordinates of the file, m. */
  readonly position: readonly [x: number, y: number, z: number];
  /** Unit normal of either sign; 0 0 0 if the neighbours determine none. */
  readonly normal: readonly [x: number, y: number, z: number];
}

type Row = readonly [number, number, number];

/**
 * Squared distance near the point as a quadratic in the offset u = q - s* of a query q (eq. 9 of Zabatani and
 * Bronstein): `d^2 = u.A u - 2 b.u + c`.
 */
interface DistanceCoefficients {
  /** 3x3 by rows, symmetric, no negative eigenvalue; no unit. */
  readonly A: readonly [Row, Row, Row];
  /** m, within the directions that A holds; left out: 0. */
  readonly b?: Row;
  /** m^2, at least `b·A⁺b`, so that no query has a squared distance below 0; left out: 0. */
  readonly c?: number;
}

/** A distance of one's own: the default export of a module for `--distance`; called once per point of the target. */
export type CustomDistance = (point: DistancePoint) => DistanceCoefficients;

/** Relative difference of two numbers of A that counts as rounding. */
const ROUNDING = 1e-9;

/**
 * Evaluates and checks a distance of one's own at every point of the target.
 *
 * @param distance what the module exports
 * @param name of the module, for messages
 * @param neighbours of the normals, besides the point itself
 * @returns A, b and c by point, `QUADRATIC_STRIDE` numbers each, for `storedDistance`
 * @throws SocavonError 'file-format' with the point and what is wrong there
 */
export function customQuadratics(
  distance: unknown,
  name: string,
  target: PointSet,
  neighbours: number,
): Float64Array {
  if (typeof distance !== 'function')
    throw new SocavonError('file-format', message('distance-no-function', { name }));
  const { count, xyz } = target;
  const normals = principalNormals(target, new KdTree(target), neighbours);
  const quadratics = new Float64Array(QUADRATIC_STRIDE * count);
  let isOpen = true;
  for (let index = 0; index < count; index++) {
    const triple = (of: Float64Array): Row => [of[3 * index], of[3 * index + 1], of[3 * index + 2]];
    let coefficients: unknown;
    try {
      coefficients = (distance as CustomDistance)({ index, position: triple(xyz), normal: triple(normals) });
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new SocavonError('file-format', message('distance-throws', { name, index, why }));
    }
    const quadratic = checkedQuadratic(coefficients, name, index);
    quadratics.set(quadratic, QUADRATIC_STRIDE * index);
    if (quadratic[0] + quadratic[3] + quadratic[5] > 0) isOpen = false;
  }
  if (isOpen) throw new SocavonError('file-format', message('distance-all-zero', { name }));
  return quadratics;
}

/** Distance of `newton-custom` whose coefficients were evaluated before, e.g. in another thread. */
export function storedDistance(quadratics: Float64Array): SurfaceDistance {
  return ({ index }, coefficients) => {
    coefficients.set(quadratics.subarray(QUADRATIC_STRIDE * index, QUADRATIC_STRIDE * (index + 1)));
  };
}

function checkedQuadratic(coefficients: unknown, name: string, index: number): number[] {
  const { A, b = [0, 0, 0], c = 0 } = (coefficients ?? {}) as Partial<DistanceCoefficients>;
  const wrong = (code: 'distance-shape' | 'distance-not-finite' | 'distance-not-symmetric'): SocavonError =>
    new SocavonError('file-format', message(code, { name, index }));
  if (!isTriple(A) || !A.every(isTriple) || !isTriple(b)) throw wrong('distance-shape');
  const numbers = [...A.flat(), ...b, c];
  if (!numbers.every((value) => typeof value === 'number')) throw wrong('distance-shape');
  if (!numbers.every(Number.isFinite)) throw wrong('distance-not-finite');
  const size = Math.max(...A.flat().map(Math.abs));
  for (const [i, j] of [
    [0, 1],
    [0, 2],
    [1, 2],
  ])
    if (Math.abs(A[i][j] - A[j][i]) > ROUNDING * size) throw wrong('distance-not-symmetric');
  const eigen = symmetricEigen(Float64Array.from(A.flat()), 3);
  const [least] = eigen.values;
  if (least < -ROUNDING * size)
    throw new SocavonError(
      'file-format',
      message('distance-not-positive', { name, index, value: least.toPrecision(3) }),
    );
  const lowest = lowestOf(eigen, size, b, c);
  if (lowest < 0) {
    const value = Number.isFinite(lowest) ? `${lowest.toPrecision(3)} m²` : '−∞';
    throw new SocavonError('file-format', message('distance-negative', { name, index, value }));
  }
  return [A[0][0], A[0][1], A[0][2], A[1][1], A[1][2], A[2][2], ...b, c];
}

/**
 * Least squared distance of any query, `c - b·A⁺b`, 0 within rounding, m^2; -Infinity if b points where A is flat.
 *
 * @param size largest number of A
 */
function lowestOf({ values, vectors }: SymmetricEigen, size: number, b: Row, c: number): number {
  let drop = 0;
  for (let k = 0; k < 3; k++) {
    const along = dot(vectors[k], b);
    if (values[k] > ROUNDING * size) drop += (along * along) / values[k];
    else if (Math.abs(along) > ROUNDING * Math.hypot(...b)) return Number.NEGATIVE_INFINITY;
  }
  return c - drop < -ROUNDING * drop ? c - drop : 0;
}

function isTriple(value: unknown): value is readonly [unknown, unknown, unknown] {
  return Array.isArray(value) && value.length === 3;
}
