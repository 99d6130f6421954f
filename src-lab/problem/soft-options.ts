/** Criterion by which a soft method counts as converged before its annealing is complete. */
interface SoftStopOptions {
  /**
   * Pose error, as a fraction of the source's spread, that is accepted when the method stops early: smaller for a
   * more accurate result, 0 to run the whole annealing.
   */
  readonly tolerance: number;
}

/** Options of EM-ICP, named as in Tamaki alg. 3. */
export interface EmIcpOptions extends SoftStopOptions {
  /** First sigma_p^2, m^2: about the squared matching distance at the start. Larger for a worse initial guess. */
  readonly sigmaP2: number;
  /** Last sigma_p^2, m^2: about the squared noise of the points. */
  readonly sigmaInf: number;
  /** Factor of sigma_p^2 per step, 0..1: nearer to 1 for a slower, safer annealing. */
  readonly sigmaFactor: number;
  /** Squared distance beyond which a point is an outlier, m^2. */
  readonly d02: number;
}

/** Figures of the paper, whose lengths suit the bunny, 0.15 m across; `fittedEmIcp` suits them to other clouds. */
export const EM_ICP_PAPER: EmIcpOptions = {
  sigmaP2: 0.01,
  sigmaInf: 1e-5,
  sigmaFactor: 0.9,
  d02: 0.01,
  tolerance: 1e-5,
};

/** Options of softassign, named as in Tamaki alg. 2. */
export interface SoftassignOptions extends SoftStopOptions {
  /** Number of temperatures of the annealing (JMAX). */
  readonly temperatures: number;
  /** Maximum pose steps at one temperature (I0). */
  readonly stepsPerTemperature: number;
  /** Row and column normalisations per step (I1). */
  readonly sinkhornIterations: number;
  /** Squared distance up to which a match is preferred to none (alpha), m^2. */
  readonly alpha: number;
  /**
   * First temperature T = 1 / beta, m^2 (T_0). Larger for a worse initial guess; far above the squared size of the
   * clouds it has no effect.
   */
  readonly firstTemperature: number;
  /** Factor of T per temperature, 0..1. */
  readonly temperatureFactor: number;
  /** Initial value of the outlier row and column; null: `exp(-1) / sqrt(T_0)`, as in the authors' program. */
  readonly moutlier: number | null;
  /**
   * Length that counts as one in the factor `1 / sqrt(T)` of M, m: 1 in the program. The outlier row and column have
   * no unit, so that clouds of another scale need another length for the same matches.
   */
  readonly outlierUnit: number;
  /**
   * Compare the pose with its half turns about the target's principal axes when T falls to the squared size of the
   * clouds, and at the end. Above it the weights depend on second moments only, which are the same for all four
   * poses. Not done if the annealing starts below: the initial guess then decides.
   */
  readonly tryHalfTurns: boolean;
}

/** Figures of the authors' program; `fittedSoftassign` suits them to the clouds. */
export const SOFTASSIGN_PAPER: SoftassignOptions = {
  temperatures: 100,
  stepsPerTemperature: 5,
  sinkhornIterations: 3,
  alpha: 3,
  firstTemperature: 100,
  temperatureFactor: 0.95,
  moutlier: null,
  outlierUnit: 1,
  tryHalfTurns: true,
  tolerance: 1e-5,
};

/** The papers' figures of both soft methods, as a choice: without them `register` fits the figures to the clouds. */
export const TAMAKI_FIGURES = { emIcp: EM_ICP_PAPER, softassign: SOFTASSIGN_PAPER } as const;
