import type { ImuSample, Scan } from '../model/scan.ts';
import type { SensorModel } from '../model/sensor.ts';
import type { ScanReturns } from './frame/deskewed-scan.ts';
import { withoutFreeStanding } from './frame/free-standing.ts';
import { covers, rateSamples } from './frame/gyro-rotation.ts';
import { REFERENCE_FRACTION } from './frame/motion.ts';
import { scanClock } from './frame/scan-clock.ts';
import type { PointsAhead } from './scan-ahead.ts';
import type { TimedScan } from './scan-aligner.ts';

/** A scan and its IMU readings. */
export interface OdometryInput {
  readonly index: number;
  readonly scan: Scan;
  readonly imu: readonly ImuSample[];
  /** Points of the scan, which then is without what stands free in it; absent: as captured. */
  readonly points?: PointsAhead | null;
  /** All returns of the scan, likewise; absent or null: read when they are needed. */
  readonly returns?: ScanReturns | null;
  /** See `StoredScan`; the odometry calls it once neither the pixels nor the points are needed any more. */
  readonly release?: () => void;
}

/** A scan with its clock and the IMU readings of its rotation. */
export interface PreparedScan extends TimedScan, Pick<OdometryInput, 'release'> {
  readonly imu: readonly ImuSample[];
  /** Middle of the rotation, sensor clock. */
  readonly middleNs: bigint;
  readonly gyroCovers: boolean;
}

export function prepareScan(
  { index, scan, imu, points, returns, release }: OdometryInput,
  sensor: SensorModel,
): PreparedScan {
  const clock = scanClock(scan, sensor.rotationHz);
  const rates = rateSamples(imu, sensor.T_sensor_imu.R, clock.firstNs);
  const middleNs = clock.firstNs + BigInt(Math.round(REFERENCE_FRACTION * clock.period * 1e9));
  return {
    index,
    scan: points === undefined ? withoutFreeStanding(scan, sensor) : scan,
    ahead: points,
    returns: points === undefined ? null : returns,
    imu,
    clock,
    rates,
    middleNs,
    release,
    gyroCovers: covers(rates, 0, clock.period),
  };
}

/** Longest time over which the velocity is taken as constant whatever else tells the motion, s: a robot may brake in longer. */
export const LONGEST_COASTED = 0.5;
/** Longest time over which lost scans are bridged at constant velocity where nothing tells the motion, s. */
export const LONGEST_BRIDGED = 2;
/** Rotations after which the frame id, u16, begins again. */
const FRAME_IDS = 65_536;
/** Rotations by which frame ids and stamps may disagree: a motor turns evenly to a thousandth. */
const FRAME_TOLERANCE = { rotations: 1.5, share: 0.002 };
/** Time assumed between two recordings whose stamps and frame ids do not tell it, s: a sensor boots for longer. */
const RESTART_SECONDS = 20;
/** Longest gap that is searched, s: beyond it the robot may be anywhere. */
const LONGEST_GAP = 120;

/** Time from the middle of one scan to that of the next. */
export interface ScanInterval {
  readonly seconds: number;
  /** True if no scans were recorded for longer than constant velocity bridges. */
  readonly isGap: boolean;
}

/**
 * Time between two scans, from their stamps and frame ids. Stamps that are far apart mean a gap in the recording if as
 * many rotations were counted meanwhile; if the rotations are consecutive, the clock was set. Where neither fits, the
 * sensor was restarted, and the time is a guess.
 */
export function intervalBetween(previous: PreparedScan, prepared: PreparedScan): ScanInterval {
  const { period } = prepared.clock;
  const stamped = Number(prepared.middleNs - previous.middleNs) * 1e-9;
  if (stamped > 0 && stamped <= LONGEST_BRIDGED) return { seconds: stamped, isGap: false };
  // Frames of points are counted by their reader, so that only their stamps tell a gap.
  if (prepared.scan.xyz !== undefined)
    return { seconds: stamped > 0 ? Math.min(stamped, LONGEST_GAP) : RESTART_SECONDS, isGap: true };
  const rotations = (prepared.scan.frameId - previous.scan.frameId + FRAME_IDS) % FRAME_IDS;
  const counted = rotations * period;
  if (rotations > 0 && counted <= LONGEST_BRIDGED) return { seconds: counted, isGap: false };
  if (stamped > 0) {
    const expected = stamped / period;
    const off = Math.abs(expected - rotations - FRAME_IDS * Math.round((expected - rotations) / FRAME_IDS));
    const isAgreed = off <= FRAME_TOLERANCE.rotations + FRAME_TOLERANCE.share * expected;
    if (isAgreed || stamped <= LONGEST_GAP) return { seconds: Math.min(stamped, LONGEST_GAP), isGap: true };
  }
  return { seconds: RESTART_SECONDS, isGap: true };
}

/** Time from the middle of one scan to that of the next, s. */
export function secondsBetween(previous: PreparedScan, prepared: PreparedScan): number {
  return intervalBetween(previous, prepared).seconds;
}
