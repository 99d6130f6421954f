import type { CancelToken } from '../model/context.ts';
import type { EngineIdentity } from '../model/engine-name.ts';
import type { Rigid } from '../model/rigid.ts';
import type { Scan } from '../model/scan.ts';
import type { SensorModel } from '../model/sensor.ts';
import type { ScanMotion, ScanReturns } from './frame/deskewed-scan.ts';
import type { RateSamples } from './frame/gyro-rotation.ts';
import type { ScanClock } from './frame/scan-clock.ts';
import type { MotionPrior } from './match/motion-prior.ts';
import type { ReflectivityMap } from './match/reflectivity-map.ts';
import type { MatchResult } from './match/scan-matcher.ts';
import type { Submap } from './match/submap.ts';
import type { OdometryOptions } from './odometry-options.ts';
import type { PointsAhead } from './scan-ahead.ts';

/** A scan with its clock and the IMU readings of its rotation. */
export interface TimedScan {
  /** Index in the session; seeds the selection of points. */
  readonly index: number;
  readonly scan: Scan;
  readonly clock: ScanClock;
  /** Time zero at the first column. */
  readonly rates: RateSamples;
  /** Its points, if they were chosen before its turn; an engine may choose others. */
  readonly ahead?: PointsAhead | null;
  /** Its returns, likewise. */
  readonly returns?: ScanReturns | null;
}

/** Match request of one scan. Poses are those of the sensor at the middle of a rotation, map frame. */
export interface ScanMatchTask extends TimedScan {
  /** Decimation: every nth point takes part. */
  readonly thinning: number;
  /** Initial guess, and motion prior of the solver. */
  readonly prior: MotionPrior;
  /** Initial width of the robust kernel, metres. */
  readonly opening: number;
  /** Pose of the previous scan: the motion within this one is that from there to the current pose ... */
  readonly T_map_previous: Rigid;
  /** ... times this factor: one rotation over the time between the two scans. */
  readonly perRotation: number;
  /** Gyro bias, rad/s, sensor frame, if the gyro provides the rotation within the scan; null: constant velocity. */
  readonly gyroBias: readonly [number, number, number] | null;
}

/**
 * Engine interface of the odometry: selects the points and normals of a scan, de-skews it, matches it with the
 * submap, and maintains the submap. One per alignment, one call at a time; all engines follow the same steps and
 * give the same poses up to their arithmetic precision.
 */
export interface ScanAligner {
  /** Texture of the walls that the keyframes inserted until now saw. */
  readonly texture: ReflectivityMap;
  /** Copies the submap of the keyframes inserted until now. @throws SocavonError 'gpu-lost' if a device fails */
  copySubmap(): Submap | Promise<Submap>;
  /**
   * Matches a scan.
   *
   * @returns valid until the next call
   * @throws CancelledError; SocavonError 'gpu-lost' if a device fails
   */
  match(task: ScanMatchTask, cancel: CancelToken): MatchResult | Promise<MatchResult>;
  /**
   * Inserts a keyframe into the submap.
   *
   * @param T_map_middle its pose at the middle of the rotation
   * @param motion for de-skewing
   */
  insert(keyframe: TimedScan, T_map_middle: Rigid, motion: ScanMotion): void;
  /**
   * Waits until the keyframes inserted until now are in the submap. Needed between many that are inserted without a
   * match: a device that has no room for them keeps their scans.
   *
   * @throws SocavonError 'gpu-lost' if a device fails
   */
  settled(): void | Promise<void>;
  /** Drops all keyframes. @param submap replaces the empty one; owned by the aligner from then on */
  clear(submap?: Submap): void;
  /** Frees the resources of this alignment. */
  destroy(): void;
}

/** Factory of scan aligners on one device. */
export interface ScanEngine {
  readonly identity: EngineIdentity;
  /** @throws SocavonError 'engine-unavailable' if it does not support the options */
  open(sensor: SensorModel, options: OdometryOptions): Promise<ScanAligner>;
}
