import { hash3 } from '../../src-core/math/random.ts';

/**
 * Returns the largest hash at which a point is still drawn, see `isDrawn`.
 *
 * @param thinning fraction of the points that are drawn, more than 0, at most 1
 * @returns an integer in [0, 2^32); the largest draws all points
 */
export function drawBound(thinning: number): number {
  return Math.ceil(thinning * 2 ** 32) - 1;
}

/**
 * True if a subsampled pass of pICP matches a point. The decision hashes the numbers of the pass and of the point
 * instead of advancing a random sequence, so that it is independent of the number of workers, and equal on the GPU,
 * where all points are drawn in parallel. GPU twin: shaders/drawn.wgsl.
 *
 * @param pass number of the pass, from 0
 * @param point index in the source
 * @param bound from `drawBound`
 */
export function isDrawn(seed: number, pass: number, point: number, bound: number): boolean {
  return hash3(seed, pass, point) <= bound;
}
