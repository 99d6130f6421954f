import type { LoopFigures, LoopRefusal } from './loop.ts';
import type { AnchorPose } from './refined-trajectory.ts';
import type { Rigid } from './rigid.ts';

/** What is known of where a second session lies in the first before anything is looked at. */
export type JoinStart =
  /** Nothing: it is looked for along the whole way of the first. */
  | { readonly kind: 'search' }
  /** The second begins about here. */
  | {
      readonly kind: 'near';
      /** Metres along the way of the first session. */
      readonly chainage: number;
    }
  | {
      readonly kind: 'pose';
      /** Roughly the first pose of the second session in the map of the first: within a metre or two and some degrees. */
      readonly T_map1_sensor: Rigid;
    };

/** A place that both sessions have seen, or may have, and what was found of it. */
export interface JoinPlace {
  /** Scans of the two sessions that stand near each other. */
  readonly firstScan: number;
  readonly secondScan: number;
  /** The second scan seen from the first, by the registration: mean of both ways. */
  readonly T_first_second: Rigid;
  /** 6x6 row-major, rotation first, at the right of `T_first_second`. */
  readonly covariance: Float64Array;
  readonly figures: LoopFigures;
  /** Whether it holds the second session. */
  readonly accepted: boolean;
  readonly refusal: LoopRefusal;
  /** Squared distance from what the other places and the odometry say, 6 degrees of freedom; NaN where nothing else did. */
  readonly chi2: number;
}

export interface PlacedScan {
  readonly scanIndex: number;
  readonly T_map1_sensor: Rigid;
}

/** A second session in the map of the first. */
export interface SessionJoin {
  /**
   * The frame of the second session's poses in that of the first's, at the second's first pose. At another pose it is
   * `T_map1_sensor * T_map2_sensor^-1`: the second session is refined too, so the two frames are not quite rigid.
   */
  readonly T_map1_map2: Rigid;
  /** Every pose of the second session. */
  readonly poses: readonly PlacedScan[];
  /** Of the second session, with their covariance in the map of the first: that counts as free of error unless it moved too. */
  readonly anchors: readonly AnchorPose[];
  /** Every pose of the first session where it was asked to move too; null: it is as it was. */
  readonly firstPoses: readonly PlacedScan[] | null;
  /** Every place that was looked at, accepted or refused. */
  readonly places: readonly JoinPlace[];
  readonly chi2: number;
  readonly degreesOfFreedom: number;
}
