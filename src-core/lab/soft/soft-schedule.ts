import { multiply3, rotationAngle, transpose3 } from '../../math/se3.ts';
import type { Rigid } from '../../model/rigid.ts';
import type { EmIcpOptions, SoftassignOptions } from '../soft-options.ts';

/** Mean weight of a match from which on most points have one match that outweighs all others. */
export const HARD = 0.5;

/** The temperatures of an annealing, m^2: T for softassign, sigma_p^2 for EM-ICP. */
export interface Schedule {
  readonly temperatures: number;
  readonly firstTemperature: number;
  readonly temperatureFactor: number;
  /** Steps of the pose at one temperature, at most. */
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
 * How many temperatures, from the first, are so far above the squared size of the source that the weights tell little
 * more than second moments: `exp(-d^2 / T)` varies with `2 x.y / T`, and that is below a half.
 *
 * @param spread of the source, m
 */
export function blindTemperatures(options: SoftassignOptions, spread: number): number {
  let k = 0;
  while (k < options.temperatures && temperatureAt(options, k) > 4 * spread ** 2) k++;
  return k;
}

/** What stands in the outlier row and column at first: `exp(-1) / sqrt(T_0)` unless told otherwise. */
export function firstOutlier(moutlier: number | null, firstTemperature: number): number {
  return moutlier ?? Math.exp(-1) / Math.sqrt(firstTemperature);
}

/** Points about their mean, m: 3 numbers each. */
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

/** How far a change of pose moves points about the source's origin, as a part of their spread. */
export function stepLength(from: Rigid, to: Rigid, spread: number): number {
  const angle = rotationAngle(multiply3(transpose3(from.R), to.R));
  const shift = Math.hypot(to.t[0] - from.t[0], to.t[1] - from.t[1], to.t[2] - from.t[2]);
  return angle + shift / spread;
}

/**
 * Whether annealing on would change nothing: each point has one match that outweighs the others, and the pose would stay
 * within the tolerance even if it went as far at each temperature to come. The matrix M need not be kept to see that it
 * has converged: pose and temperature determine it.
 *
 * @param hardness mean weight of a match: 1 where all are one to one
 * @param way of the pose at this temperature, as a part of the spread
 */
export function hasConverged(
  hardness: number,
  way: number,
  temperaturesLeft: number,
  tolerance: number,
): boolean {
  return hardness >= HARD && way * temperaturesLeft < tolerance;
}
