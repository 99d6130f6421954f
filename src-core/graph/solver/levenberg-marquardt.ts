import { compose, exp } from '../../math/se3.ts';
import { message } from '../../messages/message.ts';
import { type CancelToken, throwIfCancelled } from '../../model/context.ts';
import type { Rigid } from '../../model/rigid.ts';
import { undetermined } from './check-graph.ts';
import type { GraphEquations } from './graph-equations.ts';

export interface MinimiserOptions {
  readonly maxIterations: number;
  /** Converged when no node moves farther than this, m, ... */
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
/** Damping above which a step no longer changes the poses. */
const MOST_DAMPING = 1e8;

/**
 * Minimises the cost of a graph over SE(3) with fixed weights, each pose perturbed on the right: Gauss-Newton,
 * damped only if a full step does not reduce the cost (Levenberg, Marquardt). Undamped where possible, so that a
 * graph that does not determine its poses raises an error instead of returning arbitrary ones.
 *
 * @throws SocavonError 'not-determined' if the equations are singular; CancelledError
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
    throwIfCancelled(cancel, 'work-refine');
    iterations++;
    const node = equations.factorise(damping);
    if (node !== null) throw undetermined(message('graph-free', { node }));
    const step = equations.step();
    const moved = movedBy(poses, step);
    const newCost = equations.linearise(moved, weights);
    const converged = isSmall(step, options);
    // At the minimum, rounding may increase the cost in its last digits.
    if (newCost <= cost || (converged && newCost <= cost * (1 + 1e-9) + 1e-12)) {
      poses = moved;
      cost = newCost;
      damping = damping > FIRST_DAMPING ? damping / 10 : 0;
      if (converged) return { poses, cost, iterations, converged: true };
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
    // Negated so that NaN does not count as converged.
    if (!(Math.hypot(step[i], step[i + 1], step[i + 2]) < rotationTolerance)) return false;
    if (!(Math.hypot(step[i + 3], step[i + 4], step[i + 5]) < translationTolerance)) return false;
  }
  return true;
}
