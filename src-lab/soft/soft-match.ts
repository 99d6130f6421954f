import { PAIR_SUMS, type PairAccumulator, type PairSums } from '../../src-core/math/horn.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import type { PointSet } from '../problem/method.ts';

/** Minimum matched share of a point, against its outlier weight, to count as an inlier. */
const INLIER_SHARE = 0.5;

/**
 * Sums of one pass over all pairs (source y_i, target x_j) of the weights a_ij of a soft method: stored per y_i,
 * never as a matrix, so that memory grows with N + M.
 */
export interface SoftMatch {
  /** Weight of each y_i in the pose step. */
  readonly weight: Float64Array;
  /** Weighted sum of the x_j for each y_i, m: 3 numbers. Divided by the weight it is y_i's virtual match x'_i. */
  readonly partner: Float64Array;
  /** Matched share, 0..1; the remainder to 1 is the outlier weight. */
  readonly share: Float64Array;
  /** Sum of a_ij. */
  total: number;
  /** Sum of a_ij d_ij^2, m^2. */
  squared: number;
  /** Sum of a_ij^2: equal to `total` if every match is one-to-one. */
  hardness: number;
}

export function softMatch(count: number): SoftMatch {
  return {
    weight: new Float64Array(count),
    partner: new Float64Array(3 * count),
    share: new Float64Array(count),
    total: 0,
    squared: 0,
    hardness: 0,
  };
}

/** Transforms points; `moved` receives 3 * count numbers, m. */
export function transformPointsInto(T: Rigid, points: PointSet, moved: Float64Array): void {
  const [a, b, c, d, e, f, g, h, i] = T.R;
  const [tx, ty, tz] = T.t;
  for (let at = 0; at < 3 * points.count; at += 3) {
    const x = points.xyz[at];
    const y = points.xyz[at + 1];
    const z = points.xyz[at + 2];
    moved[at] = a * x + b * y + c * z + tx;
    moved[at + 1] = d * x + e * y + f * z + ty;
    moved[at + 2] = g * x + h * y + i * z + tz;
  }
}

/**
 * Horn's sums of the pairs (y_i, x'_i) with their weights (Tamaki eq. 16, 17, 28; the same as 18-20 summed by rows).
 */
export function softPairSums(source: PointSet, match: SoftMatch, pairs: PairAccumulator): PairSums {
  const { weight, partner } = match;
  pairs.clear();
  for (let i = 0, at = 0; i < source.count; i++, at += 3) {
    const w = weight[i];
    if (!(w > 0)) continue;
    pairs.add(
      source.xyz[at],
      source.xyz[at + 1],
      source.xyz[at + 2],
      partner[at] / w,
      partner[at + 1] / w,
      partner[at + 2] / w,
      w,
    );
  }
  const sums = new Float64Array(PAIR_SUMS);
  pairs.sumsInto(sums);
  return sums;
}

/** Root mean square of the weighted distances, m; 0 if the total weight is 0. */
export function softRms(match: SoftMatch): number {
  return match.total > 0 ? Math.sqrt(match.squared / match.total) : 0;
}

export function softInliers(match: SoftMatch): number {
  let inliers = 0;
  for (const share of match.share) if (share >= INLIER_SHARE) inliers++;
  return inliers;
}
