import { symmetricEigen } from '../math/symmetric-eigen.ts';
import { message } from '../messages/message.ts';
import { type CancelToken, throwIfCancelled } from '../model/context.ts';
import type { Rigid } from '../model/rigid.ts';
import { type Factor, linearised, whiten } from './factor.ts';
import type { PoseGraph } from './pose-graph.ts';
import { checkGraph, undetermined } from './solver/check-graph.ts';
import { minimiseRobust } from './solver/graduated-weights.ts';
import { GraphEquations } from './solver/graph-equations.ts';
import {
  MINIMISER_DEFAULTS,
  type MinimiserOptions,
  type Minimum,
  minimise,
} from './solver/levenberg-marquardt.ts';

/** Least redundancy of a residual as a share of its own variance; below it no other factor checks it. */
const LEAST_REDUNDANCY = 1e-9;

/**
 * Leave-one-out distance of a factor: its squared distance, in standard deviations, from the prediction of all
 * *other* factors, `v^T C_v^-1 v` with the covariance of the residual after adjustment, `C_v = C - J C_x J^T`
 * (Baarda 1968, A testing procedure for use in geodetic networks). The residual alone is no test: one wrong loop
 * bends a whole drive to itself and fits. For a factor that took no part in the adjustment, `C_v = C + J C_x J^T`.
 *
 * @param equations factorised undamped at `poses`
 * @param takesPart true if they include this factor with full weight
 * @returns chi-square with as many degrees of freedom as the factor has dimensions
 */
function distanceFromOthers(
  factor: Factor,
  poses: readonly Rigid[],
  equations: GraphEquations,
  takesPart: boolean,
): number {
  const { nodes, dimension: n } = factor.residual;
  const room = linearised();
  whiten(factor, poses, room);
  const C = equations.covarianceOf(nodes);
  const size = 6 * nodes.length;
  const row = (i: number, k: number): number => room.J[Math.floor(k / 6)][6 * i + (k % 6)];
  const JC = new Float64Array(n * size);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < size; k++) {
      let sum = 0;
      for (let l = 0; l < size; l++) sum += row(i, l) * C[size * l + k];
      JC[size * i + k] = sum;
    }
  }
  const after = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      let sum = i === j ? 1 : 0;
      for (let k = 0; k < size; k++) sum += (takesPart ? -1 : 1) * JC[size * i + k] * row(j, k);
      after[n * i + j] = sum;
    }
  }
  const { values, vectors } = symmetricEigen(after, n);
  let squared = 0;
  for (let k = 0; k < n; k++) {
    if (values[k] < LEAST_REDUNDANCY) continue;
    const along = vectors[k].reduce((sum, v, i) => sum + v * room.r[i], 0);
    squared += (along * along) / values[k];
  }
  return squared;
}

/** Result of a least-squares adjustment of a pose graph. */
export interface Adjustment {
  readonly poses: readonly Rigid[];
  /** Weight of each factor: 1 used, 0 rejected as an outlier. */
  readonly weights: Float64Array;
  /**
   * Leave-one-out distance of each gated factor: squared distance from the prediction of all other used factors,
   * chi-square of its dimension; NaN for factors without a gate.
   */
  readonly fromOthers: Float64Array;
  /** Sum of the squared whitened residuals of the used factors, ... */
  readonly chi2: number;
  /** ... and its expectation if the stated covariances are true. */
  readonly degreesOfFreedom: number;
  readonly iterations: number;
  readonly converged: boolean;
  /** Factorised at `poses`; provides the covariances. */
  readonly equations: GraphEquations;
}

/**
 * Adjusts a pose graph: finds the poses that minimise the cost of all factors, rejecting gated factors that are
 * inconsistent with all others: first by graduated non-convexity, then one by one by their leave-one-out distance,
 * the worst first (data snooping, Baarda 1968). The second step is needed because factors without a gate, such as
 * the odometry, bend to a single wrong loop without showing large residuals.
 *
 * @throws SocavonError 'not-determined' if the factors do not determine the poses; CancelledError
 */
export function adjustGraph(
  graph: PoseGraph,
  cancel: CancelToken,
  options: MinimiserOptions = MINIMISER_DEFAULTS,
): Adjustment {
  checkGraph(graph);
  const equations = new GraphEquations(graph);
  const weights = new Float64Array(graph.factors.length).fill(1);
  const gated = graph.factors.flatMap(({ gate }, f) => (gate === null ? [] : [f]));
  let minimum: Minimum = minimiseRobust(graph, equations, weights, options, cancel);
  let iterations = minimum.iterations;
  let chi2 = 0;
  const again = (): void => {
    minimum = minimise(equations, minimum.poses, weights, options, cancel);
    iterations += minimum.iterations;
  };
  const distances = (): Map<number, number> => {
    chi2 = factorise(equations, minimum.poses, weights);
    return new Map(
      gated.map((f) => [f, distanceFromOthers(graph.factors[f], minimum.poses, equations, weights[f] > 0)]),
    );
  };
  const fits = (f: number, squared: number): boolean => squared <= (graph.factors[f].gate as number);

  // A factor rejected on the path to a better fit may agree with that fit after all.
  let fromOthers = distances();
  const back = gated.filter((f) => weights[f] === 0 && fits(f, fromOthers.get(f) as number));
  if (back.length > 0) {
    for (const f of back) weights[f] = 1;
    again();
    fromOthers = distances();
  }
  for (;;) {
    let worst = -1;
    let most = 1;
    for (const [f, squared] of fromOthers) {
      const ratio = squared / (graph.factors[f].gate as number);
      if (weights[f] === 0 || ratio <= most) continue;
      worst = f;
      most = ratio;
    }
    if (worst < 0) break;
    throwIfCancelled(cancel, 'work-refine');
    weights[worst] = 0;
    again();
    fromOthers = distances();
  }
  const observations = graph.factors.reduce(
    (sum, { residual }, f) => sum + weights[f] * residual.dimension,
    0,
  );
  return {
    poses: minimum.poses,
    weights,
    fromOthers: Float64Array.from(graph.factors, (_, f) => fromOthers.get(f) ?? Number.NaN),
    chi2,
    degreesOfFreedom: observations + graph.lengths.length - 6 * graph.poses.length,
    iterations,
    converged: minimum.converged,
    equations,
  };
}

/** Linearises and factorises without damping. @returns the cost at these poses */
function factorise(equations: GraphEquations, poses: readonly Rigid[], weights: Float64Array): number {
  const cost = equations.linearise(poses, weights);
  const node = equations.factorise(0);
  if (node !== null) throw undetermined(message('graph-unheld', { node }));
  return cost;
}
