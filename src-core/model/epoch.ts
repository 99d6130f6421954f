import type { Stretch } from './axis.ts';
import type { Warning } from './warnings.ts';

/** A figure with the half-width of its 95 % interval. */
export interface Figure {
  readonly value: number;
  readonly plusMinus: number;
}

/** A blasting round (disparo), as in the log of the drive: the stretch that was drilled. */
export interface Round extends Stretch {
  readonly name: string;
}

/** Least length of a round, m. */
export const SHORTEST_ROUND = 0.2;

/** Requested rounds: a list, or rounds of equal length from a chainage on, m. */
export type RoundsRequest =
  | { readonly by: 'list'; readonly rounds: readonly Round[] }
  | { readonly by: 'length'; readonly start: number; readonly length: number };

/** Uncertainty components of a comparison of two surveys. */
export type EpochSource =
  /**
   * Systematic error of the ranges: with one instrument it is the same in both surveys, and only affects the new
   * wall.
   */
  | 'range-bias'
  | 'range-noise'
  /** Wall that neither survey, or only one of them, measured. */
  | 'filled-wall'
  /** Noise of the faces, and their unobserved part. */
  | 'face'
  /** Position of either map along the axis, from alignment and control. */
  | 'registration-along'
  | 'registration-radial'
  | 'unsurveyed-gap';

/**
 * What places a survey in the frame of a comparison: its own control points; its join to the earlier survey; a stated pose
 * of its first scan; the coordinates of its cloud; or nothing, so that the frame is that of its own first scan.
 */
export const EPOCH_PLACEMENTS = ['control', 'join', 'pose', 'coordinates', 'local'] as const;
export type EpochPlacement = (typeof EPOCH_PLACEMENTS)[number];

/** One of two surveys that were compared. */
export interface ComparedEpoch {
  readonly name: string;
  /** ISO 8601; null: not set. */
  readonly date: string | null;
  readonly placedBy: EpochPlacement;
}

/** A dated survey against an earlier one of the same working, along one axis. */
export interface EpochComparison {
  readonly earlier: ComparedEpoch;
  readonly later: ComparedEpoch;
  /** Chainages over which both have complete sections. */
  readonly common: Stretch;
  /**
   * Volume excavated in the period, m^3: from the wall over the common stretch, and from the new length; they add
   * up.
   */
  readonly volume: Figure;
  readonly overCommon: Figure;
  /** Null if a face was not observed: then `volume` covers the common stretch only. */
  readonly newLength: Figure | null;
  /** Uncertainty budget of `volume`, m^3, one standard deviation each. */
  readonly uncertainty: readonly { readonly source: EpochSource; readonly sigma: number }[];
  /** Advance of the mean face, metres of axis in space; null if a face was not observed. */
  readonly advance: Figure | null;
  /** Mean chainages of the faces, m; null if not observed. */
  readonly faces: { readonly earlier: number | null; readonly later: number | null };
  readonly rounds: readonly RoundResult[];
  readonly warnings: readonly EpochWarning[];
}

/** Result of one round. */
export interface RoundResult extends Round {
  /** Volume excavated between its chainages, m^3. */
  readonly volume: Figure;
  /** Face advance within it, m, and its share of the drilled length; null if a face was not observed. */
  readonly advance: number | null;
  readonly pull: number | null;
}

export interface EpochWarning extends Warning {
  readonly code: 'face-unseen' | 'face-went-back' | 'axis-short';
}
