import { multiply3, rotationAngle, transpose3 } from '../../src-core/math/se3.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import type { EmIcpOptions, SoftassignOptions } from './soft-options.ts';

/** Mean weight of a match above which most points have one dominant match. */
const HARD = 0.5;

/** Temperature schedule of an annealing, m^2: T for softassign, sigma_p^2 for EM-ICP. */
export interface Schedule {
  readonly temperatures: number;
  readonly firstTemperature: number;
  readonly temperatureFactor: number;
  /** Maximum pose steps at one temperature. */
  readonly stepsPerTemperature: number;
  /** See `SoftStopOptions`. */
  readonly tolerance: number;
}

/** EM-ICP takes one step at each sigma_p^2, until it has shrunk to sigma_inf (alg. 3). */
export function emIcpSchedule({ sigmaP2, sigmaInf, sigmaFactor, tolerance }: EmIcpOptions): Schedule {
  let temperatures = 0;
  for (let sigma2 = sigmaP2; sigma2 > sigmaInf; sigma2 *= sigmaFactor) temperatures++;
  return {
    temperatures,
    firstTemperature: sigmaP2,
    temperatureFactor: sigmaFactor,
    stepsPerTemperature: 1,
    tolerance,
  };
}

export function temperatureAt({ firstTemperature, temperatureFactor }: Schedule, k: number): number {
  return firstTemperature * temperatureFactor ** k;
}

/**
 * Number of temperatures, from the first, so far above the squared size of the source that the weights depend on
 * little more than second moments: `exp(-d^2 / T)` varies with `2 x.y / T`, and that is below a half.
 *
 * @param spread of the source, m
 */
export function blindTemperatures(options: SoftassignOptions, spread: number): number {
  let k = 0;
  while (k < options.temperatures && temperatureAt(options, k) > 4 * spread ** 2) k++;
  return k;
}

/** Initial value of the outlier row and column: `exp(-1) / sqrt(T_0)` unless set. */
export function firstOutlier(moutlier: number | null, firstTemperature: number): number {
  return moutlier ?? Math.exp(-1) / Math.sqrt(firstTemperature);
}

/** Points centred on their mean, m: 3 numbers each. */
export interface Coordinates {
  readonly count: number;
  readonly xyz: ArrayLike<number>;
}

/** Root mean square distance of points from their mean, which is the origin, m. */
export function rmsRadius({ count, xyz }: Coordinates): number {
  let sum = 0;
  for (let at = 0; at < 3 * count; at++) sum += xyz[at] ** 2;
  return Math.sqrt(sum / count);
}

/**
 * Displacement of points about the source's origin by a change of pose, as a fraction of their spread: rotation angle
 * plus translation.
 */
export function stepLength(from: Rigid, to: Rigid, spread: number): number {
  const angle = rotationAngle(multiply3(transpose3(from.R), to.R));
  const shift = Math.hypot(to.t[0] - from.t[0], to.t[1] - from.t[1], to.t[2] - from.t[2]);
  return angle + shift / spread;
}

/**
 * True if further annealing would change nothing: each point has one dominant match, and the pose would stay within
 * the tolerance even if it moved as far at each remaining temperature. The matrix M need not be stored to test its
 * convergence: pose and temperature determine it.
 *
 * @param hardness mean weight of a match: 1 if all are one-to-one
 * @param displacement displacement of the pose at this temperature, as a fraction of the spread
 */
export function hasConverged(
  hardness: number,
  displacement: number,
  temperaturesLeft: number,
  tolerance: number,
): boolean {
  return hardness >= HARD && displacement * temperaturesLeft < tolerance;
}
