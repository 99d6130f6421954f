/** The floor in one section. */
export interface FloorPoint {
  /** Chainage of the section, m. */
  readonly chainage: number;
  /**
   * Chainage whose plumb line passes through the point, m: a section normal to a ramp meets the floor ahead of or
   * behind its own.
   */
  readonly plumbChainage: number;
  /** Plan length of the axis' floor line from the first point, m. */
  readonly run: number;
  /** Map frame, m. */
  readonly elevation: number;
  /** In the section plane, m from the axis: middle of the drive's width, and height of the floor. */
  readonly left: number;
  readonly up: number;
  /** False if most of the middle of the floor was interpolated, as under water, muck or a machine. */
  readonly measured: boolean;
}

/** Design grade of the floor. */
export type DesignGrade =
  | {
      readonly kind: 'elevations';
      /** At least two, chainages ascending; linear in between. */
      readonly points: readonly { readonly chainage: number; readonly elevation: number }[];
    }
  | {
      readonly kind: 'gradients';
      /** Floor at the start of the first run, map frame; null: only the gradient is compared. */
      readonly startElevation: number | null;
      /** Consecutive; per cent of plan length, positive if the floor rises with the chainage. */
      readonly runs: readonly { readonly from: number; readonly to: number; readonly percent: number }[];
    };

/** Floor at a station, and its gradient over the base length about it. */
export interface GradeStation extends FloorPoint {
  /** Rise per metre of plan; null if the base extends beyond the surveyed floor. */
  readonly gradient: number | null;
  /** Half-width at 95 % of the mean gradient over the base: unevenness of the floor and tilt of the map. */
  readonly plusMinus: number | null;
  /** Measured share of the floor over the base, 0..1. */
  readonly measuredShare: number;
  /** Null without a design there. */
  readonly designElevation: number | null;
  readonly designGradient: number | null;
}

/** Gradient over one base length of floor. */
export interface GradeStretch {
  readonly from: number;
  readonly to: number;
  readonly gradient: number;
  readonly plusMinus: number;
  readonly designGradient: number | null;
  readonly measuredShare: number;
}

export interface FloorGrade {
  /** Plan length over which a gradient is taken, m. */
  readonly baseLength: number;
  readonly stations: readonly GradeStation[];
  /** Over all of the floor. */
  readonly mean: GradeStretch;
  /** Farthest from the design, or steepest without one; worst first, without overlap. */
  readonly worst: readonly GradeStretch[];
}
