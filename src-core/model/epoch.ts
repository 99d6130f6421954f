import type { Stretch } from './axis.ts';
import type { Warning } from './warnings.ts';

/** A figure with the half-width of its interval of 95 %. */
export interface Figure {
  readonly value: number;
  readonly plusMinus: number;
}

/** A blasting round (disparo), as the log of the drive has it: the stretch that was drilled. */
export interface Round extends Stretch {
  readonly name: string;
}

/** Requested rounds: one by one, or rounds of one length from a chainage on, m. */
export type RoundsRequest =
  | { readonly by: 'list'; readonly rounds: readonly Round[] }
  | { readonly by: 'length'; readonly start: number; readonly length: number };

/** What a comparison of two surveys rests on. */
export type EpochSource =
  /** Systematic error of the ranges: one instrument has it in both surveys, and then only the new wall feels it. */
  | 'range-bias'
  | 'range-noise'
  /** Wall that no survey, or only one of them, measured. */
  | 'filled-wall'
  /** Noise of the faces, and what of them was not seen. */
  | 'face'
  /** Place of either map along the axis, as alignment and control have it. */
  | 'registration-along'
  | 'registration-radial'
  | 'unsurveyed-gap';

/** A dated survey against an earlier one of the same working, along one axis. */
export interface EpochComparison {
  /** Names and dates (ISO 8601) of the surveys; null where none was given. */
  readonly earlier: { readonly name: string; readonly date: string | null };
  readonly later: { readonly name: string; readonly date: string | null };
  /** Chainages over which both have whole sections. */
  readonly common: Stretch;
  /** Void gained in the period, m^3: of the wall over the common stretch, and of the new length; they add up. */
  readonly volume: Figure;
  readonly overCommon: Figure;
  /** Null where a face was not seen: then `volume` is of the common stretch alone. */
  readonly newLength: Figure | null;
  /** What the ± of `volume` is made of, m^3, one standard deviation each. */
  readonly uncertainty: readonly { readonly source: EpochSource; readonly sigma: number }[];
  /** Metres of axis in space that the mean face went on by; null where a face was not seen. */
  readonly advance: Figure | null;
  /** Mean chainages of the faces, m; null where not seen. */
  readonly faces: { readonly earlier: number | null; readonly later: number | null };
  readonly rounds: readonly RoundResult[];
  readonly warnings: readonly EpochWarning[];
}

/** What one round gave. */
export interface RoundResult extends Round {
  /** Void gained between its chainages, m^3. */
  readonly volume: Figure;
  /** How far the face went on within it, m, and the share of the drilled length; null where a face was not seen. */
  readonly advance: number | null;
  readonly pull: number | null;
}

export interface EpochWarning extends Warning {
  readonly code: 'face-unseen' | 'face-went-back' | 'axis-short';
}
