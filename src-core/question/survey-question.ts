import type { ChainageOptions } from '../model/axis-chainage.ts';
import type { Vehicle, VehiclePlacement } from '../model/clearance.ts';
import type { RoundsRequest } from '../model/epoch.ts';
import type { DesignGrade } from '../model/grade.ts';
import type { RecessLine } from '../model/recess.ts';

/** Units that a drawing may be in. */
export const LENGTH_UNITS = ['m', 'mm', 'cm', 'km', 'in', 'ft', 'us-ft'] as const;

/** Which axis chainages are counted along, and how. */
export interface AxisQuestion {
  /** Source of the axis where no file gives one: the trajectory, or the middle of the void along it. */
  readonly of: 'trajectory' | 'map';
  /** Of a file with several lines: layer, string number or name of the alignment; null: the only one. */
  readonly line: string | null;
  /** Null: as the file says, where its size agrees. */
  readonly unit: (typeof LENGTH_UNITS)[number] | null;
  /** Of a whole alignment without a profile, m; null: such an alignment is refused. */
  readonly elevation: number | null;
  /** Chainage along the slope or in plan; null: as the axis has it. */
  readonly kind: 'slope' | 'horizontal' | null;
  /** Chainage of the first vertex (of the reversed axis, if reversed), m; null: as the axis has it. */
  readonly start: number | null;
  /** Counted from the other end. */
  readonly reversed: boolean;
}

/** How a drive is measured, beside range, interval and design. Null: not requested. */
export interface MeasureQuestion {
  readonly axis: AxisQuestion;
  /** Sections normal to the axis, or vertical. */
  readonly sections: 'normal' | 'vertical';
  /** Chainages of the profiles, m; null: at the interval. */
  readonly stations: readonly number[] | null;
  /** Where the outline of a profile comes from: the points of its slab, or the closed solid. */
  readonly outline: 'radial' | 'solid';
  /** Ducts, vehicles, boxes on the floor: taken out of the wall, or measured as wall. */
  readonly objects: 'left-out' | 'kept';
  /** Where niches and cross-cuts begin: on the line from jamb to jamb, or on the design line where there is one. */
  readonly recessLine: RecessLine;
  readonly rounds: RoundsRequest | null;
  /** Density in t per bank m³; swell as a share of the bank volume. */
  readonly material: { readonly density: number; readonly swell: number } | null;
  /** Gradient of the floor over `baseLength` metres of plan, against a design grade where there is one. */
  readonly grade: { readonly baseLength: number; readonly design: DesignGrade | null } | null;
  readonly vehicle: (Vehicle & { readonly placement: VehiclePlacement }) | null;
  /** Whether the report shows the unrolled wall. */
  readonly unrolled: boolean;
}

/** Everything a person may ask of the measurement of a drive, as window and command line ask it. */
export interface SurveyQuestion {
  /** m; null: all that was surveyed. */
  readonly chainage: { readonly from: number; readonly to: number } | null;
  /** Overbreak that is paid, m outside of the design; 0: no pay line. */
  readonly payLimit: number;
  /** Between profiles, m. */
  readonly interval: number;
  /** Bound of the systematic range error of the sensor, m; null: as its maker states. */
  readonly rangeBias: number | null;
  readonly measure: MeasureQuestion;
}

/** The chainage options of an axis question; what was not asked is left out. */
export function chainageOptionsOf({ kind, start, reversed }: AxisQuestion): ChainageOptions {
  return {
    ...(kind !== null && { kind }),
    ...(start !== null && { start }),
    ...(reversed && { reversed }),
  };
}

export const MEASURE_QUESTION_DEFAULTS: MeasureQuestion = {
  axis: {
    of: 'trajectory',
    line: null,
    unit: null,
    elevation: null,
    kind: null,
    start: null,
    reversed: false,
  },
  sections: 'normal',
  stations: null,
  outline: 'radial',
  objects: 'left-out',
  recessLine: 'jambs',
  rounds: null,
  material: null,
  grade: null,
  vehicle: null,
  unrolled: false,
};

export const SURVEY_QUESTION_DEFAULTS: SurveyQuestion = {
  chainage: null,
  payLimit: 0,
  interval: 0.5,
  rangeBias: null,
  measure: MEASURE_QUESTION_DEFAULTS,
};
