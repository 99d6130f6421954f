import { hash3 } from '../../math/random.ts';

/**
 * The largest number by which a point is still drawn, see `isDrawn`.
 *
 * @param thinning part of the points that are drawn, more than 0, at most 1
 * @returns a whole number in [0, 2^32); the greatest draws all points
 */
export function drawBound(thinning: number): number {
  return Math.ceil(thinning * 2 ** 32) - 1;
}

/**
 * Whether a pass of pICP that is thinned matches a point. The draw hashes the numbers of the pass and of the point instead
 * of going on with a sequence, so that it is the same however many workers share the points, and on the GPU, where all
 * points are drawn at once. GPU twin: shaders/drawn.wgsl.
 *
 * @param pass number of the pass, from 0
 * @param point index in the source
 * @param bound of `drawBound`
 */
export function isDrawn(seed: number, pass: number, point: number, bound: number): boolean {
  return hash3(seed, pass, point) <= bound;
}
