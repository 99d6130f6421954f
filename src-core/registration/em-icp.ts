import { type CancelToken, throwIfCancelled } from '../model/context.ts';
import type { Rigid } from '../model/rigid.ts';
import { horn, PairAccumulator } from './horn.ts';
import type { Alignable, Alignment, PointSet, StopReason } from './method.ts';
import { pointNormalMatrix } from './point-minimiser.ts';
import {
  hasSettled,
  movePoints,
  type SoftMatch,
  softInliers,
  softMatch,
  softPairSums,
  softRms,
  spreadOf,
  stepLength,
} from './soft-match.ts';
import type { EmIcpOptions } from './soft-options.ts';

/** Rows between two looks at whether the person has cancelled. */
const ROWS_PER_CHECK = 256;

/**
 * EM-ICP (Granger and Pennec; Tamaki alg. 3): every point of the source is matched with every point of the target, with
 * a weight that falls off within sigma_p, while sigma_p^2 shrinks step by step. O(N M) time a step, O(N + M) memory.
 * Its GPU twin: shaders/em-icp.wgsl.
 */
export function emIcp({ source, target, T_target_source, options, cancel }: Alignable): Alignment {
  const { sigmaP2, sigmaFactor, d02, tolerance } = options.emIcp;
  const began = performance.now();
  const match = softMatch(source.count);
  const moved = new Float64Array(3 * source.count);
  const pairs = new PairAccumulator();
  const spread = spreadOf(source);
  const rmsPerIteration: number[] = [];
  let T: Rigid = T_target_source;
  let sigma2 = sigmaP2;
  const matchUnder = (pose: Rigid): void => {
    movePoints(pose, source, moved);
    matchEmIcp(moved, target, sigma2, d02, match, cancel);
  };
  const anneal = (steps: number): StopReason => {
    matchUnder(T);
    for (let left = steps - 1; left >= 0; left--) {
      const next = horn(softPairSums(source, match, pairs));
      if (next === null) return 'too-few-matches';
      const step = stepLength(T, next, spread);
      T = next;
      const ended = left === 0 ? 'annealed' : hasSettled(match, step, left, tolerance) ? 'converged' : null;
      // The last match, by which the result is judged, is made with the last sigma_p.
      if (ended === null) sigma2 *= sigmaFactor;
      matchUnder(T);
      rmsPerIteration.push(softRms(match));
      if (ended !== null) return ended;
    }
    return 'annealed';
  };
  const stopped = anneal(emIcpSteps(options.emIcp));
  return {
    T_target_source: T,
    iterations: rmsPerIteration.length,
    rmsPerIteration,
    rms: softRms(match),
    inliers: softInliers(match),
    H: pointNormalMatrix(moved, (i) => match.weight[i]),
    stopped,
    milliseconds: { structure: 0, normals: 0, iterations: performance.now() - began },
  };
}

/** Steps of the annealing: as often as sigma_p^2 can shrink before it reaches sigma_inf (alg. 3, line 2). */
export function emIcpSteps({ sigmaP2, sigmaInf, sigmaFactor }: EmIcpOptions): number {
  let steps = 0;
  for (let sigma2 = sigmaP2; sigma2 > sigmaInf; sigma2 *= sigmaFactor) steps++;
  return steps;
}

/**
 * The E step: weights by eq. 8 and 9, their sums by eq. 11, in one pass. Since `sqrt(alpha_ij)` is
 * `exp(-d_ij^2 / 2 sigma_p^2) / sqrt(C_i)`, one exponential serves both, and C_i is divided out at the end of the row.
 *
 * @param moved the source under the pose, m
 * @param sigma2 sigma_p^2, m^2
 */
function matchEmIcp(
  moved: Float64Array,
  target: PointSet,
  sigma2: number,
  d02: number,
  match: SoftMatch,
  cancel: CancelToken,
): void {
  const { weight, partner, share } = match;
  const x = target.xyz;
  const end = 3 * target.count;
  const scale = -0.5 / sigma2;
  const outlier = Math.exp(-d02 / sigma2);
  match.total = 0;
  match.squared = 0;
  match.hardness = 0;
  for (let i = 0, at = 0; i < weight.length; i++, at += 3) {
    if (i % ROWS_PER_CHECK === 0) throwIfCancelled(cancel);
    const yx = moved[at];
    const yy = moved[at + 1];
    const yz = moved[at + 2];
    let sum = 0;
    let squared = 0;
    let hardness = 0;
    let lambda = 0;
    let [px, py, pz] = [0, 0, 0];
    for (let j = 0; j < end; j += 3) {
      const dx = x[j] - yx;
      const dy = x[j + 1] - yy;
      const dz = x[j + 2] - yz;
      const d2 = dx * dx + dy * dy + dz * dz;
      const root = Math.exp(scale * d2);
      const a = root * root;
      sum += a;
      squared += a * d2;
      hardness += a * a;
      lambda += root;
      px += root * x[j];
      py += root * x[j + 1];
      pz += root * x[j + 2];
    }
    const C = outlier + sum;
    // Nothing near, and the outlier weight too small to tell: no match.
    const inverse = C > 0 ? 1 / C : 0;
    const root = Math.sqrt(inverse);
    weight[i] = lambda * root;
    partner[at] = px * root;
    partner[at + 1] = py * root;
    partner[at + 2] = pz * root;
    share[i] = sum * inverse;
    match.total += sum * inverse;
    match.squared += squared * inverse;
    match.hardness += hardness * inverse * inverse;
  }
}
