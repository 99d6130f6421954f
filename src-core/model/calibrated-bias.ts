import { remark } from '../messages/remark.ts';
import { type InstrumentCalibration, parametersOf } from './instrument-calibration.ts';
import type { Warning } from './warnings.ts';

/** Standard deviations by which a bias must leave its bound to contradict it. */
const CONTRADICTED = 2;

/** Bias common to all ranges that scans show, m, with its standard deviation. */
interface CalibratedBias {
  readonly value: number;
  readonly sigma: number;
}

/** The common range bias that a calibration found and does not correct; null: none, or the scans are corrected by it. */
export function unappliedBiasOf(calibration: InstrumentCalibration | null): CalibratedBias | null {
  const bias = calibration && parametersOf(calibration, 'common-bias')[0];
  return bias && !bias.isApplied ? { value: bias.value, sigma: bias.sigma } : null;
}

/**
 * Warns that the scans contradict a bound of the range bias: `--range-bias`, or its field in the window.
 *
 * @param bound that a person gave, m; null: none
 * @returns one warning or none
 */
export function contradictedBoundWarnings(bias: CalibratedBias | null, bound: number | null): Warning[] {
  if (bias === null || bound === null) return [];
  if (Math.abs(bias.value) - bound <= CONTRADICTED * bias.sigma) return [];
  const values = { bound, value: bias.value.toFixed(3), plusMinus: (2 * bias.sigma).toFixed(3) };
  return [{ code: 'range-bias-contradicted', ...remark('range-bias-contradicted', values) }];
}
