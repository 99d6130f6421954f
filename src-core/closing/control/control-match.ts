import type { Remark } from '../../messages/remark.ts';
import type { ControlObservation, ControlPoint, ControlResidual } from '../../model/control.ts';
import type { ScanPose } from '../../model/pose.ts';
import type { Rigid } from '../../model/rigid.ts';
import type { MapUp } from './place-on-grid.ts';

/** Approximate start of the capture, accurate enough to distinguish the targets. */
export interface RoughStart {
  /** Pose of the first scan in the mine grid. */
  readonly T_grid_first: Rigid;
  /** Standard deviations: m of each coordinate, rad of each rotation. */
  readonly positionSigma: number;
  readonly angleSigma: number;
}

export interface ControlMatchInput {
  readonly poses: readonly ScanPose[];
  /** Observations of scans that are in `poses`; existing names are not changed. */
  readonly observations: readonly ControlObservation[];
  readonly points: readonly ControlPoint[];
  /** Up direction in the frame of the poses, measured while the sensor stood still; null: unknown. */
  readonly gravity: MapUp | null;
  /** Approximate start; null: anywhere. */
  readonly start: RoughStart | null;
}

export type UnnamedTarget =
  /** No point of the list matches. */
  | 'no-point'
  /** More than one point matches. */
  | 'ambiguous';

export interface ControlMatch {
  /** The observations in the order given, with the names that are unambiguous. */
  readonly observations: readonly ControlObservation[];
  /** Per observation without a name: the reason, and the points it may be. */
  readonly unnamed: readonly {
    readonly observation: number;
    readonly why: UnnamedTarget;
    readonly names: readonly string[];
  }[];
  /** First estimate, with the poses as given; null: the named observations do not determine it. */
  readonly T_grid_map: Rigid | null;
  /** Residuals of every named observation with `T_grid_map`; they include the drift of the poses. */
  readonly residuals: readonly ControlResidual[];
  /**
   * Messages for the user: what was found and what is missing; if the survey is not georeferenced, the last one
   * says why.
   */
  readonly remarks: readonly Remark[];
}
