import { logSo3, multiply3, transpose3 } from '../math/se3.ts';

type Bias = readonly [number, number, number];

/** What the filter must remember to go on later. */
export interface GyroBiasState {
  readonly bias: readonly [number, number, number];
  /** Variance of the bias, (rad/s)^2, the same for each axis. */
  readonly variance: number;
  /** Moving mean of the squared innovation over its expected variance; about 1 when the model fits. */
  readonly consistency: number;
}

/** Bias of a MEMS gyro before anything is known, rad/s (1 sigma). */
const INITIAL_SIGMA = 0.02;
/**
 * How far the gyro's mean rate over a rotation is trusted, rad/s. Ten times its noise: what remains of its bias is the
 * same from scan to scan, and a prior as tight as the noise would bend the map by it (docs/decisions/0003-submap.md).
 */
const RATE_NOISE = 0.02;
/** Wander of the bias, rad/s per square root of a second. */
const BIAS_WALK = 5e-5;
/** What scan matching knows of the mean rate over a rotation, rad/s: some hundredths of a degree in 0.1 s. */
const MATCH_SIGMA = 0.006;
/** Bias known to this is good enough, rad/s. */
const CALIBRATED_SIGMA = 0.002;
/** A gyro whose squared innovations are this many times what they should be is not believed. */
const MAX_INCONSISTENCY = 9;

/**
 * Bias (rad/s) that makes the gyro agree with scan matching over a single pair of scans, so that the gyro gives the
 * course of the rotation and the walls its mean; null where it is larger than any bias: the gyro is not believed.
 *
 * @param byGyro `R_from_to` by the gyro as it reads
 * @param byWalls `R_from_to` by scan matching
 * @param seconds from one to the other
 */
export function biasOfPair(
  byGyro: Float64Array,
  byWalls: Float64Array,
  seconds: number,
): [number, number, number] | null {
  const [x, y, z] = logSo3(multiply3(transpose3(byWalls), byGyro));
  const bias: [number, number, number] = [x / seconds, y / seconds, z / seconds];
  return isPlausible(bias) ? bias : null;
}

function isPlausible(bias: Bias): boolean {
  return Math.hypot(...bias) < 3 * INITIAL_SIGMA;
}

/**
 * Bias of the gyro, learnt against the rotations that scan matching finds (a Kalman filter per axis), so that
 * neither a still start nor a good gyro is needed, and a gyro that contradicts the walls is found out.
 */
export class GyroBias {
  #bias: [number, number, number] = [0, 0, 0];
  #variance = INITIAL_SIGMA ** 2;
  #consistency = 1;

  /** rad/s, sensor frame. */
  get value(): readonly [number, number, number] {
    return this.#bias;
  }

  /**
   * True once the bias is known well enough for the gyro to help. Until then scan matching has to stand alone: a
   * prior with the bias still in it would pull the very rotations that the bias is learnt from.
   */
  get calibrated(): boolean {
    return this.#variance < CALIBRATED_SIGMA ** 2;
  }

  /** False once the gyro has contradicted the walls for long: wrong units, wrong mounting, broken. */
  get believable(): boolean {
    return isGyroBelievable(this.state);
  }

  /** The bias as far as it is known, rad/s; null where it is larger than any, or the gyro not believed. */
  get plausible(): Bias | null {
    return this.believable && isPlausible(this.#bias) ? this.#bias : null;
  }

  /** Standard deviation of a rotation by the gyro over some seconds, rad. */
  rotationSigma(seconds: number): number {
    return seconds * Math.sqrt(this.#variance + RATE_NOISE ** 2);
  }

  /**
   * @param byGyro `R_from_to` by the gyro with the present bias taken off
   * @param byWalls `R_from_to` by scan matching
   * @param seconds from one to the other
   */
  learn(byGyro: Float64Array, byWalls: Float64Array, seconds: number): void {
    const difference = logSo3(multiply3(transpose3(byGyro), byWalls));
    this.#variance += BIAS_WALK ** 2 * seconds;
    const expected = this.#variance + MATCH_SIGMA ** 2;
    const gain = this.#variance / expected;
    let normalised = 0;
    const bias = [...this.#bias] as [number, number, number];
    for (let axis = 0; axis < 3; axis++) {
      const innovation = -difference[axis] / seconds;
      normalised += innovation ** 2 / expected / 3;
      bias[axis] += gain * innovation;
    }
    this.#bias = bias;
    this.#variance *= 1 - gain;
    this.#consistency += (Math.min(normalised, 100) - this.#consistency) / 20;
  }

  get state(): GyroBiasState {
    return { bias: this.#bias, variance: this.#variance, consistency: this.#consistency };
  }

  set state(state: GyroBiasState) {
    this.#bias = [...state.bias];
    this.#variance = state.variance;
    this.#consistency = state.consistency;
  }
}

/** False once the gyro has contradicted the walls for long. */
export function isGyroBelievable({ consistency }: GyroBiasState): boolean {
  return consistency < MAX_INCONSISTENCY;
}
