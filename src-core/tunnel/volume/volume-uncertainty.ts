import { coverageHalfWidth } from '../../math/coverage.ts';
import { type InstrumentRange, instrumentRangeOf } from '../../model/instrument-range.ts';
import type { UncertaintySource } from '../../model/tunnel.ts';
import type { WallIntegral } from '../wall/wall-integral.ts';
import type { WallSurface } from '../wall-surface.ts';
import { gapUncertainty } from './gap-uncertainty.ts';
import { interpolatedWallUncertainty } from './interpolated-wall-uncertainty.ts';
import { rangeLever } from './range-lever.ts';
import { sectionIntervalUncertainty } from './section-interval-uncertainty.ts';

/** Inputs of the uncertainty budget besides the points. docs/volume.md derives where each enters. */
export interface UncertaintyOptions extends InstrumentRange {
  /**
   * Standard deviation of the true wall from an interpolated hole, m, where the wall itself does not
   * determine it.
   */
  readonly fillSigma: number;
  /** Standard deviation of the length of the map between the two chainages, m, from the alignment. */
  readonly alongSigma: number;
  /** Standard deviation of the wall's radial position that is common to the range, m, from the alignment. */
  readonly radialSigma: number;
}

export const UNCERTAINTY_DEFAULTS: UncertaintyOptions = {
  ...instrumentRangeOf('OS-1-16'),
  fillSigma: 0.05,
  alongSigma: 0,
  radialSigma: 0,
};

/** Uncertainty of a volume. */
export interface VolumeUncertainty {
  /** Components, m^3, standard uncertainty each. */
  readonly parts: readonly { readonly source: UncertaintySource; readonly sigma: number }[];
  /** Half-width of the interval, m^3. */
  readonly plusMinus: number;
}

/**
 * Uncertainty budget of a volume according to the GUM (JCGM 100:2008), with independent components;
 * docs/volume.md derives each formula. All are assumed normal except the range bias, which is bounded: the
 * interval covers the given share of the distribution of their sum (JCGM 101).
 *
 * @param from, to of the integral
 * @param share coverage of the interval, 0..1
 */
export function volumeUncertainty(
  wall: WallSurface,
  integral: WallIntegral,
  [from, to]: readonly [number, number],
  share: number,
  options: UncertaintyOptions,
): VolumeUncertainty {
  const unseen = interpolatedWallUncertainty(wall, from, to, options.fillSigma);
  const bias = rangeLever(wall, integral, from, to) * options.rangeBias;
  // Noise rounds off the corners of a section: all of them together by at most pi times its square.
  const blur = (Math.PI * options.rangeNoise ** 2 * wall.geometry.lengthBetween(from, to)) / Math.sqrt(3);
  const normal: VolumeUncertainty['parts'] = [
    { source: 'range-noise', sigma: Math.hypot(Math.sqrt(integral.cellVariance), blur) },
    { source: 'section-interval', sigma: sectionIntervalUncertainty(wall, from, to) },
    { source: 'filled-wall', sigma: unseen.filled },
    { source: 'hidden-relief', sigma: unseen.hidden },
    { source: 'unsurveyed-gap', sigma: gapUncertainty(wall, integral) },
    { source: 'registration-along', sigma: integral.meanArea * options.alongSigma },
    { source: 'registration-radial', sigma: integral.surface * options.radialSigma },
  ];
  return {
    parts: [{ source: 'range-bias', sigma: bias / Math.sqrt(3) }, ...normal],
    plusMinus: coverageHalfWidth(bias, Math.hypot(...normal.map(({ sigma }) => sigma)), share),
  };
}
