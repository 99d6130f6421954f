import { planeEigen } from '../../src-core/math/eigen3.ts';
import { addToPlane, PLANE_SUMS } from '../../src-core/math/plane-sums.ts';
import { message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import type { MethodId } from '../../src-core/model/registration-ids.ts';
import type { PointSet } from '../problem/method.ts';
import { KdTree } from './kd-tree.ts';
import type { KdTreeArrays } from './kd-tree-build.ts';
import type { NearestSearch } from './nearest-search.ts';
import type { NeighbourLists } from './point-tracker.ts';

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
  if (search instanceof KdTree) for (const point of search.arrays.order) setNormal(point);
  else for (let i = 0; i < points.count; i++) setNormal(i);
  return normals;
}

/** Most neighbours that lists are kept of. */
const MOST_LISTED = 8;

/** Empty lists of the neighbours of so many points, for `surfaceSetter`. */
export function emptyLists(count: number, neighbours: number): NeighbourLists {
  const length = Math.max(0, Math.min(neighbours, MOST_LISTED, count - 1));
  return { length, slots: new Int32Array(length * count), sure: new Float64Array(count) };
}

/** Slot of each point of a tree by its index in the cloud. */
export function slotsOf({ order }: KdTreeArrays): Uint32Array {
  const slots = new Uint32Array(order.length);
  for (let slot = 0; slot < order.length; slot++) slots[order[slot]] = slot;
  return slots;
}

/**
 * Returns a function that sets the normal of the point in a slot, see `principalNormals`, and its list of neighbours.
 *
 * @param tree over the same points
 * @param slots of the points, by index
 */
export function surfaceSetter(
  { xyz }: PointSet,
  tree: KdTree,
  slots: Uint32Array,
  neighbours: number,
  normals: Float64Array,
  lists: NeighbourLists,
): (slot: number) => void {
  const indices = new Int32Array(neighbours + 1);
  const squared = new Float64Array(neighbours + 1);
  const eigen = new Float64Array(6);
  const { order } = tree.arrays;
  const { length } = lists;
  return (slot) => {
    const i = order[slot];
    const x = xyz[3 * i];
    const y = xyz[3 * i + 1];
    const z = xyz[3 * i + 2];
    const count = tree.kNearest(x, y, z, neighbours + 1, indices, squared);
    neighbourhoodEigen(xyz, indices, count, x, y, z, eigen);
    if (eigen[1] > LINE_RATIO * eigen[2]) {
      normals[3 * i] = eigen[3];
      normals[3 * i + 1] = eigen[4];
      normals[3 * i + 2] = eigen[5];
    }
    // Of points that lie on each other it may not be the first itself.
    for (let k = 0, to = length * slot; k < length; k++) lists.slots[to + k] = slots[indices[k + 1]];
    lists.sure[slot] = indices[0] === i ? SURE * squared[length] : 0;
  };
}

/** Share of the squared distance to the last neighbour: half of the way, less the rounding. */
const SURE = 0.25 * (1 - 1e-12);

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
    const x = xyz[3 * i];
    const y = xyz[3 * i + 1];
    const z = xyz[3 * i + 2];
    const count = search.kNearest(x, y, z, neighbours + 1, indices, squared);
    neighbourhoodEigen(xyz, indices, count, x, y, z, eigen);
    if (!(eigen[1] > LINE_RATIO * eigen[2])) return;
    normals[3 * i] = eigen[3];
    normals[3 * i + 1] = eigen[4];
    normals[3 * i + 2] = eigen[5];
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
  const s = SUMS.fill(0);
  for (let k = 0; k < count; k++) {
    const at = 3 * indices[k];
    addToPlane(s, 0, xyz[at] - x, xyz[at + 1] - y, xyz[at + 2] - z);
  }
  const part = 1 / count;
  planeEigen(
    (s[3] - s[0] * s[0] * part) * part,
    (s[4] - s[0] * s[1] * part) * part,
    (s[5] - s[0] * s[2] * part) * part,
    (s[6] - s[1] * s[1] * part) * part,
    (s[7] - s[1] * s[2] * part) * part,
    (s[8] - s[2] * s[2] * part) * part,
    eigen,
  );
}

const SUMS = new Float64Array(PLANE_SUMS);
