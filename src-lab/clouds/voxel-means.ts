import type { PointSet } from '../problem/method.ts';

/**
 * Voxel-filters a cloud: returns the mean of the points in each voxel, in the order of the voxels. Weights move the
 * means, and their own mean is the weight of the voxel, so that equal weights change nothing.
 *
 * @param points with weights above 0, if any
 * @param edge of a voxel, m; 0 returns the cloud unchanged
 */
export function voxelMeans(points: PointSet, edge: number): PointSet {
  if (edge === 0) return points;
  const { count, xyz, weights, reflectivity } = points;
  const { voxelOf, first, voxels } = voxelsOf(xyz, count, edge);
  const sum = new Float64Array(3 * voxels);
  const total = new Float64Array(voxels);
  const brightness = new Float64Array(voxels);
  const members = new Uint32Array(voxels);
  for (let i = 0; i < count; i++) {
    const voxel = voxelOf[i];
    const weight = weights?.[i] ?? 1;
    members[voxel]++;
    total[voxel] += weight;
    brightness[voxel] += weight * (reflectivity?.[i] ?? 0);
    // Relative to the first point: large coordinates would lose the digits that averaging gains.
    for (let k = 0; k < 3; k++) sum[3 * voxel + k] += weight * (xyz[3 * i + k] - xyz[3 * first[voxel] + k]);
  }
  const order = inOrder(first.subarray(0, voxels), xyz, edge);
  const means = new Float64Array(3 * voxels);
  for (let n = 0; n < voxels; n++)
    for (let k = 0; k < 3; k++)
      means[3 * n + k] = xyz[3 * first[order[n]] + k] + sum[3 * order[n] + k] / total[order[n]];
  return {
    count: voxels,
    xyz: means,
    ...(weights && { weights: Float64Array.from(order, (voxel) => total[voxel] / members[voxel]) }),
    ...(reflectivity && {
      reflectivity: Float64Array.from(order, (voxel) => brightness[voxel] / total[voxel]),
    }),
  };
}

/** Voxel of each point, numbered as they first appear, and the first point of each. */
function voxelsOf(
  xyz: ArrayLike<number>,
  count: number,
  edge: number,
): { voxelOf: Uint32Array; first: Uint32Array; voxels: number } {
  const voxelOf = new Uint32Array(count);
  const first = new Uint32Array(count);
  let voxels = 0;
  // Open addressing, at most half full: voxel + 1 of each slot, 0 where it is free.
  const slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 * count + 2)));
  const mask = slots.length - 1;
  for (let i = 0; i < count; i++) {
    const x = Math.floor(xyz[3 * i] / edge);
    const y = Math.floor(xyz[3 * i + 1] / edge);
    const z = Math.floor(xyz[3 * i + 2] / edge);
    let slot = hashOf(x, y, z) & mask;
    for (;;) {
      const taken = slots[slot];
      if (taken === 0) {
        first[voxels] = i;
        voxelOf[i] = voxels;
        slots[slot] = ++voxels;
        break;
      }
      const other = 3 * first[taken - 1];
      if (
        Math.floor(xyz[other] / edge) === x &&
        Math.floor(xyz[other + 1] / edge) === y &&
        Math.floor(xyz[other + 2] / edge) === z
      ) {
        voxelOf[i] = taken - 1;
        break;
      }
      slot = (slot + 1) & mask;
    }
  }
  return { voxelOf, first, voxels };
}

/** Voxels by x, then y, then z of their cubes. @param first a point of each */
function inOrder(first: Uint32Array, xyz: ArrayLike<number>, edge: number): Uint32Array {
  // By the last coordinate first: each pass leaves equal ones in their order.
  let order = first.map((_, voxel) => voxel);
  for (const axis of [2, 1, 0]) {
    const cube = Float64Array.from(first, (point) => Math.floor(xyz[3 * point + axis] / edge));
    order = byCoordinate(order, cube);
  }
  return order;
}

/** Coordinates within a span of so many times their number are counted, others compared. */
const COUNTED_SPAN = 4;

/** Stable sort of voxels by one coordinate of their cubes. */
function byCoordinate(order: Uint32Array, cube: Float64Array): Uint32Array<ArrayBuffer> {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of cube) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  if (!(most - least <= COUNTED_SPAN * order.length)) return order.toSorted((a, b) => cube[a] - cube[b]);
  const from = new Uint32Array(most - least + 2);
  for (const value of cube) from[value - least + 1]++;
  for (let at = 1; at < from.length; at++) from[at] += from[at - 1];
  const sorted = new Uint32Array(order.length);
  for (const voxel of order) sorted[from[cube[voxel] - least]++] = voxel;
  return sorted;
}

/** Spreads the coordinates of cubes over 32 bits; those beyond are taken modulo 2^32. */
function hashOf(x: number, y: number, z: number): number {
  let hash = Math.imul(x | 0, 0x9e3779b1) ^ Math.imul(y | 0, 0x85ebca6b) ^ Math.imul(z | 0, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
