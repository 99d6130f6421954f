import type { ControlResidual } from './control.ts';
import type { LoopEvidence } from './loop.ts';
import type { Trajectory } from './pose.ts';
import type { Rigid } from './rigid.ts';

/** Anchor pose, which stands for the poses around it, with its covariance. */
export interface AnchorPose {
  readonly scanIndex: number;
  readonly T_map_sensor: Rigid;
  /** 6x6, row-major, rotation (rad) first, right perturbation of the pose: `T <- T exp(x)`. */
  readonly covariance: Float64Array;
}

/** Evidence of the refinement, for the window and the report. */
export interface RefinedGraph {
  readonly anchors: readonly AnchorPose[];
  /** Every loop candidate that was tried, accepted or rejected, with the reason. */
  readonly loops: readonly LoopEvidence[];
  /** Residuals of all observations of surveyed points, control and check alike, after the adjustment. */
  readonly residuals: readonly ControlResidual[];
  /** Outliers: control points inconsistent with the rest, which constrain nothing, each with its scan. */
  readonly leftOut: readonly { readonly name: string; readonly scanIndex: number }[];
  /** Sum of squared whitened residuals, and its expectation if the stated covariances are true. */
  readonly chi2: number;
  readonly degreesOfFreedom: number;
}

export interface RefinedTrajectory {
  readonly trajectory: Trajectory;
  readonly graph: RefinedGraph;
}
