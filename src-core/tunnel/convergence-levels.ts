import { quantile } from '../math/statistics.ts';
import type { ConvergenceMap } from '../model/convergence.ts';

/** What a comparison of two walls can see at all. */
export interface ConvergenceLevels {
  /** Level of detection that half of the compared patches reach, and nine of ten, m; NaN where none is compared. */
  readonly half: number;
  readonly most: number;
  /** The farthest that the later map was laid aside or up, m. */
  readonly laid: number;
}

/** How small a move is seen on most of the wall, and how far the later map was moved for it. */
export function convergenceLevels({
  detection,
  profiles,
}: Pick<ConvergenceMap, 'detection' | 'profiles'>): ConvergenceLevels {
  const known = detection.filter((level) => !Number.isNaN(level));
  return {
    half: quantile(known, 0.5),
    most: quantile(known, 0.9),
    laid: profiles.reduce((farthest, { laid }) => Math.max(farthest, Math.hypot(...laid)), 0),
  };
}
