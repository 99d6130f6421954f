import { type Adjustment, adjustGraph } from '../../graph/adjust.ts';
import type { EdgeErrorModel } from '../../graph/edge-covariance.ts';
import { type Factor, factorOf } from '../../graph/factor.ts';
import { posePrior } from '../../graph/pose-prior.ts';
import { relativeCovariance } from '../../graph/relative-covariance.ts';
import { relativePose } from '../../graph/relative-pose.ts';
import { fixedNodeFactor, odometryEdges } from '../../graph/trajectory-graph.ts';
import { invertSymmetric } from '../../math/cholesky.ts';
import { compose, invert } from '../../math/se3.ts';
import type { CancelToken } from '../../model/context.ts';
import type { Rigid } from '../../model/rigid.ts';
import type { LoopRegistration } from '../loops/loop-registration.ts';
import type { JoinPair, JoinTrajectory } from './join-places.ts';
import type { JoinOptions } from './join-question.ts';
import { isCloudSide, type JoinSide } from './join-side.ts';

/**
 * Error model of the edges of a join: what either of two maps bends lets them disagree from place to place. That of scans
 * is the model as it is; a cloud adds what is stated of it, as a random walk that is the stated error over `scaleLength`.
 * Directions are taken to be as uncertain as lengths.
 */
function edgeErrorsOf(model: EdgeErrorModel, first: JoinSide, second: JoinSide): EdgeErrorModel {
  const stated = [first, second].flatMap((side) => (isCloudSide(side) ? [side.accuracy] : []));
  if (stated.length === 0) return model;
  const root = Math.sqrt(model.scaleLength);
  const shares = stated.map(({ lengthShare }) => lengthShare);
  return {
    ...model,
    scaleSigma: Math.hypot(model.scaleSigma, ...shares),
    rotationWalk: Math.hypot(model.rotationWalk, ...shares.map((share) => share / root)),
    acrossWalk: Math.hypot(model.acrossWalk, ...stated.map(({ placeSigma }) => placeSigma / root)),
  };
}

/**
 * Pose graph of a join. Its nodes are the anchors of the second session; those of the first are fixed known poses
 * or, if both sessions may move, further nodes constrained by the first session's first pose.
 */
export class JoinGraph {
  readonly #first: JoinTrajectory;
  readonly #second: JoinTrajectory;
  readonly #both: boolean;
  readonly #gate: number;
  readonly #start: readonly Rigid[];
  readonly #known: readonly Factor[];
  readonly #places: Factor[] = [];
  #adjustment: Adjustment | null = null;

  /** @param T_map1_map2 initial guess of the second session */
  constructor(first: JoinTrajectory, second: JoinTrajectory, T_map1_map2: Rigid, options: JoinOptions) {
    this.#first = first;
    this.#second = second;
    this.#both = options.both;
    this.#gate = options.criteria.gate;
    const nodes = second.anchors.map((_, b) => compose(T_map1_map2, second.poseOf(b)));
    const model = edgeErrorsOf(options.edges, first.side, second.side);
    const edges = odometryEdges(second.side.poses, second.anchors, model);
    if (!options.both) {
      this.#start = nodes;
      this.#known = edges;
      return;
    }
    const { poses } = first.side;
    this.#start = [...nodes, ...first.anchors.map((_, a) => first.poseOf(a))];
    this.#known = [
      ...edges,
      fixedNodeFactor(poses, nodes.length),
      ...odometryEdges(poses, first.anchors, options.edges, nodes.length),
    ];
  }

  /** Adds a registration as a factor on the second session. */
  add({ a, b }: JoinPair, { T_a_b, covariance }: LoopRegistration): void {
    const residual = this.#both
      ? relativePose(this.#second.anchors.length + a, b, T_a_b)
      : posePrior(b, compose(this.#first.poseOf(a), T_a_b));
    this.#places.push(factorOf(residual, invertSymmetric(covariance, 6) ?? [], this.#gate));
    this.#adjustment = null;
  }

  /** Adjusts the graph with all factors added, at least one. @throws SocavonError 'not-determined'; CancelledError */
  adjusted(cancel: CancelToken): Adjustment {
    this.#adjustment ??= adjustGraph(
      { poses: this.#start, factors: [...this.#known, ...this.#places], lengths: [] },
      cancel,
    );
    return this.#adjustment;
  }

  /** `T_a_b` predicted by the graph, and its covariance at the right. */
  predicted({ a, b }: JoinPair, cancel: CancelToken): { T_a_b: Rigid; covariance: Float64Array } {
    const { poses, equations } = this.adjusted(cancel);
    if (!this.#both)
      return {
        T_a_b: compose(invert(this.#first.poseOf(a)), poses[b]),
        covariance: equations.covarianceOf([b]),
      };
    const node = this.#second.anchors.length + a;
    return {
      T_a_b: compose(invert(poses[node]), poses[b]),
      covariance: relativeCovariance(equations.jointCovariance([node, b]), poses[node], poses[b]),
    };
  }

  /** Verdict on the k-th factor added: whether it is used, and its leave-one-out chi-square. */
  verdict(k: number, cancel: CancelToken): { counts: boolean; chi2: number } {
    const { weights, fromOthers } = this.adjusted(cancel);
    const at = this.#known.length + k;
    return { counts: weights[at] > 0, chi2: fromOthers[at] };
  }
}
