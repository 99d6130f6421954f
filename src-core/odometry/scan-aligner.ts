import type { CancelToken } from '../model/context.ts';
import type { EngineIdentity } from '../model/engine-name.ts';
import type { Rigid } from '../model/rigid.ts';
import type { Scan } from '../model/scan.ts';
import type { SensorModel } from '../model/sensor.ts';
import type { ScanMotion } from './frame/deskewed-scan.ts';
import type { RateSamples } from './frame/gyro-rotation.ts';
import type { ScanClock } from './frame/scan-clock.ts';
import type { MotionPrior } from './match/motion-prior.ts';
import type { MatchResult } from './match/scan-matcher.ts';
import type { Submap } from './match/submap.ts';
import type { OdometryOptions } from './odometry-options.ts';

/** One scan with its clock and the inertial readings of its rotation. */
export interface TimedScan {
  /** Place in the session; the choice of points follows from it. */
  readonly index: number;
  readonly scan: Scan;
  readonly clock: ScanClock;
  /** Time zero at the first column. */
  readonly rates: RateSamples;
}

/** A scan to be placed in the submap. Poses are those of the sensor at the middle of a rotation, map frame. */
export interface ScanMatchTask extends TimedScan {
  /** One point in this many takes part. */
  readonly thinning: number;
  /** Where the matching starts, and what holds it. */
  readonly prior: MotionPrior;
  /** First width of the robust kernel, metres. */
  readonly opening: number;
  /** Pose of the scan before: the motion within this one is taken from there to the pose as it stands ... */
  readonly T_map_previous: Rigid;
  /** ... times this part: one rotation over the time between the two scans. */
  readonly perRotation: number;
  /** rad/s, sensor frame, where the gyro gives the rotation within the scan; null: constant velocity. */
  readonly gyroBias: readonly [number, number, number] | null;
}

/**
 * What the odometry needs of an engine: the points and normals of a scan, its motion taken out, its match with the
 * submap, and the submap itself. One per alignment, one call at a time; all engines follow the same steps and give the
 * same poses to what their arithmetic keeps.
 */
export interface ScanAligner {
  /** The walls as the keyframes so far have them. */
  readonly submap: Submap;
  /**
   * Places a scan.
   *
   * @returns good until the next call
   * @throws CancelledError; SocavonError 'gpu-lost' where a device fails
   */
  match(task: ScanMatchTask, cancel: CancelToken): MatchResult | Promise<MatchResult>;
  /**
   * Lets a keyframe join the submap.
   *
   * @param T_map_middle its pose at the middle of the rotation
   * @param motion taken out of it
   */
  insert(keyframe: TimedScan, T_map_middle: Rigid, motion: ScanMotion): void;
  /** Forgets all keyframes. @param submap takes the place of the empty one; the aligner's own from then on */
  clear(submap?: Submap): void;
  /** Frees what the engine holds for this alignment. */
  destroy(): void;
}

/** An engine that aligns scans. */
export interface ScanEngine {
  readonly identity: EngineIdentity;
  /** @throws SocavonError 'engine-unavailable' where it cannot do what the options ask */
  open(sensor: SensorModel, options: OdometryOptions): Promise<ScanAligner>;
}
