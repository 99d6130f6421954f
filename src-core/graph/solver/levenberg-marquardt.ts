import { compose, exp } from '../../math/se3.ts';
import { type CancelToken, throwIfCancelled } from '../../model/context.ts';
import type { Rigid } from '../../model/rigid.ts';
import { undetermined } from './check-graph.ts';
import type { GraphEquations } from './graph-equations.ts';

export interface MinimiserOptions {
  readonly maxIterations: number;
  /** Settled when no node moves farther than this, m, ... */
  readonly translationTolerance: number;
  /** ... or turns farther, rad. */
  readonly rotationTolerance: number;
}

export const MINIMISER_DEFAULTS: MinimiserOptions = {
  maxIterations: 50,
  translationTolerance: 1e-7,
  rotationTolerance: 1e-8,
};

export interface Minimum {
  readonly poses: Rigid[];
  /** Weighted sum of squared whitened residuals. */
  readonly cost: number;
  readonly iterations: number;
  readonly converged: boolean;
}

const FIRST_DAMPING = 1e-6;
/** A step so damped moves nothing any more. */
const MOST_DAMPING = 1e8;

/**
 * Minimises the cost of a graph over SE(3) with fixed weights, each pose moved on its right: Gauss-Newton, damped only where
 * a full step does not bring the cost down (Levenberg, Marquardt). Left undamped where it can be, so that a graph that does
 * not determine its poses is found out instead of answered.
 *
 * @throws SocavonError 'not-determined' where the equations are singular; CancelledError
 */
export function minimise(
  equations: GraphEquations,
  start: readonly Rigid[],
  weights: Float64Array,
  options: MinimiserOptions,
  cancel: CancelToken,
): Minimum {
  let poses = [...start];
  let cost = equations.linearise(poses, weights);
  let damping = 0;
  let iterations = 0;
  while (iterations < options.maxIterations) {
    throwIfCancelled(cancel, 'The refinement');
    iterations++;
    const node = equations.factorise(damping);
    if (node !== null)
      throw undetermined(
        `the measurements leave node ${node} free to move, or contradict its neighbours without bound`,
      );
    const step = equations.step();
    const moved = movedBy(poses, step);
    const newCost = equations.linearise(moved, weights);
    const settled = isSmall(step, options);
    // At the minimum rounding may raise the cost in its last digits.
    if (newCost <= cost || (settled && newCost <= cost * (1 + 1e-9) + 1e-12)) {
      poses = moved;
      cost = newCost;
      damping = damping > FIRST_DAMPING ? damping / 10 : 0;
      if (settled) return { poses, cost, iterations, converged: true };
      continue;
    }
    damping = damping === 0 ? FIRST_DAMPING : damping * 10;
    equations.linearise(poses, weights);
    if (damping > MOST_DAMPING) break;
  }
  return { poses, cost, iterations, converged: false };
}

function movedBy(poses: readonly Rigid[], step: Float64Array): Rigid[] {
  return poses.map((pose, node) => compose(pose, exp(step.subarray(6 * node, 6 * node + 6))));
}

function isSmall(step: Float64Array, { translationTolerance, rotationTolerance }: MinimiserOptions): boolean {
  for (let i = 0; i < step.length; i += 6) {
    // Negated so that NaN is not small.
    if (!(Math.hypot(step[i], step[i + 1], step[i + 2]) < rotationTolerance)) return false;
    if (!(Math.hypot(step[i + 3], step[i + 4], step[i + 5]) < translationTolerance)) return false;
  }
  return true;
}
