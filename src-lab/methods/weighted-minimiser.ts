import { compose, expSo3 } from '../../src-core/math/se3.ts';
import { median, orderStatistic, SIGMA_OF_MAD } from '../../src-core/math/statistics.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { solveDetermined } from '../problem/determined.ts';
import type { StopReason } from '../problem/method.ts';
import type { RobustOptions } from '../problem/robust-options.ts';
import { QUADRATIC_STRIDE } from '../problem/surface-distance.ts';
import type { Iterate, Minimiser } from './iterate.ts';
import type { Matches } from './matches.ts';
import { addQuadratic, clearNewtonSystem, newtonSystem, symmetricF } from './newton-system.ts';

/** Scale of a kernel in standard deviations of the pairs, if the user gives none: most good pairs keep their weight. */
const SCALE_SIGMAS = 2;

/**
 * Weights of pairs by their squared distances: trimming first, then the kernel (iteratively reweighted least squares).
 * Both count pairs, whatever the weights of their source points.
 *
 * @param squared m^2 per pair; NaN for none
 * @param weights receives them, 0 for a pair that does not count
 */
export function robustWeights(
  squared: Float64Array,
  { kernel, kernelScale, keptShare }: RobustOptions,
  weights: Float64Array,
): void {
  const paired = squared.filter((value) => !Number.isNaN(value));
  const rank = Math.max(0, Math.ceil(keptShare * paired.length) - 1);
  const limit =
    keptShare < 1 && paired.length > 0 ? orderStatistic(paired.slice(), rank) : Number.POSITIVE_INFINITY;
  const within = keptShare < 1 ? paired.filter((value) => value <= limit) : paired;
  const c2 =
    kernel === 'none' ? 1 : (kernelScale ?? SCALE_SIGMAS * SIGMA_OF_MAD * median(within.map(Math.sqrt))) ** 2;
  for (let i = 0; i < squared.length; i++) {
    if (!(squared[i] <= limit)) weights[i] = 0;
    // Pairs without any distance leave no scale: all of them are exact.
    else if (kernel === 'none' || !(c2 > 0)) weights[i] = 1;
    else {
      const cauchy = 1 / (1 + squared[i] / c2);
      weights[i] = kernel === 'cauchy' ? cauchy : cauchy * cauchy;
    }
  }
}

/**
 * Weight matrix M of a pair under a pose, xx xy xz yy yz zz: its squared distance is `d^T M d`, d from the target's
 * place to the moved point.
 *
 * @param out receives M
 * @returns false if the pair does not count
 */
export type PairMatrix = (point: number, element: number, R: Float64Array, out: Float64Array) => boolean;

/**
 * Gauss-Newton on `sum w d^T M d` over closest pairs, M fixed within a step: point to plane with a robust kernel,
 * GICP, VGICP. The step (theta, t) moves a point q by `[-[q]x, I] (theta, t)`.
 */
export class WeightedMinimiser implements Minimiser {
  readonly #matches: Matches;
  readonly #matrix: PairMatrix;
  readonly #robust: RobustOptions;
  readonly #elementWeight: Float64Array | null;
  readonly #system = newtonSystem();
  readonly #matrices: Float64Array;
  readonly #squared: Float64Array;
  readonly #weights: Float64Array;
  #at: Rigid | null = null;

  /** @param elementWeight of each element of the template; null: 1 */
  constructor(
    matches: Matches,
    matrix: PairMatrix,
    robust: RobustOptions,
    elementWeight: Float64Array | null = null,
  ) {
    const { count } = matches.source;
    this.#matches = matches;
    this.#matrix = matrix;
    this.#robust = robust;
    this.#elementWeight = elementWeight;
    this.#matrices = new Float64Array(6 * count);
    this.#squared = new Float64Array(count);
    this.#weights = new Float64Array(count);
  }

  evaluate(T_target_source: Rigid): Iterate {
    const matches = this.#matches;
    matches.update(T_target_source);
    this.#at = T_target_source;
    this.#measure(T_target_source.R);
    robustWeights(this.#squared, this.#robust, this.#weights);
    const { moved, element, weights } = matches;
    const places = matches.template.xyz;
    const system = this.#system;
    const quadratic = new Float64Array(QUADRATIC_STRIDE);
    let [sum, total, inliers] = [0, 0, 0];
    clearNewtonSystem(system);
    for (let i = 0, at = 0; i < element.length; i++, at += 3) {
      const weight = this.#weights[i] * (this.#elementWeight?.[element[i]] ?? 1) * (weights?.[i] ?? 1);
      if (!(weight > 0)) continue;
      for (let k = 0; k < 6; k++) quadratic[k] = weight * this.#matrices[6 * i + k];
      const to = 3 * element[i];
      const [x, y, z] = [moved[at], moved[at + 1], moved[at + 2]];
      addQuadratic(system, quadratic, x, y, z, x - places[to], y - places[to + 1], z - places[to + 2]);
      sum += weight * this.#squared[i];
      total += weight;
      inliers++;
    }
    return { T_target_source, rms: Math.sqrt(Math.max(0, sum / total)), inliers };
  }

  step(): Iterate | StopReason {
    const [wx, wy, wz, ...t] = solveDetermined(this.normalMatrix(), this.#system.g);
    return this.evaluate(compose({ R: expSo3(wx, wy, wz), t: Float64Array.from(t) }, this.#at!));
  }

  normalMatrix(): Float64Array {
    return symmetricF(this.#system);
  }

  /** Fills the matrices and squared distances of all pairs, NaN where there is none. */
  #measure(R: Float64Array): void {
    const { moved, element, template } = this.#matches;
    const places = template.xyz;
    for (let i = 0, at = 0; i < element.length; i++, at += 3) {
      const M = this.#matrices.subarray(6 * i, 6 * i + 6);
      if (element[i] < 0 || !this.#matrix(i, element[i], R, M)) {
        this.#squared[i] = Number.NaN;
        continue;
      }
      const to = 3 * element[i];
      const [x, y, z] = [
        moved[at] - places[to],
        moved[at + 1] - places[to + 1],
        moved[at + 2] - places[to + 2],
      ];
      this.#squared[i] = Math.max(
        0,
        M[0] * x * x + M[3] * y * y + M[5] * z * z + 2 * (M[1] * x * y + M[2] * x * z + M[4] * y * z),
      );
    }
  }
}
