import { invertSymmetric } from '../math/cholesky.ts';
import { symmetric6 } from '../math/normal-system.ts';
import { compose, exp, invert } from '../math/se3.ts';
import type { AlongConstraint, PoseQuality, ScanPose } from '../model/pose.ts';
import type { Rigid } from '../model/rigid.ts';
import { middleFromFirst, type ScanMotion } from './frame/deskewed-scan.ts';
import type { Observability } from './match/observability.ts';
import type { MatchResult } from './match/scan-matcher.ts';
import { weakestTranslation, weakMotion } from './match/weak-direction.ts';
import type { PreparedScan } from './prepared-scan.ts';

/** Source that constrains the motion along the weakest direction of a scan, with its uncertainty. */
export interface AlongEvidence {
  readonly heldBy: AlongConstraint;
  /** See `PoseQuality.alongSigma`, m. */
  readonly sigma: number;
}

/** Standard deviations assumed for a scan without any geometric constraint, rad and m. */
const UNKNOWN = { turn: 0.1, shift: 1 };
/** Upper limit of a position's standard deviation, m, beyond which it is unknown; it keeps the inverse finite. */
const WIDEST = 1000;

/**
 * Covariance of a pose from the geometric system, with the position along its weakest translation u known to a
 * given standard deviation from another source: the information along w (`weakMotion`) is removed as in the solver,
 * and a measurement of u . t replaces it,
 *
 *     C = (H - (H w)(H w)^T / (w^T H w) + m m^T / sigma^2)^-1,   m = (0, u),
 *
 * so that only sigma determines the position along u. Errors of the matches are assumed independent; the
 * correlation between neighbouring scans is left to the code that sums them (`edgeCovariance`).
 *
 * @param H 6x6, lower triangle, rotation first
 * @param u unit, same frame
 * @param sigma along u, m
 * @returns 6x6, row-major
 */
export function poseCovariance(
  H: Float64Array,
  u: readonly [number, number, number],
  sigma: number,
): number[] {
  const full = symmetric6(H);
  const motion = weakMotion(H, u);
  if (motion !== null) {
    const { Hw, information } = motion;
    const known = 1 / Math.min(sigma, WIDEST) ** 2;
    for (let i = 0; i < 6; i++) {
      for (let j = 0; j < 6; j++) {
        full[6 * i + j] -= (Hw[i] * Hw[j]) / information;
        if (i > 2 && j > 2) full[6 * i + j] += u[i - 3] * u[j - 3] * known;
      }
    }
  }
  const covariance = invertSymmetric(full, 6);
  return covariance === null ? unknownPose() : [...covariance];
}

function unknownPose(): number[] {
  const covariance = new Array<number>(36).fill(0);
  for (let i = 0; i < 6; i++) covariance[7 * i] = (i < 3 ? UNKNOWN.turn : UNKNOWN.shift) ** 2;
  return covariance;
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
