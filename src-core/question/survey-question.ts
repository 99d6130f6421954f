import type { ChainageOptions } from '../model/axis-chainage.ts';
import type { Vehicle, VehiclePlacement } from '../model/clearance.ts';
import type { RoundsRequest } from '../model/epoch.ts';
import type { DesignGrade } from '../model/grade.ts';
import type { RecessLine } from '../model/recess.ts';
import type { LengthUnitName } from './field.ts';
import { withValueAt } from './field.ts';
import { MEASURE_FIELDS } from './measure-fields.ts';

/** Which axis chainages are counted along, and how. */
export interface AxisQuestion {
  /** Source of the axis where no file gives one: the trajectory, or the middle of the void along it. */
  readonly of: 'trajectory' | 'map';
  /** Of a file with several lines: layer, string number or name of the alignment; null: the only one. */
  readonly line: string | null;
  /** Null: as the file says, where its size agrees. */
  readonly unit: LengthUnitName | null;
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
  /** Void less deep than this beyond the wall line is overbreak, not a niche or cross-cut, m. */
  readonly recessDepth: number;
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

/** Fields with a value in every question; those of material, grade and vehicle exist only where these are requested. */
const PLAIN_KEY = /^(interval|rangeBias|payLimit|chainage|measure\.[a-zA-Z]+|measure\.axis\.[a-zA-Z]+)$/;

/** The question where nothing is asked: the defaults of `MEASURE_FIELDS`. */
export const SURVEY_QUESTION_DEFAULTS: SurveyQuestion = MEASURE_FIELDS.filter(({ key }) =>
  PLAIN_KEY.test(key),
).reduce((question, field) => withValueAt(question, field.key, field.default), {
  measure: { material: null, grade: null, vehicle: null },
}) as unknown as SurveyQuestion;

export const MEASURE_QUESTION_DEFAULTS: MeasureQuestion = SURVEY_QUESTION_DEFAULTS.measure;
