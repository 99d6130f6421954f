/** The floor in one section. */
export interface FloorPoint {
  /** Of the section. */
  readonly chainage: number;
  /** Whose plumb line the point is on, m: a section normal to a ramp meets the floor before or behind its own. */
  readonly plumbChainage: number;
  /** Plan length of the axis' floor line from the first point, m. */
  readonly run: number;
  /** Map frame, m. */
  readonly elevation: number;
  /** In the section plane, m from the axis: middle of the drive's width, and height of the floor. */
  readonly left: number;
  readonly up: number;
  /** False where most of the middle of the floor was filled in, as under water, muck or a machine. */
  readonly measured: boolean;
}

/** The grade that the floor was to have. */
export type DesignGrade =
  | {
      readonly kind: 'elevations';
      /** At least two, chainages ascending; straight in between. */
      readonly points: readonly { readonly chainage: number; readonly elevation: number }[];
    }
  | {
      readonly kind: 'gradients';
      /** Floor at the beginning of the first run, map frame; null: only the gradient is compared. */
      readonly startElevation: number | null;
      /** One behind the other; per cent of plan length, positive where the floor rises with the chainage. */
      readonly runs: readonly { readonly from: number; readonly to: number; readonly percent: number }[];
    };

/** The floor at a station, and its gradient over the base length about it. */
export interface GradeStation extends FloorPoint {
  /** Rise per metre of plan; null where the base does not fit on the surveyed floor. */
  readonly gradient: number | null;
  /** Half-width at 95 % of the mean gradient over the base: unevenness of the floor and tilt of the map. */
  readonly plusMinus: number | null;
  /** Share of the floor over the base that was measured, 0..1. */
  readonly measuredShare: number;
  /** Null where the design says nothing. */
  readonly designElevation: number | null;
  readonly designGradient: number | null;
}

/** A base length of floor. */
export interface GradeStretch {
  readonly from: number;
  readonly to: number;
  readonly gradient: number;
  readonly plusMinus: number;
  readonly designGradient: number | null;
  readonly measuredShare: number;
}

export interface FloorGrade {
  /** m of plan over which a gradient is taken. */
  readonly baseLength: number;
  readonly stations: readonly GradeStation[];
  /** Over all of the floor. */
  readonly mean: GradeStretch;
  /**
   * Farthest from the design, or steepest where there is none; the worst first, none over another.
   */
  readonly worst: readonly GradeStretch[];
}
