import type { Stretch } from './axis.ts';

/**
 * Convergence of the wall between two surveys, unrolled: rows along the axis x columns round the section. Plain
 * columns, so that it can be sent to a window unchanged.
 */
export interface ConvergenceMap {
  /** Chainage of the first edge of the first row, length of a row, m, and the number of rows. */
  readonly from: number;
  readonly step: number;
  readonly rows: number;
  /** Sectors of the full turn, from -pi (left towards up); about the middle of the earlier section. */
  readonly columns: number;
  /**
   * Per patch, row by row: mean signed distance along the normal of the profile, m; positive where the void grew,
   * less the offset that the registration of the later map explains within its uncertainty (`laid`). NaN if too few
   * cells were measured in both surveys: an interpolated cell never counts.
   */
  readonly distance: Float32Array<ArrayBuffer>;
  /** Level of detection at 95 %, m: a smaller distance is noise. NaN where the distance is NaN. */
  readonly detection: Float32Array<ArrayBuffer>;
  /** 1 where the distance is greater than the level of detection. */
  readonly significant: Uint8Array<ArrayBuffer>;
  readonly profiles: readonly ProfileConvergence[];
  /** Share of the patches that both surveys measured, 0..1. */
  readonly comparedShare: number;
}

/** Convergence of the wall in one row. */
export interface ProfileConvergence extends Stretch {
  /** Mean distance over the compared patches, m; null if there is none. */
  readonly mean: number | null;
  /** Greatest significant movement inward (negative) and outward, m; null if none is significant. */
  readonly inward: number | null;
  readonly outward: number | null;
  /** Robust offset of the later map from the earlier wall in this row, left and up; subtracted, m. */
  readonly laid: readonly [left: number, up: number];
  /** Wall to wall, and roof to floor, through the middle of the section; null if an end was not measured twice. */
  readonly width: Closure | null;
  readonly height: Closure | null;
}

/**
 * Change of a chord of the section, as a tape between two bolts would measure it: independent of the map's pose.
 */
export interface Closure {
  /** Length at the earlier survey, m. */
  readonly before: number;
  /** Shortening, m; negative: longer. */
  readonly closed: number;
  /** Level of detection at 95 %, m. */
  readonly detection: number;
}
