import type { Rigid } from '../../model/rigid.ts';
import type { MatchPoints } from '../../odometry/match/scan-matcher.ts';
import type { Submap } from '../../odometry/match/submap.ts';

/** Goodness of fit of points to the planes of a submap's finest bins. */
export interface LoopFit {
  /** Share of all points that are in a bin with a plane: the overlap of the two places. */
  readonly overlap: number;
  /** Share of the overlapping points within twice the noise of range and plane. */
  readonly inlierShare: number;
  /** Root mean square distance of the inliers, m. */
  readonly rms: number;
}

/** Distance of an inlier in standard deviations. */
const INLIER_SIGMAS = 2;

/**
 * Evaluates a pose by the finest bins alone: in coarse ones all drives look alike.
 *
 * @param T pose of the points' frame in that of the submap
 * @param rangeSigma standard deviation of a range, m
 */
export function loopFit(
  { count, xyz }: MatchPoints,
  { levels: [fine] }: Submap,
  { R, t }: Rigid,
  rangeSigma: number,
): LoopFit {
  let matched = 0;
  let inliers = 0;
  let squared = 0;
  for (let i = 0; i < 3 * count; i += 3) {
    const x = R[0] * xyz[i] + R[1] * xyz[i + 1] + R[2] * xyz[i + 2] + t[0];
    const y = R[3] * xyz[i] + R[4] * xyz[i + 1] + R[5] * xyz[i + 2] + t[1];
    const z = R[6] * xyz[i] + R[7] * xyz[i + 1] + R[8] * xyz[i + 2] + t[2];
    const bin = fine.find(x, y, z);
    const at = bin < 0 ? -1 : fine.planeOf(bin);
    if (at < 0) continue;
    const p = fine.plane;
    const e = (x - p[at]) * p[at + 3] + (y - p[at + 1]) * p[at + 4] + (z - p[at + 2]) * p[at + 5];
    matched++;
    if (e * e > INLIER_SIGMAS ** 2 * (rangeSigma ** 2 + p[at + 6] ** 2)) continue;
    inliers++;
    squared += e * e;
  }
  return {
    overlap: count > 0 ? matched / count : 0,
    inlierShare: matched > 0 ? inliers / matched : 0,
    rms: inliers > 0 ? Math.sqrt(squared / inliers) : 0,
  };
}
