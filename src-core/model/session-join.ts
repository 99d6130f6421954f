import type { LoopFigures, LoopRefusal } from './loop.ts';
import type { AnchorPose } from './refined-trajectory.ts';
import type { Rigid } from './rigid.ts';

/** Prior on the pose of the second session in the first. */
export type JoinStart =
  /** Unknown: searched along the whole path of the first. */
  | { readonly kind: 'search' }
  /** The second begins about here. */
  | {
      readonly kind: 'near';
      /** Metres along the path of the first session. */
      readonly chainage: number;
    }
  | {
      readonly kind: 'pose';
      /**
       * Approximate first pose of the second session in the map of the first: within a metre or two and some
       * degrees.
       */
      readonly T_map1_sensor: Rigid;
    };

/** A join candidate: a place that both sessions may have seen, with its registration and verdict. */
export interface JoinPlace {
  /** Scans of the two sessions that are near each other. */
  readonly firstScan: number;
  readonly secondScan: number;
  /** Pose of the second scan relative to the first, by registration: mean of both directions. */
  readonly T_first_second: Rigid;
  /** 6x6 row-major, rotation first, right perturbation of `T_first_second`. */
  readonly covariance: Float64Array;
  readonly figures: LoopFigures;
  /** True if it constrains the second session. */
  readonly accepted: boolean;
  readonly refusal: LoopRefusal;
  /**
   * Squared Mahalanobis distance from the other places and the odometry, 6 degrees of freedom; NaN if nothing else
   * constrains it.
   */
  readonly chi2: number;
}

export interface PlacedScan {
  readonly scanIndex: number;
  readonly T_map1_sensor: Rigid;
}

/** A second session registered in the map of the first. */
export interface SessionJoin {
  /**
   * Frame of the second session's poses in that of the first's, at the second's first pose. At another pose it is
   * `T_map1_sensor * T_map2_sensor^-1`: the second session is refined too, so the two frames are not quite rigid.
   */
  readonly T_map1_map2: Rigid;
  /** Every pose of the second session. */
  readonly poses: readonly PlacedScan[];
  /**
   * Anchors of the second session, with covariance in the map of the first, which counts as free of error unless it was
   * adjusted too.
   */
  readonly anchors: readonly AnchorPose[];
  /** Every pose of the first session if it was adjusted too; null: unchanged. */
  readonly firstPoses: readonly PlacedScan[] | null;
  /** Every candidate that was tried, accepted or rejected. */
  readonly places: readonly JoinPlace[];
  readonly chi2: number;
  readonly degreesOfFreedom: number;
}
