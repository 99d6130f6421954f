import { coverageHalfWidth } from '../../../math/coverage.ts';
import type { StatedFirst, UncertaintySource } from '../../../model/tunnel.ts';
import type { VolumeEvidence } from '../../uncertainty/component.ts';
import { compareHalves, type HalfComparison } from '../../uncertainty/halves.ts';
import { effectOn, instrumentPosterior } from '../../uncertainty/instrument-posterior.ts';
import { interpolatedWallUncertainty } from '../../uncertainty/interpolated-wall-uncertainty.ts';
import { rangeBiasHalfWidth } from '../../uncertainty/range-bias.ts';
import { rangeLever } from '../../uncertainty/range-lever.ts';
import { alongPerMetreSigma } from '../../uncertainty/registration-along.ts';
import { COMPONENTS, reachOf } from '../../uncertainty/uncertainty-components.ts';
import type { UncertaintyOptions } from '../../uncertainty/uncertainty-options.ts';
import { halfLimits } from '../../uncertainty/unmodelled.ts';
import type { WallIntegral } from '../../wall/wall-integral.ts';
import type { WallSurface } from '../../wall/wall-surface.ts';

/** Uncertainty of a volume. */
interface VolumeUncertainty {
  /** Components, m^3, standard uncertainty each. */
  readonly parts: readonly { readonly source: UncertaintySource; readonly sigma: number }[];
  /** Half-width of the interval, m^3. */
  readonly plusMinus: number;
  /** Half-width of the interval of the volume per metre, m^3/m. */
  readonly perMetrePlusMinus: number;
  readonly statedFirst: StatedFirst;
  readonly halves: HalfComparison;
}

/**
 * Uncertainty budget of a volume according to the GUM (JCGM 100:2008), with independent components; docs/volume.md
 * derives each formula. The interval covers the given share of the distribution of their sum (JCGM 101): of one
 * bounded quantity, the range bias, and a normal one, all others.
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
  const evidence = evidenceOf(wall, integral, [from, to], options);
  const parts = COMPONENTS.flatMap(({ source, sigma }) => {
    const value = sigma(evidence);
    return value === null ? [] : [{ source, sigma: value }];
  });
  const sigmasOf = (...reaches: string[]): number[] =>
    parts.filter(({ source }) => reaches.includes(reachOf(source))).map(({ sigma }) => sigma);
  const bias = rangeBiasHalfWidth(evidence);
  const ofWall = Math.hypot(...sigmasOf('common', 'local'));
  const ofLength = Math.hypot(...sigmasOf('length'));
  const isPerMetre = options.isLengthUnobserved && ofLength > Math.hypot(ofWall, ...sigmasOf('bounded'));
  return {
    parts,
    plusMinus: coverageHalfWidth(bias, Math.hypot(ofWall, ofLength), share),
    perMetrePlusMinus:
      coverageHalfWidth(bias, Math.hypot(ofWall, alongPerMetreSigma(evidence)), share) / evidence.length,
    statedFirst: isPerMetre ? 'per-metre' : 'total',
    halves: evidence.halves,
  };
}

function evidenceOf(
  wall: WallSurface,
  integral: WallIntegral,
  [from, to]: readonly [number, number],
  options: UncertaintyOptions,
): VolumeEvidence {
  const lever = rangeLever(wall, integral, from, to);
  return {
    wall,
    from,
    to,
    length: wall.geometry.lengthBetween(from, to),
    integral,
    lever,
    instrument: effectOn(lever, instrumentPosterior(wall.grid.halves, options)),
    unseen: interpolatedWallUncertainty(wall, from, to, options.fillSigma),
    halves: compareHalves(wall, integral, lever, [from, to], halfLimits(options)),
    options,
  };
}
