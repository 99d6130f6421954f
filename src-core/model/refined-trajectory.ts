import type { ControlResidual } from './control.ts';
import type { LoopEvidence } from './loop.ts';
import type { Trajectory } from './pose.ts';
import type { Rigid } from './rigid.ts';

/** A pose that stands for those around it, with what is known of it. */
export interface AnchorPose {
  readonly scanIndex: number;
  readonly T_map_sensor: Rigid;
  /** 6x6, row-major, rotation (rad) first, at the right of the pose: `T <- T exp(x)`. */
  readonly covariance: Float64Array;
}

/** What the refinement rests on, for the window and the report. */
export interface RefinedGraph {
  readonly anchors: readonly AnchorPose[];
  /** Every place that was looked at, accepted or refused, with the reason. */
  readonly loops: readonly LoopEvidence[];
  /** Of every observation of a surveyed point, control and check alike, after the adjustment. */
  readonly residuals: readonly ControlResidual[];
  /** Names of control points that the rest contradicts and that hold nothing, each with its scan. */
  readonly leftOut: readonly { readonly name: string; readonly scanIndex: number }[];
  /** Sum of squared whitened residuals, and its expectation where the stated covariances are true. */
  readonly chi2: number;
  readonly degreesOfFreedom: number;
}

export interface RefinedTrajectory {
  readonly trajectory: Trajectory;
  readonly graph: RefinedGraph;
}
