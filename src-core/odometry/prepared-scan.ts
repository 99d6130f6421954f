import type { ImuSample, Scan } from '../model/scan.ts';
import type { SensorModel } from '../model/sensor.ts';
import { withoutFreeStanding } from './frame/free-standing.ts';
import { covers, rateSamples } from './frame/gyro-rotation.ts';
import { REFERENCE_FRACTION } from './frame/motion.ts';
import { scanClock } from './frame/scan-clock.ts';
import type { TimedScan } from './scan-aligner.ts';

/** A scan and its IMU readings. */
export interface OdometryInput {
  readonly index: number;
  readonly scan: Scan;
  readonly imu: readonly ImuSample[];
}

/** A scan with its clock and the IMU readings of its rotation. */
export interface PreparedScan extends TimedScan {
  readonly imu: readonly ImuSample[];
  /** Middle of the rotation, sensor clock. */
  readonly middleNs: bigint;
  readonly gyroCovers: boolean;
}

export function prepareScan({ index, scan, imu }: OdometryInput, sensor: SensorModel): PreparedScan {
  const clock = scanClock(scan, sensor.rotationHz);
  const rates = rateSamples(imu, sensor.T_sensor_imu.R, clock.firstNs);
  const middleNs = clock.firstNs + BigInt(Math.round(REFERENCE_FRACTION * clock.period * 1e9));
  return {
    index,
    scan: withoutFreeStanding(scan, sensor),
    imu,
    clock,
    rates,
    middleNs,
    gyroCovers: covers(rates, 0, clock.period),
  };
}

/**
 * Longest gap over which lost scans are bridged at constant velocity, seconds. Stamps farther apart, or decreasing,
 * mean that the clock was set, the sensor restarted or the recording paused: the search then starts at the last
 * position.
 */
const LONGEST_GAP = 2;

/** Time from the middle of one scan to that of the next, s; one rotation if the stamps are unusable. */
export function secondsBetween(previous: PreparedScan, prepared: PreparedScan): number {
  const seconds = Number(prepared.middleNs - previous.middleNs) * 1e-9;
  return seconds > 0 && seconds <= LONGEST_GAP ? seconds : prepared.clock.period;
}
