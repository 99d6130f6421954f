import { compose, exp, log, rotateVector } from '../../math/se3.ts';
import type { PlacedScan } from '../../model/placed-scans.ts';
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
export function motionOf(pose: Pick<PlacedScan, 'T_first_last' | 'gyroBias'>): ScanMotion {
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
export function poseAtMiddle(pose: PlacedScan, clock: ScanClock, rates: RateSamples): Rigid {
  return compose(pose.T_map_sensor, middleFromFirst(clock, rates, motionOf(pose)));
}

/** Returns of a scan, skewed as captured, and the reflectivity contrast of each: all that its motion does not decide. */
export interface ScanReturns {
  readonly filter: RangeFilterOptions;
  readonly points: ScanPoints;
  readonly contrast: Float32Array;
}

/** De-skews scans to points; reuses its buffers between scans. */
export class ScanDeskewer {
  /** 3 * raw.count after `deskewAll`: metres, sensor frame at the middle of the rotation. */
  readonly xyz: Float32Array;
  readonly #contrast: Float32Array;
  readonly #geometry: BeamGeometry;
  readonly #filter: RangeFilterOptions;
  readonly #buffer: ScanPoints;
  /** The scan that is held, and its returns if they were given. */
  #scan: Scan | null = null;
  #given: ScanReturns | null = null;

  constructor(geometry: BeamGeometry, filter: RangeFilterOptions) {
    this.#geometry = geometry;
    this.#filter = filter;
    this.#buffer = scanPointsBuffer(geometry);
    this.xyz = new Float32Array(this.#buffer.xyz.length);
    this.#contrast = new Float32Array(this.#buffer.pixel.length);
  }

  /** Returns of the scan that is held, skewed as captured. */
  get raw(): ScanPoints {
    return this.#given?.points ?? this.#buffer;
  }

  /** Fills `raw` with the returns of a scan, skewed as captured. */
  read(scan: Scan): ScanPoints {
    this.#scan = scan;
    this.#given = null;
    return scanToPoints(scan, this.#geometry, this.#filter, this.#buffer);
  }

  /**
   * As `read`, unless the returns of this very scan are in `raw`.
   *
   * @param scanReturns its returns, if they were computed before; used if the filter is that of this one
   */
  hold(scan: Scan, scanReturns: ScanReturns | null = null): ScanPoints {
    if (scan === this.#scan) return this.raw;
    const { minRange, maxRange } = this.#filter;
    if (
      scanReturns === null ||
      scanReturns.filter.minRange !== minRange ||
      scanReturns.filter.maxRange !== maxRange
    )
      return this.read(scan);
    this.#scan = scan;
    this.#given = scanReturns;
    return scanReturns.points;
  }

  /** The returns of a scan in arrays of their own. */
  returnsOf(scan: Scan): ScanReturns {
    const contrast = this.contrastOf(scan);
    const { count, xyz, pixel } = this.raw;
    const points = { count, xyz: xyz.slice(0, 3 * count), pixel: pixel.slice(0, count) };
    return { filter: this.#filter, points, contrast: contrast.slice(0, count) };
  }

  /** Holds a scan and returns the reflectivity contrast of each of its points; valid until the next call. */
  contrastOf(scan: Scan): Float32Array {
    const points = this.hold(scan);
    if (this.#given !== null) return this.#given.contrast;
    reflectivityContrast(scan, points, this.#contrast);
    return this.#contrast;
  }

  /** Fills `xyz` from `raw`. @returns number of points */
  deskewAll(poses: ColumnPoses): number {
    const { xyz, pixel, count } = this.raw;
    deskew(xyz, pixel, count, this.#geometry.columns, poses, this.xyz);
    return count;
  }
}
