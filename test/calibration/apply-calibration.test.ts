import { describe, expect, it } from 'vitest';
import {
  calibratedImu,
  calibratedScan,
  calibratedSensor,
} from '../../src-core/calibration/apply-calibration.ts';
import type { CalibrationKind, InstrumentCalibration } from '../../src-core/model/instrument-calibration.ts';
import { beamGeometry } from '../../src-core/odometry/frame/beam-geometry.ts';
import { calibratedStore } from '../../src-core/survey/calibrated-store.ts';
import { boxedDrive, boxSensor } from './boxed-drive.ts';

const BEAM = 5;

function calibrationOf(
  ...parameters: [kind: CalibrationKind, index: number, value: number, isApplied?: boolean][]
): InstrumentCalibration {
  return {
    serial: '1',
    productLine: 'OS-1-16-A0',
    beams: 16,
    parameters: parameters.map(([kind, index, value, isApplied = true]) => ({
      kind,
      index,
      value,
      sigma: 1e-4,
      isObserved: true,
      isApplied,
    })),
    knotSeconds: [0, 10],
    medianSignal: 300,
    rangeBound: null,
    isBiasChecked: false,
    isOtherInstrument: false,
    scans: 1,
    patches: 1,
    rays: 1,
    residualSigma: 0.01,
  };
}

describe('a calibration applied', () => {
  const sensor = boxSensor();
  const [{ scan }] = boxedDrive({ seed: 1, scans: 1, step: 0.1, noise: 0, errors: {} });

  it('shortens the ranges of a beam along its own rays', () => {
    const plain = beamGeometry(sensor);
    const moved = beamGeometry(
      calibratedSensor(sensor, calibrationOf(['range-offset', BEAM, 0.01], ['common-bias', 0, 0.002])),
    );
    expect(moved.direction).toEqual(plain.direction);
    for (const beam of [BEAM, 0]) {
      const at = 3 * (beam * sensor.columnsPerFrame + 17);
      for (let k = 0; k < 3; k++)
        expect(moved.offset[at + k] - plain.offset[at + k]).toBeCloseTo(
          -(beam === BEAM ? 0.012 : 0.002) * plain.direction[at + k],
          6,
        );
    }
  });

  it('corrects the mean range by a fraction of a millimetre', () => {
    const corrected = calibratedScan(scan, 5, calibrationOf(['warm-up', 1, 0.0046]));
    let sum = 0;
    for (let pixel = 0; pixel < scan.rangeMm.length; pixel++)
      sum += scan.rangeMm[pixel] - corrected.rangeMm[pixel];
    expect(sum / scan.rangeMm.length).toBeCloseTo(2.3, 1);
  });

  it('puts late readings back in time', () => {
    const sample = { stampNs: 1_000_000_000n, accel: [0, 0, 9.8], gyro: [0, 0, 0] } as const;
    const [moved] = calibratedImu([sample], calibrationOf(['imu-delay', 0, 0.004]));
    expect(moved.stampNs).toBe(996_000_000n);
  });

  it('leaves a store as it is where nothing is corrected', () => {
    const store = { sensor, count: 1, read: async () => ({ index: 0, scan, imu: [] }) };
    expect(calibratedStore(store, null)).toBe(store);
    expect(calibratedStore(store, calibrationOf(['range-offset', BEAM, 0.01, false]))).toBe(store);
    expect(calibratedScan(scan, 5, calibrationOf(['range-offset', BEAM, 0.01]))).toBe(scan);
  });
});
