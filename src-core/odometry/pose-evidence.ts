import { compose, exp, invert } from '../math/se3.ts';
import type { AlongConstraint, PoseQuality, ScanPose } from '../model/pose.ts';
import type { Rigid } from '../model/rigid.ts';
import { middleFromFirst, type ScanMotion } from './frame/deskewed-scan.ts';
import type { Observability } from './match/observability.ts';
import type { MatchResult } from './match/scan-matcher.ts';
import { weakestTranslation } from './match/weak-direction.ts';
import { poseCovariance } from './pose-covariance.ts';
import type { PreparedScan } from './prepared-scan.ts';

/** Source that constrains the motion along the weakest direction of a scan, with its uncertainty. */
export interface AlongEvidence {
  readonly heldBy: AlongConstraint;
  /** See `PoseQuality.alongSigma`, m. */
  readonly sigma: number;
}

/** Quality of an unmatched scan: the first, the origin of the map. */
export const ORIGIN_QUALITY: PoseQuality = {
  eigenvalues: [0, 0, 0, 0, 0, 0],
  weakDirection: [1, 0, 0],
  weakSigma: 0,
  weakShare: 0,
  degenerate: false,
  heldBy: 'walls',
  alongSigma: 0,
  byGyro: false,
  covariance: new Array<number>(36).fill(0),
  inliers: 0,
  matched: 0,
  rms: 0,
  iterations: 0,
  converged: true,
};

/** Quality record of a matched scan. */
export function poseQualityOf(
  { system, iterations, converged }: MatchResult,
  seen: Observability,
  along: AlongEvidence,
  byGyro: boolean,
): PoseQuality {
  const { direction } = weakestTranslation(system.translation);
  return {
    ...seen,
    heldBy: along.heldBy,
    alongSigma: along.sigma,
    byGyro,
    covariance: poseCovariance(system.H, direction, along.sigma),
    inliers: system.inliers,
    matched: system.matched,
    rms: system.inliers > 0 ? Math.sqrt(system.squared / system.inliers) : 0,
    iterations,
    converged,
  };
}

/** Pose of a scan at its first column from that at the middle of its rotation. */
export function poseAtFirst({ clock, rates }: PreparedScan, T_map_middle: Rigid, motion: ScanMotion): Rigid {
  return compose(T_map_middle, invert(middleFromFirst(clock, rates, motion)));
}

/**
 * Builds the stored pose of a matched scan.
 *
 * @param T_map_sensor at the first column
 */
export function scanPose(
  prepared: PreparedScan,
  T_map_sensor: Rigid,
  motion: ScanMotion,
  isKeyframe: boolean,
  quality: PoseQuality,
): ScanPose {
  return {
    scanIndex: prepared.index,
    frameId: prepared.scan.frameId,
    stampNs: prepared.clock.firstNs,
    T_map_sensor,
    T_first_last: exp(motion.twist),
    gyroBias: motion.gyroBias,
    isKeyframe,
    quality,
  };
}
