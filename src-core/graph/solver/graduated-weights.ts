import type { CancelToken } from '../../model/context.ts';
import type { Rigid } from '../../model/rigid.ts';
import { linearised, whiten } from '../factor.ts';
import type { PoseGraph } from '../pose-graph.ts';
import type { GraphEquations } from './graph-equations.ts';
import { type MinimiserOptions, type Minimum, minimise } from './levenberg-marquardt.ts';

/** How fast the truncated kernel is made sharper. */
const SHARPENING = 1.4;
const MOST_STAGES = 100;
/** Steps at each sharpness: the next one goes on from there. */
const STEPS_A_STAGE = 3;
/** A weight this near to 0 or 1 is one of them. */
const DECIDED = 1e-3;

/**
 * Graduated non-convexity with a truncated least-squares kernel (Yang, Antonante, Tzoumas, Carlone 2020, Graduated
 * Non-Convexity for Robust Spatial Perception, eq. 12 and 14): all doubtful factors are believed at first, and those that
 * the others contradict lose their weight step by step, until each counts in full or not at all. Factors without a gate
 * keep their weight throughout.
 *
 * @param weights of each factor at the start; receives those at the end
 * @throws what `minimise` throws
 */
export function minimiseRobust(
  graph: PoseGraph,
  equations: GraphEquations,
  weights: Float64Array,
  options: MinimiserOptions,
  cancel: CancelToken,
): Minimum {
  const doubtful = graph.factors.flatMap(({ gate }, f) => (gate !== null && weights[f] > 0 ? [f] : []));
  let found = minimise(equations, graph.poses, weights, options, cancel);
  let iterations = found.iterations;
  const worst = Math.max(0, ...ratios(graph, doubtful, found.poses));
  // Below twice the gate the first kernel would already be the truncated one.
  let mu = worst > 1 ? 1 / (2 * worst - 1) : Number.POSITIVE_INFINITY;
  for (let stage = 0; Number.isFinite(mu) && stage < MOST_STAGES; stage++) {
    const squared = ratios(graph, doubtful, found.poses);
    doubtful.forEach((f, k) => {
      weights[f] = truncatedWeight(squared[k], mu);
    });
    if (doubtful.every((f) => weights[f] < DECIDED || weights[f] > 1 - DECIDED)) break;
    found = minimise(equations, found.poses, weights, { ...options, maxIterations: STEPS_A_STAGE }, cancel);
    iterations += found.iterations;
    mu *= SHARPENING;
  }
  for (const f of doubtful) weights[f] = weights[f] > 0.5 ? 1 : 0;
  found = minimise(equations, found.poses, weights, options, cancel);
  return { ...found, iterations: iterations + found.iterations };
}

/** Squared whitened residuals over their gates. */
function ratios(graph: PoseGraph, doubtful: readonly number[], poses: readonly Rigid[]): number[] {
  const room = linearised();
  return doubtful.map((f) => {
    const factor = graph.factors[f];
    return whiten(factor, poses, room) / (factor.gate as number);
  });
}

/** @param ratio squared residual over its gate @param mu sharpness, from near 0 (all believed) to large (truncated) */
function truncatedWeight(ratio: number, mu: number): number {
  if (ratio <= mu / (mu + 1)) return 1;
  if (ratio >= (mu + 1) / mu) return 0;
  return Math.sqrt((mu * (mu + 1)) / ratio) - mu;
}
