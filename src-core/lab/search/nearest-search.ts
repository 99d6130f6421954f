import type { PointSet } from '../method.ts';

/**
 * Nearest points of a cloud. Every structure gives exactly what brute force gives, to the last bit: squared distances
 * are `dx * dx + dy * dy + dz * dz` in this order, and of points equally far the one with the smallest index counts.
 */
export interface NearestSearch {
  /**
   * Index of the nearest point, or -1 where none is within the limit.
   *
   * @param maxSquared squared distance that still counts, m^2; the answer is the same for any limit that holds it, and
   *   the closer the limit, the sooner it comes
   */
  nearest(x: number, y: number, z: number, maxSquared: number): number;

  /**
   * The k nearest points, ascending by distance, then by index.
   *
   * @param indices, squared receive up to k indices and squared distances (m^2)
   * @returns how many there are: k, or all points of a smaller cloud
   */
  kNearest(x: number, y: number, z: number, k: number, indices: Int32Array, squared: Float64Array): number;
}

/** Makes a search structure over points, which are not copied unless the structure reorders them. */
export type BuildSearch = (points: PointSet) => NearestSearch;
