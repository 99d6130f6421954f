import { solveCholesky } from '../../math/cholesky.ts';
import { addRow, clearSystem, type NormalSystem, normalSystem } from '../../math/normal-system.ts';
import { compose, exp, isTwistWithin } from '../../math/se3.ts';
import { type CancelToken, throwIfCancelled } from '../../model/context.ts';
import type { Rigid } from '../../model/rigid.ts';
import { MIN_ITERATIONS } from './match-schedule.ts';
import { addMotionPrior, type MotionPrior } from './motion-prior.ts';
import { OBSERVABILITY_DEFAULTS, type ObservabilityOptions } from './observability.ts';
import { pointToPlaneJacobian } from './point-to-plane.ts';
import type { Submap } from './submap.ts';
import { releaseDirection, weakestTranslation } from './weak-direction.ts';

export interface ScanMatcherOptions {
  /** Standard deviation of one range, metres: the sensor's data sheet (OS1: 10-30 mm by range and target). */
  readonly rangeSigma: number;
  /** Residuals beyond this number of standard deviations are outliers. */
  readonly inlierSigmas: number;
  /** Largest angle between a point's own normal and the bin's, degrees; beyond it the point is on another surface. */
  readonly maxNormalAngleDeg: number;
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

/** Points of a scan that take part in the match, sensor frame at the reference instant. */
export interface MatchPoints {
  count: number;
  readonly xyz: Float32Array;
  /** Unit normals pointing to the sensor; (0, 0, 0): unknown. */
  readonly normal: Float32Array;
}

export interface MatchResult {
  readonly T_map_sensor: Rigid;
  /** System of the last iteration; owned by the matcher, valid until its next match. */
  readonly system: NormalSystem;
  readonly iterations: number;
  readonly converged: boolean;
}

/**
 * Weight of a residual under the Geman-McClure kernel: near 1 below `scale`, falling with the fourth power beyond,
 * so that a vehicle or a person in front of the mapped wall has almost no influence.
 *
 * @param squared squared residual
 * @param squaredScale squared scale, the same unit
 */
function gemanMcClureWeight(squared: number, squaredScale: number): number {
  const ratio = squaredScale / (squaredScale + squared);
  return ratio * ratio;
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
  readonly #J = new Float64Array(6);

  constructor(
    options: ScanMatcherOptions = SCAN_MATCHER_DEFAULTS,
    { minShare }: Pick<ObservabilityOptions, 'minShare'> = OBSERVABILITY_DEFAULTS,
  ) {
    this.#options = options;
    this.#minShare = minShare;
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
      this.systemAt(points(iterations, pose), submap, pose, kernel);
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
    const system = this.#system;
    clearSystem(system);
    const { R, t } = pose;
    const [r0, r1, r2, r3, r4, r5, r6, r7, r8] = R;
    const [t0, t1, t2] = t;
    const { xyz, normal, count } = points;
    const { levels } = submap;
    const noise2 = this.#options.rangeSigma ** 2;
    const sigmas2 = this.#options.inlierSigmas ** 2;
    const minCosine = Math.cos((this.#options.maxNormalAngleDeg * Math.PI) / 180);
    const kernel2 = kernel * kernel;
    const J = this.#J;
    const info = system.translation;
    for (let i = 0; i < count; i++) {
      const px = xyz[3 * i];
      const py = xyz[3 * i + 1];
      const pz = xyz[3 * i + 2];
      const x = r0 * px + r1 * py + r2 * pz + t0;
      const y = r3 * px + r4 * py + r5 * pz + t1;
      const z = r6 * px + r7 * py + r8 * pz + t2;
      let at = -1;
      let level = 0;
      for (; level < levels.length; level++) {
        const bin = levels[level].find(x, y, z);
        if (bin < 0) continue;
        at = levels[level].planeOf(bin);
        if (at >= 0) break;
      }
      if (at < 0) continue;
      const plane = levels[level].plane;
      const nx = plane[at + 3];
      const ny = plane[at + 4];
      const nz = plane[at + 5];
      // The plane's normal in the sensor frame.
      const lx = r0 * nx + r3 * ny + r6 * nz;
      const ly = r1 * nx + r4 * ny + r7 * nz;
      const lz = r2 * nx + r5 * ny + r8 * nz;
      const ownX = normal[3 * i];
      const ownY = normal[3 * i + 1];
      const ownZ = normal[3 * i + 2];
      const known = ownX !== 0 || ownY !== 0 || ownZ !== 0;
      if (known && Math.abs(ownX * lx + ownY * ly + ownZ * lz) < minCosine) continue;

      const e = (x - plane[at]) * nx + (y - plane[at + 1]) * ny + (z - plane[at + 2]) * nz;
      const variance = noise2 + plane[at + 6] * plane[at + 6];
      const scale2 = sigmas2 * variance;
      const e2 = e * e;
      system.matched++;
      if (e2 < scale2) {
        system.inliers++;
        system.squared += e2;
      }
      const weight = gemanMcClureWeight(e2, scale2 > kernel2 ? scale2 : kernel2) / variance;
      pointToPlaneJacobian(px, py, pz, lx, ly, lz, J);
      addRow(system, J, e, weight);
      const feigned = plane[at + 7] * plane[at + 7];
      info[0] += weight * (lx * lx - feigned);
      info[3] += weight * lx * ly;
      info[4] += weight * (ly * ly - feigned);
      info[6] += weight * lx * lz;
      info[7] += weight * ly * lz;
      info[8] += weight * (lz * lz - feigned);
    }
    return system;
  }
}
