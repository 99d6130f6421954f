import type { Stretch } from './axis.ts';

/**
 * How far the wall moved between two surveys, unrolled: rows along the axis x columns round the section. Plain columns, so
 * that it travels to a window as it is.
 */
export interface ConvergenceMap {
  /** Chainage of the first edge of the first row, length of a row, m, and their count. */
  readonly from: number;
  readonly step: number;
  readonly rows: number;
  /** Parts of the full turn, from -pi (left towards up); round the middle of the earlier section. */
  readonly columns: number;
  /**
   * Per patch, row by row: mean signed distance along the normal of the profile, m; positive where the void grew, less what
   * the place of the later map makes of it as far as that is in doubt (`laid`). NaN where too few cells were measured in both
   * surveys: a filled cell never counts.
   */
  readonly distance: Float32Array<ArrayBuffer>;
  /** Level of detection at 95 %, m: a smaller distance is noise. NaN where the distance is. */
  readonly detection: Float32Array<ArrayBuffer>;
  /** 1 where the distance is greater than the level of detection. */
  readonly significant: Uint8Array<ArrayBuffer>;
  readonly profiles: readonly ProfileConvergence[];
  /** Share of the patches that both surveys measured, 0..1. */
  readonly comparedShare: number;
}

/** What the wall of one row did. */
export interface ProfileConvergence extends Stretch {
  /** Mean distance over the compared patches, m; null where none is. */
  readonly mean: number | null;
  /** Greatest significant move inward (negative) and outward, m; null where none is significant. */
  readonly inward: number | null;
  readonly outward: number | null;
  /** By how much the later map stands left and up of the earlier wall there, by what most of it does; taken off, m. */
  readonly laid: readonly [left: number, up: number];
  /** Wall to wall, and roof to floor, through the middle of the section; null where an end was not measured twice. */
  readonly width: Closure | null;
  readonly height: Closure | null;
}

/** Change of a chord of the section, as a tape between two bolts would tell: no place of the map enters it. */
export interface Closure {
  /** Length at the earlier survey, m. */
  readonly before: number;
  /** How much shorter it became, m; negative: longer. */
  readonly closed: number;
  /** Level of detection at 95 %, m. */
  readonly detection: number;
}
