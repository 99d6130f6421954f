import { coverageHalfWidth } from '../../math/coverage.ts';
import { alongSigma } from '../axis/reliability-lengths.ts';
import { interpolatedWallUncertainty } from '../uncertainty/interpolated-wall-uncertainty.ts';
import type { WallSurface } from '../wall/wall-surface.ts';
import type { EpochOptions, SurveyedEpoch } from './epoch-options.ts';

/**
 * Standard deviation of a difference of volumes due to the range bias, m^3: one instrument has the same bias
 * on both walls, so that only new wall is affected; the biases of two instruments are independent.
 *
 * @param before, after growth of either void per metre of range bias, m^2
 */
export function biasSigma(
  earlier: SurveyedEpoch,
  later: SurveyedEpoch,
  before: number,
  after: number,
  { rangeBias }: EpochOptions,
): number {
  const felt = sameInstrument(earlier, later) ? Math.abs(after - before) : Math.hypot(before, after);
  return (felt * rangeBias) / Math.sqrt(3);
}

/** True if the two are known to be of one instrument. */
export function sameInstrument(earlier: SurveyedEpoch, later: SurveyedEpoch): boolean {
  return earlier.instrument !== null && earlier.instrument === later.instrument;
}

/** Standard deviation along the axis of a chainage of the later map relative to one of the earlier, m. */
export function relativeSigma(
  earlier: SurveyedEpoch,
  later: SurveyedEpoch,
  before: number,
  after: number,
  options: EpochOptions,
): number {
  if (options.relativeSigma !== null) return options.relativeSigma;
  return Math.hypot(
    alongSigma(earlier.strip, before),
    earlier.controlSigma,
    alongSigma(later.strip, after),
    later.controlSigma,
  );
}

/** Standard uncertainty of the unobserved wall, m^3, as for a volume. */
export function fillSigma(
  wall: WallSurface,
  from: number,
  to: number,
  { fillSigma }: Pick<EpochOptions, 'fillSigma'>,
): number {
  const { filled, hidden } = interpolatedWallUncertainty(wall, from, to, fillSigma);
  return Math.hypot(filled, hidden);
}

/**
 * Half-width of the 95 % interval: the range bias is bounded, the rest normal.
 *
 * @param bias, rest standard deviations
 */
export function halfWidth95(bias: number, rest: number): number {
  return coverageHalfWidth(Math.sqrt(3) * bias, rest, 0.95);
}
