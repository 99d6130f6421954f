import { seededRandom } from '../../src-core/math/random.ts';
import { applyToPoint } from '../../src-core/math/se3.ts';
import { median } from '../../src-core/math/statistics.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { checkPoints } from '../problem/check-points.ts';
import type { PointSet } from '../problem/method.ts';
import { KdTree } from '../search/kd-tree.ts';
import { eveningEdge } from './even-density.ts';
import { voxelMeans } from './voxel-means.ts';

/** Size of the random sample of source points: enough for a median within a few per cent. */
const SAMPLE = 2000;
const SEED = 1;
/** Distances beyond this many medians count as surface that is missing in the other cloud. */
const MEDIANS = 2.5;

/**
 * Suggests a `maxDistance` for clouds that each contain surface missing in the other: 2.5 times the median distance
 * to the nearest point under the initial guess, of clouds that lie evenly: the dense rings about a sensor would set it
 * for all others. The papers match every point, which is right only for clouds of one
 * and the same surface.
 *
 * @param T_target_source initial guess of the registration
 * @returns m
 * @throws SocavonError 'too-few-points', 'points-unusable'
 */
export function suggestMaxDistance(source: PointSet, target: PointSet, T_target_source: Rigid): number {
  checkPoints(source, 'source');
  checkPoints(target, 'target');
  const edge = eveningEdge(source, target);
  const [from, to] = [source, target].map((points) => voxelMeans(points, edge));
  return MEDIANS * medianMatchDistance(from, to, T_target_source);
}

/**
 * Median distance from the points of the source, under the initial guess, to the nearest of the target, m.
 *
 * @throws SocavonError 'too-few-points', 'points-unusable'
 */
export function medianMatchDistance(source: PointSet, target: PointSet, T_target_source: Rigid): number {
  checkPoints(source, 'source');
  checkPoints(target, 'target');
  const search = new KdTree(target);
  const count = Math.min(SAMPLE, source.count);
  // Random instead of every nth: points come in rings and rows, and a stride may hit the same part of each.
  const random = seededRandom(SEED);
  const distances = Float64Array.from({ length: count }, (_, k) => {
    const at = 3 * (count === source.count ? k : random.below(source.count));
    const [px, py, pz] = source.xyz.subarray(at, at + 3);
    const [x, y, z] = applyToPoint(T_target_source, px, py, pz);
    const to = 3 * search.nearest(x, y, z, Number.POSITIVE_INFINITY);
    return Math.hypot(x - target.xyz[to], y - target.xyz[to + 1], z - target.xyz[to + 2]);
  });
  return median(distances);
}
