import { compose, invert, rotateVector, rotationAngle } from '../math/se3.ts';
import { adjoint } from '../math/se3-jacobians.ts';
import { isLost, isUnobserved, type ScanPose, withoutBridged } from '../model/pose.ts';
import type { Rigid } from '../model/rigid.ts';
import { multiply6 } from './solver/small-blocks.ts';

/** Parameters of the odometry error model, calibrated on simulated drives: `npm run bench -- loop`. */
export interface EdgeErrorModel {
  /**
   * Distance after which a scan shares no wall with an older one that it was matched to, m; the errors of scans
   * closer together are fully correlated.
   */
  readonly renewalLength: number;
  /**
   * Factor on the standard deviations that follow from the points alone: their errors are not independent (the
   * roughness of one wall in one bin pulls all its points the same way).
   */
  readonly scanFactor: number;
  /** Scale error of the map, not observable by any scan, as a share of the length ... */
  readonly scaleSigma: number;
  /** ... over this length, m. */
  readonly scaleLength: number;
  /** Random walk of heading and tilt from bent submaps, rad per square root of a metre. */
  readonly rotationWalk: number;
  /** Random walk of the position across the path, m per square root of a metre. */
  readonly acrossWalk: number;
  /** Path length that is equivalent to one radian of rotation for the loss of shared walls, m. */
  readonly metresPerRadian: number;
}

export const EDGE_ERROR_DEFAULTS: EdgeErrorModel = {
  renewalLength: 8,
  scanFactor: 1.5,
  scaleSigma: 0.0005,
  scaleLength: 50,
  rotationWalk: 3e-5,
  acrossWalk: 3e-4,
  metresPerRadian: 1,
};

/**
 * Standard deviation of a single pose about the smooth error of the trajectory, rad and m per axis: a walking
 * machine's motion within a rotation is not exactly the one used for de-skewing. It does not grow with the path
 * length, so it is no part of an edge; a measurement from a single pose adds it once.
 */
export const POSE_SWAY = { rotation: 4e-4, translation: 0.002 };

/** Least standard deviation of a step, rad and m, so that the graph of a robot that stands still can be solved. */
const LEAST = { rotation: 1e-6, translation: 1e-5 };

/**
 * Covariance of the relative pose of two scans by odometry, from the quality of every scan between them.
 *
 * Each step adds the share of its scan's own covariance given by the renewal length, the scale error, and the
 * random walks. Where the geometry did not constrain a scan along its weak direction, that direction adds the
 * increase of `alongSigma` since the previous scan. All terms are propagated to the later pose by the adjoint.
 *
 * @param poses consecutive, all from the first to the second of the two
 * @returns 6x6, row-major, rotation (rad) first, at the right of the last pose: `T <- T exp(x)`
 */
export function edgeCovariance(
  poses: readonly ScanPose[],
  model: EdgeErrorModel = EDGE_ERROR_DEFAULTS,
): Float64Array {
  const observed = withoutBridged(poses);
  const last = observed[observed.length - 1].T_map_sensor;
  const sum = new Float64Array(36);
  for (let k = 1; k < observed.length; k++) {
    const step = stepCovariance(observed[k - 1], observed[k], model);
    addCarried(sum, step, compose(invert(last), observed[k].T_map_sensor));
  }
  return sum;
}

/**
 * Covariance that one step adds, at the right of the later pose; see `edgeCovariance`.
 *
 * @param before the scan before `pose`
 */
export function stepCovariance(
  before: ScanPose,
  pose: ScanPose,
  model: EdgeErrorModel = EDGE_ERROR_DEFAULTS,
): Float64Array {
  const { quality, T_map_sensor } = pose;
  const step = compose(invert(before.T_map_sensor), T_map_sensor);
  const length = Math.hypot(...step.t);
  const path = length + model.metresPerRadian * rotationAngle(step.R);
  // Across a gap whose end was not found, the covariance is that of the whole step.
  const share = isLost(pose) ? 1 : (model.scanFactor ** 2 * path) / model.renewalLength;
  const [wx, wy, wz] = rotateVector(invert(T_map_sensor).R, ...quality.weakDirection);
  const isConstrained = !isUnobserved(quality);
  const C = isConstrained
    ? Float64Array.from(quality.covariance)
    : withoutDirection(quality.covariance, [0, 0, 0, wx, wy, wz]);
  for (let i = 0; i < 36; i++) C[i] *= share;
  if (!isConstrained) {
    const grownFrom = isUnobserved(before.quality) ? before.quality.alongSigma : 0;
    addOuter(C, [wx, wy, wz], Math.max(0, quality.alongSigma ** 2 - grownFrom ** 2));
  }
  // Motion in the axes of the later pose.
  const moved = rotateVector(invert(step).R, step.t[0], step.t[1], step.t[2]);
  if (length > 0) addOuter(C, moved, (model.scaleSigma ** 2 * model.scaleLength) / length);
  for (let i = 0; i < 3; i++) {
    C[7 * i] += model.rotationWalk ** 2 * path + LEAST.rotation ** 2;
    C[7 * (i + 3)] += model.acrossWalk ** 2 * path + LEAST.translation ** 2;
  }
  return C;
}

/** `P C P` with the projection P that removes a unit direction. */
function withoutDirection(C: ArrayLike<number>, w: readonly number[]): Float64Array {
  const P = new Float64Array(36);
  for (let i = 0; i < 6; i++) for (let j = 0; j < 6; j++) P[6 * i + j] = (i === j ? 1 : 0) - w[i] * w[j];
  const half = new Float64Array(36);
  const out = new Float64Array(36);
  multiply6(P, Float64Array.from(C), half);
  multiply6(half, P, out);
  return out;
}

/** Adds `factor * v v^T` to the translation part. */
function addOuter(C: Float64Array, v: readonly number[], factor: number): void {
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) C[6 * (i + 3) + j + 3] += factor * v[i] * v[j];
  }
}

/**
 * Adds a covariance at the right of one pose, propagated to the right of another. @param T_other_one `one` relative
 * to `other`
 */
export function addCarried(sum: Float64Array, C: Float64Array, T_other_one: Rigid): void {
  const A = adjoint(T_other_one);
  const half = new Float64Array(36);
  multiply6(A, C, half);
  for (let i = 0; i < 6; i++) {
    for (let j = 0; j < 6; j++) {
      let entry = 0;
      for (let k = 0; k < 6; k++) entry += half[6 * i + k] * A[6 * j + k];
      sum[6 * i + j] += entry;
    }
  }
}
