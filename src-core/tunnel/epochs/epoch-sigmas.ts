import { coverageHalfWidth } from '../../math/coverage.ts';
import type { EpochOptions, SurveyedEpoch } from '../epoch-options.ts';
import { alongSigma } from '../reliability-lengths.ts';
import { interpolatedWallUncertainty } from '../volume/interpolated-wall-uncertainty.ts';
import type { WallSurface } from '../wall-surface.ts';

/**
 * Standard deviation of a difference of volumes by the systematic error of the ranges, m^3: one instrument errs alike on both
 * walls, so only what is new feels it; two instruments err each in its own way.
 *
 * @param before, after how much either void grows per metre that its ranges are too long, m^2
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

/** Whether the two are known to be of one instrument. */
export function sameInstrument(earlier: SurveyedEpoch, later: SurveyedEpoch): boolean {
  return earlier.instrument !== null && earlier.instrument === later.instrument;
}

/** Standard deviation along the axis of a place of the later map against one of the earlier, m. */
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

/** What was not seen of a wall, m^3, one standard deviation: as for a volume. */
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
 * Half-width of the interval of 95 %: the bias of the ranges is bounded, the rest normal.
 *
 * @param bias, rest standard deviations
 */
export function halfWidth95(bias: number, rest: number): number {
  return coverageHalfWidth(Math.sqrt(3) * bias, rest, 0.95);
}
