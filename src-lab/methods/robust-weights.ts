import { median, orderStatistic, SIGMA_OF_MAD } from '../../src-core/math/statistics.ts';
import type { RobustOptions } from '../problem/robust-options.ts';

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
  const kept = keptShare < 1 ? paired.filter((value) => value <= limit) : paired;
  const c2 =
    kernel === 'none' ? 1 : (kernelScale ?? SCALE_SIGMAS * SIGMA_OF_MAD * median(kept.map(Math.sqrt))) ** 2;
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
