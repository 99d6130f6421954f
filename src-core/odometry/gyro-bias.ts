import { logSo3, multiply3, transpose3 } from '../math/se3.ts';

type Bias = readonly [number, number, number];

/** Filter state needed to resume; plain JSON. */
export interface GyroBiasState {
  readonly bias: readonly [number, number, number];
  /** Variance of the bias, (rad/s)^2, the same for each axis. */
  readonly variance: number;
  /** Moving mean of the squared innovation over its expected variance; about 1 if the model fits. */
  readonly consistency: number;
}

/** Initial standard deviation of the bias of a MEMS gyro, rad/s. */
const INITIAL_SIGMA = 0.02;
/**
 * Standard deviation of the gyro's mean rate over a rotation in the motion prior, rad/s. Ten times its noise: the
 * remaining bias is the same from scan to scan, and a prior as tight as the noise would bend the map by it
 * (docs/decisions/0003-submap.md).
 */
const RATE_NOISE = 0.02;
/** Random walk of the bias, rad/s per square root of a second. */
const BIAS_WALK = 5e-5;
/**
 * Standard deviation of the mean rate over a rotation by scan matching, rad/s: some hundredths of a degree in 0.1
 * s.
 */
const MATCH_SIGMA = 0.006;
/** Standard deviation below which the bias counts as calibrated, rad/s. */
const CALIBRATED_SIGMA = 0.002;
/** Ratio of squared innovation to expected variance above which the gyro is rejected. */
const MAX_INCONSISTENCY = 9;

/**
 * Bias (rad/s) at which the gyro agrees with scan matching over a single pair of scans, so that the gyro provides
 * the course of the rotation and the walls its mean; null: larger than any plausible bias, the gyro is not used.
 *
 * @param byGyro `R_from_to` by the gyro, bias not removed
 * @param byWalls `R_from_to` by scan matching
 * @param seconds between the two scans
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
 * Estimates the gyro bias from the rotations of scan matching (a Kalman filter per axis). It needs neither a still
 * start nor a good gyro, and detects a gyro that disagrees with scan matching.
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
   * True once the bias is known well enough for the gyro to help. Until then scan matching works without it: a
   * prior with the bias still in it would pull the very rotations that the bias is estimated from.
   */
  get calibrated(): boolean {
    return this.#variance < CALIBRATED_SIGMA ** 2;
  }

  /** False once gyro and scan matching have disagreed for long: wrong units, wrong mounting, broken. */
  get believable(): boolean {
    return isGyroBelievable(this.state);
  }

  /** Current estimate of the bias, rad/s; null: implausibly large, or the gyro is rejected. */
  get plausible(): Bias | null {
    return this.believable && isPlausible(this.#bias) ? this.#bias : null;
  }

  /** Standard deviation of a rotation integrated from the gyro over a duration, rad. */
  rotationSigma(seconds: number): number {
    return seconds * Math.sqrt(this.#variance + RATE_NOISE ** 2);
  }

  /**
   * Updates the bias with one pair of scans.
   *
   * @param byGyro `R_from_to` by the gyro with the current bias removed
   * @param byWalls `R_from_to` by scan matching
   * @param seconds between the two scans
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

/** False once gyro and scan matching have disagreed for long. */
export function isGyroBelievable({ consistency }: GyroBiasState): boolean {
  return consistency < MAX_INCONSISTENCY;
}
