import { solveCholesky } from '../../math/cholesky.ts';
import { type NormalSystem, normalSystem } from '../../math/normal-system.ts';
import { compose, exp, isTwistWithin } from '../../math/se3.ts';
import { type CancelToken, throwIfCancelled } from '../../model/context.ts';
import type { Rigid } from '../../model/rigid.ts';
import { MIN_ITERATIONS } from './match-schedule.ts';
import { type MatchPoints, MatchSums, type ResidualOptions } from './match-sums.ts';
import { addMotionPrior, type MotionPrior } from './motion-prior.ts';
import { OBSERVABILITY_DEFAULTS, type ObservabilityOptions } from './observability.ts';
import type { Submap } from './submap.ts';
import { releaseDirection, weakestTranslation } from './weak-direction.ts';

export type { MatchPoints } from './match-sums.ts';

export interface ScanMatcherOptions extends ResidualOptions {
  readonly maxIterations: number;
  /** The step is converged below this, metres. */
  readonly translationTolerance: number;
  /** The step is converged below this, radians. */
  readonly rotationTolerance: number;
}

export const SCAN_MATCHER_DEFAULTS: ScanMatcherOptions = {
  rangeSigma: 0.03,
  inlierSigmas: 3,
  maxNormalAngleDeg: 75,
  maxIterations: 20,
  translationTolerance: 1e-4,
  rotationTolerance: 5e-5,
};

export interface MatchResult {
  readonly T_map_sensor: Rigid;
  /** System of the last iteration; owned by the matcher, valid until its next match. */
  readonly system: NormalSystem;
  readonly iterations: number;
  readonly converged: boolean;
}

/**
 * Matches a scan to the submap: Gauss-Newton on the point-to-plane residuals (`match/point-to-plane`) against the
 * plane of the bin each point falls into, from fine bins to coarse, weighted by the known noise,
 * `w = 1 / (rangeSigma^2 + planeSigma^2)`, under a robust kernel, with the motion prior as one more observation
 * inside the solver.
 *
 * A translation that the geometry does not constrain (`observability`) is left to the prior at every step:
 * thousands of slightly wrong normals would fix it at the current estimate.
 *
 * The kernel opens with the adaptive threshold (the error of recent predictions) and closes to the noise, so that
 * the match can recover from a bad prediction and an outlier has no influence at the end.
 */
export class ScanMatcher {
  readonly #options: ScanMatcherOptions;
  readonly #minShare: number;
  readonly #system = normalSystem();
  readonly #sums: MatchSums;

  constructor(
    options: ScanMatcherOptions = SCAN_MATCHER_DEFAULTS,
    { minShare }: Pick<ObservabilityOptions, 'minShare'> = OBSERVABILITY_DEFAULTS,
  ) {
    this.#options = options;
    this.#minShare = minShare;
    this.#sums = new MatchSums(options);
  }

  /**
   * @param points called before each step, so that the caller can de-skew again as the pose converges
   * @param start initial guess of the pose
   * @param opening initial width of the kernel, metres
   * @throws CancelledError within one iteration of the cancellation
   */
  match(
    points: (iteration: number, pose: Rigid) => MatchPoints,
    submap: Submap,
    start: Rigid,
    prior: MotionPrior,
    opening: number,
    cancel: CancelToken,
  ): MatchResult {
    const { maxIterations, translationTolerance, rotationTolerance } = this.#options;
    const system = this.#system;
    let pose = start;
    let iterations = 0;
    let converged = false;
    let kernel = opening;
    while (iterations < maxIterations && !converged) {
      throwIfCancelled(cancel, 'work-align');
      const chosen = points(iterations, pose);
      if (iterations === 0) this.#sums.begin(submap, chosen.count);
      this.#sums.at(chosen, pose, kernel, system);
      const H = system.H.slice();
      const b = system.b.slice();
      const weak = weakestTranslation(system.translation);
      if (weak.share < this.#minShare) releaseDirection(H, b, weak.direction);
      addMotionPrior(H, b, prior, pose);
      const step = solveCholesky(H, b, 6);
      if (step === null) break;
      pose = compose(pose, exp(step));
      iterations++;
      kernel /= 2;
      const isSmallStep = isTwistWithin(step, { turn: rotationTolerance, shift: translationTolerance });
      // Not before the kernel has closed and the scan was de-skewed with the converged pose at least once.
      converged = isSmallStep && iterations > MIN_ITERATIONS && kernel < this.#options.rangeSigma;
    }
    return { T_map_sensor: pose, system, iterations, converged };
  }

  /**
   * Normal equations of the geometry at a pose.
   *
   * @param kernel width of the robust kernel, metres
   * @returns owned by the matcher, valid until the next call
   */
  systemAt(points: MatchPoints, submap: Submap, pose: Rigid, kernel: number): NormalSystem {
    this.#sums.begin(submap, points.count);
    this.#sums.at(points, pose, kernel, this.#system);
    return this.#system;
  }
}
