import type { ImuSample, Scan } from '../model/scan.ts';
import type { SensorModel } from '../model/sensor.ts';
import { withoutFreeStanding } from './frame/free-standing.ts';
import { covers, rateSamples } from './frame/gyro-rotation.ts';
import { REFERENCE_FRACTION } from './frame/motion.ts';
import { scanClock } from './frame/scan-clock.ts';
import type { TimedScan } from './scan-aligner.ts';

/** A scan and the inertial readings that came with it. */
export interface OdometryInput {
  readonly index: number;
  readonly scan: Scan;
  readonly imu: readonly ImuSample[];
}

/** A scan with its clock and the inertial readings of its rotation. */
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
 * Lost scans are bridged at constant velocity for so long, seconds. Stamps that lie farther apart, or go back, say that
 * the clock was set, the sensor restarted or the recording paused: then the robot is looked for where it was last.
 */
const LONGEST_GAP = 2;

/** From the middle of one scan to that of the next; one rotation where the stamps cannot tell. */
export function secondsBetween(previous: PreparedScan, prepared: PreparedScan): number {
  const seconds = Number(prepared.middleNs - previous.middleNs) * 1e-9;
  return seconds > 0 && seconds <= LONGEST_GAP ? seconds : prepared.clock.period;
}
