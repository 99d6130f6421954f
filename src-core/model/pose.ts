import type { Rigid } from './rigid.ts';

/**
 * What the motion along a scan's weakest direction can rest on, from the best witness to none; the place in this list is
 * its code wherever poses travel in columns.
 */
export const ALONG_CONSTRAINTS = [
  /** The shape of the walls. */
  'walls',
  /** The texture of the walls in the reflectivity of their returns. */
  'reflectivity',
  /** The accelerometer, from the last scan that was held. */
  'inertial',
  /** Nothing but the assumption that the robot drives on as it drove: the motion was not observed. */
  'assumed',
] as const;
export type AlongConstraint = (typeof ALONG_CONSTRAINTS)[number];

/** How one scan was placed, kept with every pose as evidence. */
export interface PoseQuality {
  /** Eigenvalues of the 6x6 normal matrix, ascending, rotation scaled by a length (`mapping/observability`). */
  readonly eigenvalues: readonly number[];
  /** Unit eigenvector of the weakest translation direction, map frame. */
  readonly weakDirection: readonly [number, number, number];
  /**
   * Standard deviation (m) that the matched points alone give the position along `weakDirection`:
   * sigma / sqrt(information), the honest measure of how well this scan was held.
   */
  readonly weakSigma: number;
  /** Share of the translation's information that lies along `weakDirection`, 0 .. 1/3. */
  readonly weakShare: number;
  /** True where the shape of the walls does not hold the motion along `weakDirection`. */
  readonly degenerate: boolean;
  /** What does: 'walls' where it is not degenerate. */
  readonly heldBy: AlongConstraint;
  /**
   * Standard deviation (m) of the position along `weakDirection` by what held it, seen from the walls that the scan was
   * matched to: of this scan alone where walls or reflectivity hold it; grown since the last such scan where not.
   */
  readonly alongSigma: number;
  /** True where the gyro gave the rotation. */
  readonly byGyro: boolean;
  /**
   * Covariance of the pose seen from the walls that it was matched to: 6x6 row-major, rotation (rad) first, then
   * translation (m), both in the sensor frame (`T <- T exp(x)`), `alongSigma` along the weak direction.
   */
  readonly covariance: readonly number[];
  readonly inliers: number;
  readonly matched: number;
  /** Root mean square of the inlier point-to-plane residuals, m. */
  readonly rms: number;
  readonly iterations: number;
  readonly converged: boolean;
}

/** Pose of one scan: `T_map_sensor` at `stampNs`, the instant of the scan's first column. */
export interface ScanPose {
  readonly scanIndex: number;
  readonly frameId: number;
  readonly stampNs: bigint;
  readonly T_map_sensor: Rigid;
  /**
   * Mean motion over the rotation: `T_first_last`, sensor at the last instant seen from the first. With constant
   * velocity the pose at the fraction f of the rotation is `T_map_sensor * exp(f * log(T_first_last))`; where the gyro
   * gave the rotation, `scan/deskewed-scan` says how the two make the pose.
   */
  readonly T_first_last: Rigid;
  /**
   * Bias (rad/s, sensor frame) taken off the gyro when it gave the rotation within this scan; null where constant
   * velocity did. With the two fields above the scan's motion can be taken out again, to the last bit.
   */
  readonly gyroBias: readonly [number, number, number] | null;
  readonly isKeyframe: boolean;
  readonly quality: PoseQuality;
}

/** A run of poses of one capture session, in order. */
export interface Trajectory {
  readonly poses: readonly ScanPose[];
}

/** True where the motion along the weak direction rests on no wall: the accelerometer at best. */
export function isUnobserved({ heldBy }: Pick<PoseQuality, 'heldBy'>): boolean {
  return heldBy === 'inertial' || heldBy === 'assumed';
}
