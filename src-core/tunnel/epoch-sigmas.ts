import type { EpochOptions, SurveyedEpoch } from './epoch-options.ts';
import { alongSigma } from './strip-lengths.ts';

/**
 * Standard deviation of a difference of volumes by the systematic error of the ranges, m^3: one instrument errs alike on both
 * walls, so only what is new feels it; two instruments err each in its own way.
 *
 * @param before, after surface of the walls, m^2
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
