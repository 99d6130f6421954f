import { compose, invert, rotateVector, transpose3 } from '../math/se3.ts';
import { isUnobserved, type ScanPose, withoutBridged } from '../model/pose.ts';
import {
  addCarried,
  EDGE_ERROR_DEFAULTS,
  type EdgeErrorModel,
  POSE_SWAY,
  stepCovariance,
} from './edge-covariance.ts';

type Vector = readonly [number, number, number];

/** Covariance of an anchor of a refined graph. */
export interface AnchorCovariance {
  readonly scanIndex: number;
  /** 6x6, row-major, rotation (rad) first, at the right of the pose: `T <- T exp(x)`. */
  readonly covariance: Float64Array;
}

/**
 * Covariance of each pose relative to the first, by odometry alone: each step propagates the covariance to its scan
 * and adds its own. Over an unconstrained stretch, `alongSigma` of a scan is cumulative since the last constrained
 * scan, and may also decrease, e.g. when the robot is known to stand still: it is not summed but used as is.
 *
 * @returns one pose after another: 6x6, row-major, rotation first, at the right of the pose
 */
export function* covariancesFromStart(
  poses: readonly ScanPose[],
  model: EdgeErrorModel = EDGE_ERROR_DEFAULTS,
): Generator<Float64Array> {
  // The first pose sways like any other, and all poses are relative to it.
  let total = swayCovariance();
  // Total without the contribution of the current unconstrained stretch.
  let base = total;
  const counted = new Set(withoutBridged(poses));
  // The last pose that is not bridged, and the totals there.
  let held = { pose: poses[0], total, base };
  for (let i = 0; i < poses.length; i++) {
    if (i > 0) {
      const pose = poses[i];
      let before = poses[i - 1];
      if (counted.has(pose) && !counted.has(before)) {
        // Found again on the walls: what was assumed since they were last seen is of no account.
        ({ pose: before, total, base } = held);
      }
      const isOngoing = isUnobserved(before.quality) && isUnobserved(pose.quality);
      const next = constrainedCovariance(before, pose, model);
      const T_pose_before = compose(invert(pose.T_map_sensor), before.T_map_sensor);
      addCarried(next, isOngoing ? base : total, T_pose_before);
      base = next;
      total = isUnobserved(pose.quality) ? withUnconstrained(base, pose) : base;
      if (counted.has(pose)) held = { pose, total, base };
    }
    yield total;
  }
}

/** Covariance of a step without the share that grows along an unconstrained direction; see `stepCovariance`. */
function constrainedCovariance(before: ScanPose, pose: ScanPose, model: EdgeErrorModel): Float64Array {
  const { quality } = pose;
  return stepCovariance(
    before,
    isUnobserved(quality) ? { ...pose, quality: { ...quality, alongSigma: 0 } } : pose,
    model,
  );
}

/** Standard deviation of the unconstrained direction itself, rad: an error along it has a small component across. */
const DIRECTION_SIGMA = 0.01;

function withUnconstrained(base: Float64Array, { T_map_sensor, quality }: ScanPose): Float64Array {
  const w = rotateVector(transpose3(T_map_sensor.R), ...quality.weakDirection);
  const total = base.slice();
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 3; j++) {
      const aside = i === j ? DIRECTION_SIGMA ** 2 : 0;
      total[6 * (i + 3) + j + 3] += quality.alongSigma ** 2 * (w[i] * w[j] + aside);
    }
  return total;
}

function swayCovariance(): Float64Array {
  const covariance = new Float64Array(36);
  for (let i = 0; i < 6; i++) covariance[7 * i] = (i < 3 ? POSE_SWAY.rotation : POSE_SWAY.translation) ** 2;
  return covariance;
}

/** Covariance of each pose from the nearest anchor in time of a refined graph. @param anchors in order of time */
export function* covariancesOfAnchors(
  poses: readonly ScanPose[],
  anchors: readonly AnchorCovariance[],
): Generator<Float64Array> {
  let at = 0;
  for (const { scanIndex } of poses) {
    const away = (k: number): number => Math.abs(anchors[k].scanIndex - scanIndex);
    while (at + 1 < anchors.length && away(at + 1) <= away(at)) at++;
    yield anchors[at].covariance;
  }
}

/** Variance of a pose's position along a direction, m^2. @param covariance as above @param u unit, map frame */
export function positionVariance(
  { T_map_sensor }: Pick<ScanPose, 'T_map_sensor'>,
  covariance: Float64Array,
  u: Vector,
): number {
  const v = rotateVector(transpose3(T_map_sensor.R), ...u);
  let sum = 0;
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 3; j++) sum += v[i] * v[j] * covariance[6 * (i + 3) + j + 3];
  return Math.max(0, sum);
}

/**
 * Variance that the step from one scan to the next adds to the length along a direction, m^2, including the share
 * along an unconstrained direction.
 *
 * @param u unit, map frame
 */
export function stepVarianceAlong(
  before: ScanPose,
  pose: ScanPose,
  u: Vector,
  model: EdgeErrorModel = EDGE_ERROR_DEFAULTS,
): number {
  return positionVariance(pose, stepCovariance(before, pose, model), u);
}

/** Step variance without the share that grows along an unconstrained direction. */
export function constrainedVarianceAlong(
  before: ScanPose,
  pose: ScanPose,
  u: Vector,
  model: EdgeErrorModel = EDGE_ERROR_DEFAULTS,
): number {
  return positionVariance(pose, constrainedCovariance(before, pose, model), u);
}
