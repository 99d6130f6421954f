import { seededRandom } from '../math/random.ts';
import { applyToPoint } from '../math/se3.ts';
import { median } from '../math/statistics.ts';
import type { Rigid } from '../model/rigid.ts';
import { checkPoints } from './check-points.ts';
import type { PointSet } from './method.ts';
import { KdTree } from './search/kd-tree.ts';

/** Source points that are looked at, drawn by chance: enough for a median within a few per cent. */
const SAMPLE = 2000;
const SEED = 1;
/** Distances beyond this many medians are taken for places that the other cloud does not show. */
const MEDIANS = 2.5;

/**
 * A `maxDistance` for clouds of which each shows things that the other does not: two and a half times the median distance to the
 * nearest point under the starting transform. The papers match every point, which is right only for clouds of one and
 * the same surface.
 *
 * @param T_target_source where the registration will start
 * @returns m
 * @throws SocavonError 'too-few-points', 'points-unusable'
 */
export function suggestMaxDistance(source: PointSet, target: PointSet, T_target_source: Rigid): number {
  checkPoints(source, 'source');
  checkPoints(target, 'target');
  const search = new KdTree(target);
  const count = Math.min(SAMPLE, source.count);
  // Not every n-th: points come in rings and rows, and a stride may hit the same part of each.
  const random = seededRandom(SEED);
  const distances = Float64Array.from({ length: count }, (_, k) => {
    const at = 3 * (count === source.count ? k : random.below(source.count));
    const [px, py, pz] = source.xyz.subarray(at, at + 3);
    const [x, y, z] = applyToPoint(T_target_source, px, py, pz);
    const to = 3 * search.nearest(x, y, z, Number.POSITIVE_INFINITY);
    return Math.hypot(x - target.xyz[to], y - target.xyz[to + 1], z - target.xyz[to + 2]);
  });
  return MEDIANS * median(distances);
}
