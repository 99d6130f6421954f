import type { PointSet } from '../problem/method.ts';
import type { NearestSearch } from '../search/nearest-search.ts';
import { principalNormals } from '../search/normals.ts';
import type { PairMatrix } from './weighted-minimiser.ts';

/**
 * Covariances of the points' places on their surface (Segal 2009, III.B): 1 along the plane of the neighbours, the
 * thickness along its normal; 1 in all directions where the neighbours determine no normal.
 *
 * @param search over the same points
 * @returns xx xy xz yy yz zz per point
 */
export function planeCovariances(
  points: PointSet,
  search: NearestSearch,
  neighbours: number,
  thickness: number,
): Float64Array {
  const normals = principalNormals(points, search, neighbours);
  const covariances = new Float64Array(6 * points.count);
  for (let i = 0; i < points.count; i++) {
    const [x, y, z] = normals.subarray(3 * i, 3 * i + 3);
    const less = 1 - thickness;
    covariances.set(
      [1 - less * x * x, -less * x * y, -less * x * z, 1 - less * y * y, -less * y * z, 1 - less * z * z],
      6 * i,
    );
  }
  return covariances;
}

/**
 * M = 2 e (C_B + R C_A R^T)^-1 of a pair (Segal 2009, eq. 2; Koide 2021, eq. 8): the inverse of the covariance of the
 * distance. The factor 2 e, e the thickness, does not change the minimum; with it the squared distance of two parallel
 * planes is that along their normal, in m^2.
 *
 * @param source, target covariances, 6 numbers each
 */
export function distributionMatrix(
  source: Float64Array,
  target: Float64Array,
  thickness: number,
): PairMatrix {
  return (point, element, R, out) => {
    const a = 6 * point;
    const b = 6 * element;
    const [xx, xy, xz, yy, yz, zz] = [
      source[a],
      source[a + 1],
      source[a + 2],
      source[a + 3],
      source[a + 4],
      source[a + 5],
    ];
    const turned = (i: number, j: number): number => {
      const [p, q, r] = [R[3 * i], R[3 * i + 1], R[3 * i + 2]];
      const [u, v, w] = [R[3 * j], R[3 * j + 1], R[3 * j + 2]];
      return p * (xx * u + xy * v + xz * w) + q * (xy * u + yy * v + yz * w) + r * (xz * u + yz * v + zz * w);
    };
    const sxx = target[b] + turned(0, 0);
    const sxy = target[b + 1] + turned(0, 1);
    const sxz = target[b + 2] + turned(0, 2);
    const syy = target[b + 3] + turned(1, 1);
    const syz = target[b + 4] + turned(1, 2);
    const szz = target[b + 5] + turned(2, 2);
    const cxx = syy * szz - syz * syz;
    const cxy = sxz * syz - sxy * szz;
    const cxz = sxy * syz - sxz * syy;
    const factor = (2 * thickness) / (sxx * cxx + sxy * cxy + sxz * cxz);
    out[0] = factor * cxx;
    out[1] = factor * cxy;
    out[2] = factor * cxz;
    out[3] = factor * (sxx * szz - sxz * sxz);
    out[4] = factor * (sxy * sxz - sxx * syz);
    out[5] = factor * (sxx * syy - sxy * sxy);
    return true;
  };
}
