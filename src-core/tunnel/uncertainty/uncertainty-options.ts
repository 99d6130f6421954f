import { type InstrumentRange, instrumentRangeOf } from '../../model/instrument-range.ts';

/** Inputs of the uncertainty budget besides the points. docs/volume.md derives where each enters. */
export interface UncertaintyOptions extends InstrumentRange {
  /**
   * Standard deviation of the true wall from an interpolated hole, m, where the wall itself does not
   * determine it.
   */
  readonly fillSigma: number;
  /** Standard deviation of the length of the map between the two chainages, m, from the alignment. */
  readonly alongSigma: number;
  /** True if part of that length was observed by nothing, so that it may be off by any amount. */
  readonly isLengthUnobserved: boolean;
  /** Standard deviation of the wall's radial position that is common to the range, m, from the alignment. */
  readonly radialSigma: number;
  /** Lateral standard deviation of the position of a scan, m: what halves of the scans may differ by. */
  readonly lateralSigma: number;
}

export const UNCERTAINTY_DEFAULTS: UncertaintyOptions = {
  ...instrumentRangeOf('OS-1-16'),
  fillSigma: 0.05,
  alongSigma: 0,
  isLengthUnobserved: false,
  radialSigma: 0,
  lateralSigma: 0.002,
};
