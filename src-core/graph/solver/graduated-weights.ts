import type { CancelToken } from '../../model/context.ts';
import type { Rigid } from '../../model/rigid.ts';
import { linearised, whiten } from '../factor.ts';
import type { PoseGraph } from '../pose-graph.ts';
import type { GraphEquations } from './graph-equations.ts';
import { type MinimiserOptions, type Minimum, minimise } from './levenberg-marquardt.ts';

/** Factor by which the truncated kernel is sharpened per stage. */
const SHARPENING = 1.4;
const MOST_STAGES = 100;
/** Solver steps per stage; each stage starts from the result of the previous one. */
const STEPS_A_STAGE = 3;
/** Distance to 0 or 1 within which a weight counts as decided. */
const DECIDED = 1e-3;

/**
 * Graduated non-convexity with a truncated least-squares kernel (Yang, Antonante, Tzoumas, Carlone 2020, Graduated
 * Non-Convexity for Robust Spatial Perception, eq. 12 and 14): all gated factors start with full weight, and those
 * inconsistent with the others lose their weight step by step, until each has weight 1 or 0. Factors without a gate
 * keep their weight throughout.
 *
 * @param weights initial weight of each factor; receives the final ones
 * @throws as `minimise`
 */
export function minimiseRobust(
  graph: PoseGraph,
  equations: GraphEquations,
  weights: Float64Array,
  options: MinimiserOptions,
  cancel: CancelToken,
): Minimum {
  const gated = graph.factors.flatMap(({ gate }, f) => (gate !== null && weights[f] > 0 ? [f] : []));
  let minimum = minimise(equations, graph.poses, weights, options, cancel);
  let iterations = minimum.iterations;
  const worst = Math.max(0, ...ratios(graph, gated, minimum.poses));
  // Below twice the gate the first kernel would already be the truncated one.
  let mu = worst > 1 ? 1 / (2 * worst - 1) : Number.POSITIVE_INFINITY;
  for (let stage = 0; Number.isFinite(mu) && stage < MOST_STAGES; stage++) {
    const squared = ratios(graph, gated, minimum.poses);
    gated.forEach((f, k) => {
      weights[f] = truncatedWeight(squared[k], mu);
    });
    if (gated.every((f) => weights[f] < DECIDED || weights[f] > 1 - DECIDED)) break;
    minimum = minimise(
      equations,
      minimum.poses,
      weights,
      { ...options, maxIterations: STEPS_A_STAGE },
      cancel,
    );
    iterations += minimum.iterations;
    mu *= SHARPENING;
  }
  for (const f of gated) weights[f] = weights[f] > 0.5 ? 1 : 0;
  minimum = minimise(equations, minimum.poses, weights, options, cancel);
  return { ...minimum, iterations: iterations + minimum.iterations };
}

/** Squared whitened residuals over their gates. */
function ratios(graph: PoseGraph, gated: readonly number[], poses: readonly Rigid[]): number[] {
  const room = linearised();
  return gated.map((f) => {
    const factor = graph.factors[f];
    return whiten(factor, poses, room) / (factor.gate as number);
  });
}

/** @param ratio squared residual over its gate @param mu sharpness, from near 0 (full weight) to large (truncated) */
function truncatedWeight(ratio: number, mu: number): number {
  if (ratio <= mu / (mu + 1)) return 1;
  if (ratio >= (mu + 1) / mu) return 0;
  return Math.sqrt((mu * (mu + 1)) / ratio) - mu;
}
