import type { Rigid } from './rigid.ts';

/**
 * Sources that can constrain the motion along a scan's weakest direction, best first; the index in this list is the
 * code in pose columns.
 */
export const ALONG_CONSTRAINTS = [
  /** Geometry of the walls. */
  'walls',
  /** Texture of the walls in the reflectivity of their returns. */
  'reflectivity',
  /** The accelerometer, since the last constrained scan. */
  'inertial',
  /** Only the assumption of constant velocity: the motion was not observed. */
  'assumed',
] as const;
export type AlongConstraint = (typeof ALONG_CONSTRAINTS)[number];

/** Quality record of a matched scan, stored with every pose as evidence. */
export interface PoseQuality {
  /** Eigenvalues of the 6x6 normal matrix, ascending, rotation scaled by a length (`mapping/observability`). */
  readonly eigenvalues: readonly number[];
  /** Unit eigenvector of the weakest translation direction, map frame. */
  readonly weakDirection: readonly [number, number, number];
  /**
   * Standard deviation (m) of the position along `weakDirection` from the matched points alone: sigma /
   * sqrt(information), a calibrated measure of how well this scan was constrained.
   */
  readonly weakSigma: number;
  /** Share of the translation's information that lies along `weakDirection`, 0 .. 1/3. */
  readonly weakShare: number;
  /** True if the geometry does not constrain the motion along `weakDirection`. */
  readonly degenerate: boolean;
  /** Source that constrains it: 'walls' if not degenerate. */
  readonly heldBy: AlongConstraint;
  /**
   * Standard deviation (m) of the position along `weakDirection` from its constraint, relative to the walls that
   * the scan was matched to: of this scan alone if walls or reflectivity constrain it; accumulated since the last
   * such scan if not.
   */
  readonly alongSigma: number;
  /** True if the gyro provided the rotation. */
  readonly byGyro: boolean;
  /**
   * Covariance of the pose relative to the walls that it was matched to: 6x6 row-major, rotation (rad) first, then
   * translation (m), both in the sensor frame (`T <- T exp(x)`), `alongSigma` along the weak direction. Where the
   * place after a gap was not found, relative to the scan before the gap.
   */
  readonly covariance: readonly number[];
  readonly inliers: number;
  readonly matched: number;
  /** Root mean square of the inlier point-to-plane residuals, m. */
  readonly rms: number;
  readonly iterations: number;
  readonly converged: boolean;
  /** Seconds without scans before this one, if the recording has a gap there; see `odometry/recording-gap`. */
  readonly gapSeconds?: number;
}

/** Pose of one scan: `T_map_sensor` at `stampNs`, the instant of the scan's first column. */
export interface ScanPose {
  readonly scanIndex: number;
  readonly frameId: number;
  readonly stampNs: bigint;
  readonly T_map_sensor: Rigid;
  /**
   * Mean motion over the rotation: `T_first_last`, sensor at the last instant relative to the first. With constant
   * velocity the pose at the fraction f of the rotation is `T_map_sensor * exp(f * log(T_first_last))`; if the gyro
   * provided the rotation, see `scan/deskewed-scan` for how the two are combined.
   */
  readonly T_first_last: Rigid;
  /**
   * Bias (rad/s, sensor frame) subtracted from the gyro rates that provided the rotation within this scan; null if
   * constant velocity was assumed. With the two fields above, de-skewing can be repeated to the last bit.
   */
  readonly gyroBias: readonly [number, number, number] | null;
  readonly isKeyframe: boolean;
  readonly quality: PoseQuality;
}

/** Consecutive poses of one capture session, in order. */
export interface Trajectory {
  readonly poses: readonly ScanPose[];
}

/** True if no wall constrains the motion along the weak direction: the accelerometer at best. */
export function isUnobserved({ heldBy }: Pick<PoseQuality, 'heldBy'>): boolean {
  return heldBy === 'inertial' || heldBy === 'assumed';
}

/** True for the first scan after a gap in the recording whose end no wall told: the map begins anew there. */
export function isLost({
  quality,
}: {
  readonly quality: Pick<PoseQuality, 'heldBy' | 'gapSeconds'>;
}): boolean {
  return quality.gapSeconds !== undefined && isUnobserved(quality);
}

/**
 * Poses without those that were predicted while the sensor was covered, where the walls told its place afterwards, or
 * the scan after it tells how uncertain it is: what was assumed meanwhile then enters no length and no uncertainty. The
 * first pose stays.
 */
export function withoutBridged<
  P extends { readonly quality: Pick<PoseQuality, 'heldBy' | 'matched' | 'gapSeconds'> },
>(poses: readonly P[]): readonly P[] {
  const isCovered = (pose: P): boolean =>
    isUnobserved(pose.quality) && pose.quality.matched === 0 && !isLost(pose);
  if (!poses.some(isCovered)) return poses;
  let isFound = false;
  const remaining: P[] = [];
  for (let i = poses.length - 1; i >= 0; i--) {
    const covered = isCovered(poses[i]);
    if (!covered) isFound = !isUnobserved(poses[i].quality) || isLost(poses[i]);
    if (i === 0 || !covered || !isFound) remaining.push(poses[i]);
  }
  return remaining.reverse();
}
