import { describe, expect, it } from 'vitest';
import { contradictedBoundWarnings, unappliedBiasOf } from '../../src-core/model/calibrated-bias.ts';
import type {
  CalibratedParameter,
  InstrumentCalibration,
} from '../../src-core/model/instrument-calibration.ts';

const BIAS: CalibratedParameter = {
  kind: 'common-bias',
  index: 0,
  value: -0.012,
  sigma: 0.002,
  isObserved: true,
  isApplied: false,
};

function calibrationBy(bias: CalibratedParameter | null): InstrumentCalibration {
  return {
    serial: '1', productLine: 'OS-1-16', beams: 16, parameters: bias === null ? [] : [bias], knotSeconds: [],
    medianSignal: 0, rangeBound: null, isBiasChecked: false, isOtherInstrument: false, scans: 20, patches: 100,
    rays: 1000, residualSigma: 0.02,
  }; // biome-ignore format: one calibration
}

describe('a bound of the range bias', () => {
  it('is contradicted by scans whose bias leaves it by more than two standard deviations', () => {
    const bias = unappliedBiasOf(calibrationBy(BIAS));
    const codes = (bound: number | null): string[] =>
      contradictedBoundWarnings(bias, bound).map(({ code }) => code);
    expect(codes(0.0079)).toEqual(['range-bias-contradicted']);
    expect(codes(0.0081)).toEqual([]);
    expect(codes(null)).toEqual([]);
    expect(contradictedBoundWarnings(bias, 0.001)[0].sentence?.values).toEqual({
      bound: 0.001,
      value: '-0.012',
      plusMinus: '0.004',
    });
  });

  it('is not contradicted by a bias that is corrected, or was not found', () => {
    for (const calibration of [null, calibrationBy(null), calibrationBy({ ...BIAS, isApplied: true })])
      expect(contradictedBoundWarnings(unappliedBiasOf(calibration), 0)).toEqual([]);
  });
});
