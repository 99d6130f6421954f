import type { PointSet } from '../problem/method.ts';

/**
 * Nearest-neighbour search over a cloud. Every structure returns exactly the brute-force result, bit by bit: squared
 * distances are `dx * dx + dy * dy + dz * dz` in this order, and ties are resolved by the smallest index.
 */
export interface NearestSearch {
  /**
   * Index of the nearest point, or -1 if none is within the limit.
   *
   * @param maxSquared largest accepted squared distance, m^2; the result is the same for any limit that includes it,
   *   and a tighter limit is faster
   */
  nearest(x: number, y: number, z: number, maxSquared: number): number;

  /**
   * The k nearest points, ascending by distance, then by index.
   *
   * @param indices, squared receive up to k indices and squared distances (m^2)
   * @returns number of neighbours: k, or all points of a smaller cloud
   */
  kNearest(x: number, y: number, z: number, k: number, indices: Int32Array, squared: Float64Array): number;
}

/** Builds a search structure over points, which are not copied unless the structure reorders them. */
export type BuildSearch = (points: PointSet) => NearestSearch;
