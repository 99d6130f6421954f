import { log } from '../math/se3.ts';
import type { ScanPose } from '../model/pose.ts';
import type { Scan } from '../model/scan.ts';
import type { BeamGeometry } from './beam-geometry.ts';
import { deskew } from './deskew.ts';
import type { RateSamples } from './gyro-rotation.ts';
import { type ColumnPoses, constantVelocityColumns, gyroColumns } from './motion.ts';
import type { ScanClock } from './scan-clock.ts';
import { type RangeFilterOptions, type ScanPoints, scanPointsBuffer, scanToPoints } from './scan-points.ts';

/** How the sensor moved over one rotation. */
export interface ScanMotion {
  /** Motion over the whole rotation, sensor frame: rotation vector, then translation. */
  readonly twist: Float64Array;
  /** Gyro bias where the gyro gives the rotation; null: constant velocity. */
  readonly gyroBias: readonly [number, number, number] | null;
}

/** The motion kept with a pose. */
export function motionOf(pose: Pick<ScanPose, 'T_first_last' | 'gyroBias'>): ScanMotion {
  return { twist: log(pose.T_first_last), gyroBias: pose.gyroBias };
}

export function columnPosesOf(clock: ScanClock, rates: RateSamples, motion: ScanMotion): ColumnPoses {
  if (motion.gyroBias === null || rates.times.length === 0)
    return constantVelocityColumns(clock, motion.twist);
  return gyroColumns(clock, rates, motion.gyroBias, motion.twist.subarray(3));
}

/** Turns scans into points with the motion taken out; keeps its buffers from scan to scan. */
export class ScanDeskewer {
  readonly raw: ScanPoints;
  /** 3 * raw.count after `deskewAll`: metres, sensor frame at the middle of the rotation. */
  readonly xyz: Float32Array;
  readonly #geometry: BeamGeometry;
  readonly #filter: RangeFilterOptions;

  constructor(geometry: BeamGeometry, filter: RangeFilterOptions) {
    this.#geometry = geometry;
    this.#filter = filter;
    this.raw = scanPointsBuffer(geometry);
    this.xyz = new Float32Array(this.raw.xyz.length);
  }

  /** Fills `raw` with the returns of a scan, skewed as captured. */
  read(scan: Scan): ScanPoints {
    return scanToPoints(scan, this.#geometry, this.#filter, this.raw);
  }

  /** Fills `xyz` from `raw`. @returns points */
  deskewAll(poses: ColumnPoses): number {
    deskew(this.raw.xyz, this.raw.pixel, this.raw.count, this.#geometry.columns, poses, this.xyz);
    return this.raw.count;
  }
}
