import { planeEigen } from '../../math/eigen3.ts';
import { message } from '../../messages/message.ts';
import { SocavonError } from '../../model/errors.ts';
import type { MethodId } from '../../model/registration-ids.ts';
import type { PointSet } from '../method.ts';
import type { NearestSearch } from './nearest-search.ts';

/**
 * Middle over largest eigenvalue below which neighbours are collinear or coincident and determine no normal: their
 * lateral extent is a thousandth of their length.
 */
export const LINE_RATIO = 1e-6;

/**
 * Unit normal of each point by principal components (thesis 2.5 and 3.3.3): the direction of least variance of the
 * point and its nearest neighbours. The sign is that of the eigenvector, i.e. arbitrary.
 *
 * @param search over the same points
 * @param neighbours in addition to the point itself
 * @returns 3 numbers per point; 0 0 0 if the neighbourhood is collinear
 */
export function principalNormals(points: PointSet, search: NearestSearch, neighbours: number): Float64Array {
  const normals = new Float64Array(3 * points.count);
  const setNormal = normalSetter(points, search, neighbours, normals);
  for (let i = 0; i < points.count; i++) setNormal(i);
  return normals;
}

/** Returns a function that sets the normal of one point, see `principalNormals`. */
export function normalSetter(
  { xyz }: PointSet,
  search: NearestSearch,
  neighbours: number,
  normals: Float64Array,
): (point: number) => void {
  const indices = new Int32Array(neighbours + 1);
  const squared = new Float64Array(neighbours + 1);
  const eigen = new Float64Array(6);
  return (i) => {
    const [x, y, z] = [xyz[3 * i], xyz[3 * i + 1], xyz[3 * i + 2]];
    const found = search.kNearest(x, y, z, neighbours + 1, indices, squared);
    neighbourhoodEigen(xyz, indices, found, x, y, z, eigen);
    if (eigen[1] > LINE_RATIO * eigen[2]) normals.set(eigen.subarray(3, 6), 3 * i);
  };
}

/**
 * Refuses a target on which no plane can be compared: a line, or points that are all one.
 *
 * @param normals 3 numbers at the start of every `stride`; 0 0 0 for none
 * @throws SocavonError 'too-few-points' if no point has a normal
 */
export function requireNormals(normals: Float64Array, method: MethodId, stride = 3): void {
  for (let at = 0; at < normals.length; at += stride)
    if (normals[at] !== 0 || normals[at + 1] !== 0 || normals[at + 2] !== 0) return;
  throw new SocavonError('too-few-points', message('target-no-normals', { method }));
}

/**
 * Eigenvalues (m^2, ascending) of the covariance of some points (thesis 2.5), and the eigenvector of the smallest.
 *
 * @param x, y, z reference position near the points, so that the products keep their digits
 */
export function neighbourhoodEigen(
  xyz: Float64Array,
  indices: Int32Array,
  count: number,
  x: number,
  y: number,
  z: number,
  eigen: Float64Array,
): void {
  let sx = 0;
  let sy = 0;
  let sz = 0;
  let xx = 0;
  let xy = 0;
  let xz = 0;
  let yy = 0;
  let yz = 0;
  let zz = 0;
  for (let k = 0; k < count; k++) {
    const at = 3 * indices[k];
    const dx = xyz[at] - x;
    const dy = xyz[at + 1] - y;
    const dz = xyz[at + 2] - z;
    sx += dx;
    sy += dy;
    sz += dz;
    xx += dx * dx;
    xy += dx * dy;
    xz += dx * dz;
    yy += dy * dy;
    yz += dy * dz;
    zz += dz * dz;
  }
  const part = 1 / count;
  planeEigen(
    (xx - sx * sx * part) * part,
    (xy - sx * sy * part) * part,
    (xz - sx * sz * part) * part,
    (yy - sy * sy * part) * part,
    (yz - sy * sz * part) * part,
    (zz - sz * sz * part) * part,
    eigen,
  );
}
