import type { Remark } from '../../messages/remark.ts';
import type { ControlObservation, ControlPoint, ControlResidual } from '../../model/control.ts';
import type { ScanPose } from '../../model/pose.ts';
import type { Rigid } from '../../model/rigid.ts';
import type { MapUp } from './match/place-on-grid.ts';

/** Where the capture began, roughly: enough to tell which targets are which. */
export interface RoughStart {
  /** Pose of the first scan in the mine grid. */
  readonly T_grid_first: Rigid;
  /** Standard deviations: m of each coordinate, rad of each turn. */
  readonly positionSigma: number;
  readonly angleSigma: number;
}

export interface ControlMatchInput {
  readonly poses: readonly ScanPose[];
  /** Of scans that are in `poses`; a name already given is kept. */
  readonly observations: readonly ControlObservation[];
  readonly points: readonly ControlPoint[];
  /** Which way is up in the frame of the poses, where a stillness told; null: unknown. */
  readonly gravity: MapUp | null;
  /** null: anywhere. */
  readonly start: RoughStart | null;
}

export type UnnamedTarget =
  /** No point of the list lies where it would have to. */
  | 'no-point'
  /** More than one would do. */
  | 'ambiguous';

export interface ControlMatch {
  /** The observations in the order given, with the names that there is no doubt about. */
  readonly observations: readonly ControlObservation[];
  /** Per observation without a name: why, and which points it may be. */
  readonly unnamed: readonly {
    readonly observation: number;
    readonly why: UnnamedTarget;
    readonly names: readonly string[];
  }[];
  /** First estimate, by the poses as they are; null where what was named leaves it open. */
  readonly T_grid_map: Rigid | null;
  /** Of every named observation, with `T_grid_map`: the drift of the poses is still in them. */
  readonly residuals: readonly ControlResidual[];
  /** What was found and what is missing, for the person; the last says why the survey is not placed, where it is not. */
  readonly remarks: readonly Remark[];
}
