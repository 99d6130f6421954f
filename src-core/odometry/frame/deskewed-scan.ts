import { compose, exp, log, rotateVector } from '../../math/se3.ts';
import type { ScanPose } from '../../model/pose.ts';
import type { Rigid } from '../../model/rigid.ts';
import type { Scan } from '../../model/scan.ts';
import type { BeamGeometry } from './beam-geometry.ts';
import { deskew } from './deskew.ts';
import { integrateRates, type RateSamples } from './gyro-rotation.ts';
import { type ColumnPoses, constantVelocityColumns, gyroColumns, REFERENCE_FRACTION } from './motion.ts';
import { reflectivityContrast } from './reflectivity-contrast.ts';
import type { ScanClock } from './scan-clock.ts';
import { type RangeFilterOptions, type ScanPoints, scanPointsBuffer, scanToPoints } from './scan-points.ts';

/** Motion of the sensor within one rotation. */
export interface ScanMotion {
  /** Motion over the whole rotation, sensor frame: rotation vector, then translation. */
  readonly twist: Float64Array;
  /** Gyro bias if the gyro provides the rotation, rad/s; null: constant velocity. */
  readonly gyroBias: readonly [number, number, number] | null;
}

/** Returns the intra-scan motion stored with a pose. */
export function motionOf(pose: Pick<ScanPose, 'T_first_last' | 'gyroBias'>): ScanMotion {
  return { twist: log(pose.T_first_last), gyroBias: pose.gyroBias };
}

export function columnPosesOf(clock: ScanClock, rates: RateSamples, motion: ScanMotion): ColumnPoses {
  if (motion.gyroBias === null || rates.times.length === 0)
    return constantVelocityColumns(clock, motion.twist);
  return gyroColumns(clock, rates, motion.gyroBias, motion.twist.subarray(3));
}

/**
 * `T_first_middle`: pose of the sensor at the middle of the rotation relative to the first column, by the same
 * motion model that de-skews the points. For a swaying robot, constant velocity would be off by half a degree.
 */
export function middleFromFirst(clock: ScanClock, rates: RateSamples, motion: ScanMotion): Rigid {
  const half = motion.twist.map((value) => REFERENCE_FRACTION * value);
  if (motion.gyroBias === null || rates.times.length === 0) return exp(half);
  const R = integrateRates(rates, motion.gyroBias, 0, [REFERENCE_FRACTION * clock.period]);
  return { R, t: Float64Array.from(rotateVector(R, half[3], half[4], half[5])) };
}

/** Pose of the sensor at the middle of the rotation, the reference instant of `deskewAll`. */
export function poseAtMiddle(pose: ScanPose, clock: ScanClock, rates: RateSamples): Rigid {
  return compose(pose.T_map_sensor, middleFromFirst(clock, rates, motionOf(pose)));
}

/** De-skews scans to points; reuses its buffers between scans. */
export class ScanDeskewer {
  readonly raw: ScanPoints;
  /** 3 * raw.count after `deskewAll`: metres, sensor frame at the middle of the rotation. */
  readonly xyz: Float32Array;
  readonly #contrast: Float32Array;
  readonly #geometry: BeamGeometry;
  readonly #filter: RangeFilterOptions;

  constructor(geometry: BeamGeometry, filter: RangeFilterOptions) {
    this.#geometry = geometry;
    this.#filter = filter;
    this.raw = scanPointsBuffer(geometry);
    this.xyz = new Float32Array(this.raw.xyz.length);
    this.#contrast = new Float32Array(this.raw.pixel.length);
  }

  /** Fills `raw` with the returns of a scan, skewed as captured. */
  read(scan: Scan): ScanPoints {
    return scanToPoints(scan, this.#geometry, this.#filter, this.raw);
  }

  /** Fills `raw` and returns the reflectivity contrast of each of its points; valid until the next call. */
  contrastOf(scan: Scan): Float32Array {
    reflectivityContrast(scan, this.read(scan), this.#contrast);
    return this.#contrast;
  }

  /** Fills `xyz` from `raw`. @returns number of points */
  deskewAll(poses: ColumnPoses): number {
    deskew(this.raw.xyz, this.raw.pixel, this.raw.count, this.#geometry.columns, poses, this.xyz);
    return this.raw.count;
  }
}
