import { quantile } from '../../math/statistics.ts';
import type { ConvergenceMap } from '../../model/convergence.ts';

/** Detection limits of a comparison of two walls. */
interface ConvergenceLevels {
  /** Level of detection that half of the compared patches reach, and nine of ten, m; NaN if none is compared. */
  readonly half: number;
  readonly most: number;
  /** Greatest shift of the later map to the side or up by the registration, m. */
  readonly laid: number;
}

/** Levels of detection over the wall, and the greatest shift of the later map by the registration. */
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
