/** When a soft method counts as settled before its annealing has ended. */
export interface SoftStopOptions {
  /**
   * Part of the source's spread that the pose may still be off when the method stops early: smaller for a closer
   * result, 0 to go through with the whole annealing.
   */
  readonly tolerance: number;
}

/** Options of EM-ICP, named as in Tamaki alg. 3; lengths are of the size of the bunny, 0.15 m across. */
export interface EmIcpOptions extends SoftStopOptions {
  /** First sigma_p^2, m^2: about the squared distance at which matches are still sought. Larger for a worse start. */
  readonly sigmaP2: number;
  /** Last sigma_p^2, m^2: about the squared noise of the points. */
  readonly sigmaInf: number;
  /** What sigma_p^2 is multiplied by after each step, 0..1: nearer to 1 for a slower, safer annealing. */
  readonly sigmaFactor: number;
  /** Squared distance beyond which a point is an outlier, m^2. */
  readonly d02: number;
}

export const EM_ICP_DEFAULTS: EmIcpOptions = {
  sigmaP2: 0.01,
  sigmaInf: 1e-5,
  sigmaFactor: 0.9,
  d02: 0.01,
  tolerance: 1e-5,
};

/** Options of softassign, named as in Tamaki alg. 2; the defaults are those of the authors' program. */
export interface SoftassignOptions extends SoftStopOptions {
  /** Temperatures of the annealing (JMAX). */
  readonly temperatures: number;
  /** Steps of the pose at one temperature, at most (I0). */
  readonly stepsPerTemperature: number;
  /** Row and column normalisations in one step (I1). */
  readonly sinkhornIterations: number;
  /** Squared distance up to which a match is better than none (alpha), m^2. */
  readonly alpha: number;
  /** First temperature T = 1 / beta, m^2 (T_0). Larger for a worse start; far above the squared size it is blind to it. */
  readonly firstTemperature: number;
  /** What T is multiplied by after each temperature, 0..1. */
  readonly temperatureFactor: number;
  /** First value of the outlier row and column; null: `exp(-1) / sqrt(T_0)`, as the authors' program has it. */
  readonly moutlier: number | null;
  /**
   * Whether to compare the pose with its half turns about the target's principal axes when T comes down to the squared
   * size of the clouds, and at the end. Above it the weights tell no more than second moments, which
   * are the same for all four. Not done where the annealing starts below: there the starting transform decides.
   */
  readonly tryHalfTurns: boolean;
}

export const SOFTASSIGN_DEFAULTS: SoftassignOptions = {
  temperatures: 100,
  stepsPerTemperature: 5,
  sinkhornIterations: 3,
  alpha: 3,
  firstTemperature: 100,
  temperatureFactor: 0.95,
  moutlier: null,
  tryHalfTurns: true,
  tolerance: 1e-5,
};
