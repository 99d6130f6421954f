import { hash3 } from '../math/random.ts';
import { expSo3, multiply3 } from '../math/se3.ts';
import { appliedValue, type InstrumentCalibration } from '../model/instrument-calibration.ts';
import type { ImuSample, Scan } from '../model/scan.ts';
import type { SensorModel } from '../model/sensor.ts';
import { knotAt } from './parameter-layout.ts';

const DEGREES = 180 / Math.PI;

/** Sensor with its beam table, range offsets and inertial unit's mounting as calibrated. */
export function calibratedSensor(sensor: SensorModel, calibration: InstrumentCalibration): SensorModel {
  const common = appliedValue(calibration, 'common-bias');
  const turn = [0, 1, 2].map((axis) => appliedValue(calibration, 'imu-rotation', axis));
  return {
    ...sensor,
    beamAltitudeDeg: sensor.beamAltitudeDeg.map(
      (angle, beam) => angle + DEGREES * appliedValue(calibration, 'elevation', beam),
    ),
    beamAzimuthDeg: sensor.beamAzimuthDeg.map(
      (angle, beam) => angle + DEGREES * appliedValue(calibration, 'azimuth', beam),
    ),
    beamRangeOffset: Float64Array.from(
      { length: sensor.beams },
      (_, beam) => common + appliedValue(calibration, 'range-offset', beam),
    ),
    T_sensor_imu: {
      R: multiply3(expSo3(-turn[0], -turn[1], -turn[2]), sensor.T_sensor_imu.R),
      t: sensor.T_sensor_imu.t,
    },
  };
}

/**
 * Scan with its ranges corrected by signal and warm-up; the scan itself if neither is applied. Ranges stay whole
 * millimetres, as the sensor sends them: the remainder is rounded at random, up in so many of a thousand pixels, so
 * that their mean is corrected by the fraction.
 *
 * @param seconds of the scan after the first
 */
export function calibratedScan(scan: Scan, seconds: number, calibration: InstrumentCalibration): Scan {
  const bySignal = 1000 * appliedValue(calibration, 'signal');
  const drift = 1000 * warmUpAt(calibration, seconds);
  if (bySignal === 0 && drift === 0) return scan;
  const rangeMm = scan.rangeMm.slice();
  const logMedian = Math.log10(calibration.medianSignal);
  for (let pixel = 0; pixel < rangeMm.length; pixel++) {
    if (rangeMm[pixel] === 0) continue;
    const bright = Math.log10(Math.max(1, scan.signal[pixel])) - logMedian;
    const corrected = rangeMm[pixel] - drift - bySignal * bright;
    const share = hash3(pixel, scan.frameId, 1) / 2 ** 32;
    rangeMm[pixel] = Math.max(1, Math.floor(corrected + share));
  }
  return { ...scan, rangeMm };
}

/** Range offset by warm-up, m, linear between the knots. */
function warmUpAt(calibration: InstrumentCalibration, seconds: number): number {
  const { knotSeconds } = calibration;
  if (knotSeconds.length < 2) return 0;
  const { k, f } = knotAt(knotSeconds, seconds);
  const before = appliedValue(calibration, 'warm-up', k);
  return before + f * (appliedValue(calibration, 'warm-up', k + 1) - before);
}

/** Inertial readings with the gyroscope's stamps at the time of the motion. */
export function calibratedImu(
  imu: readonly ImuSample[],
  calibration: InstrumentCalibration,
): readonly ImuSample[] {
  const delayNs = BigInt(Math.round(1e9 * appliedValue(calibration, 'imu-delay')));
  return delayNs === 0n ? imu : imu.map((sample) => ({ ...sample, stampNs: sample.stampNs - delayNs }));
}
