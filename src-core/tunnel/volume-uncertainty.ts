import type { UncertaintySource, VolumeMethods } from '../model/tunnel.ts';
import type { WallIntegral } from './wall-integral.ts';
import type { WallSurface } from './wall-surface.ts';

/** What is known of the measurement beside the points. docs/volume.md says where each figure enters. */
export interface UncertaintyOptions {
  /** Bound of the instrument's systematic range error, m: half-width of a uniform distribution. */
  readonly rangeBias: number;
  /** How far the true wall may lie from where a hole was filled, m, one standard deviation. */
  readonly fillSigma: number;
  /** Standard deviation of the length of the map between the two chainages, m, from the alignment. */
  readonly alongSigma: number;
  /** Standard deviation of the wall's radial position that is common to the range, m, from the alignment. */
  readonly radialSigma: number;
}

export const UNCERTAINTY_DEFAULTS: UncertaintyOptions = {
  rangeBias: 0.005,
  fillSigma: 0.05,
  alongSigma: 0,
  radialSigma: 0,
};

/**
 * The parts of a volume's uncertainty, m^3, one standard deviation each, as the GUM asks for (JCGM 100:2008);
 * independent of each other, so they add in squares. docs/volume.md derives each formula.
 */
export function volumeUncertainty(
  wall: WallSurface,
  integral: WallIntegral,
  methods: VolumeMethods,
  options: UncertaintyOptions,
): { source: UncertaintySource; sigma: number }[] {
  const values = Object.values(methods);
  const spread = Math.max(...values) - Math.min(...values);
  const gapLength = integral.gaps.reduce(
    (sum, gap) => sum + wall.geometry.lengthBetween(gap.from, gap.to),
    0,
  );
  const gapSurface = (integral.surface * gapLength * integral.meanArea) / integral.volume;
  const filledSurface = Math.max(0, integral.surface - integral.measuredSurface - gapSurface);
  return [
    { source: 'range-bias', sigma: (integral.surface * options.rangeBias) / Math.sqrt(3) },
    { source: 'range-noise', sigma: Math.sqrt(integral.cellVariance) },
    { source: 'method-spread', sigma: spread / Math.sqrt(12) },
    { source: 'filled-wall', sigma: filledSurface * options.fillSigma },
    { source: 'unsurveyed-gap', sigma: gapLength * integral.areaSpread },
    { source: 'registration-along', sigma: integral.meanArea * options.alongSigma },
    { source: 'registration-radial', sigma: integral.surface * options.radialSigma },
  ];
}
