import type { Language } from '../messages/message.ts';
import type { Axis } from '../model/axis.ts';
import type { ChainageOptions } from '../model/axis-chainage.ts';
import type { Vehicle, VehiclePlacement } from '../model/clearance.ts';
import type { DesignProgramme } from '../model/design.ts';
import type { ObjectTreatment } from '../model/drive-object.ts';
import type { RoundsRequest } from '../model/epoch.ts';
import type { DesignGrade } from '../model/grade.ts';
import type { ObjectCorrection } from '../model/object-correction.ts';
import type { RecessLine } from '../model/recess.ts';
import type { Rigid } from '../model/rigid.ts';
import type { Warning } from '../model/warnings.ts';
import type { LengthUnitName } from './field.ts';
import { withValueAt } from './field.ts';
import { MEASURE_FIELDS } from './measure-fields.ts';

/** Axis that chainages are measured along, and its chainage options. */
export interface AxisQuestion {
  /** Source of the axis if no file is given: the trajectory, or the middle of the void along it. */
  readonly of: 'trajectory' | 'map';
  /** For a file with several lines: layer, string number or name of the alignment; null: the only one. */
  readonly line: string | null;
  /** Null: as the file states, if its size agrees. */
  readonly unit: LengthUnitName | null;
  /** Elevation of a whole alignment without a profile, m; null: such an alignment is refused. */
  readonly elevation: number | null;
  /** Chainage along the slope or in plan; null: as the axis has it. */
  readonly kind: 'slope' | 'horizontal' | null;
  /** Chainage of the first vertex (of the reversed axis, if reversed), m; null: as the axis has it. */
  readonly start: number | null;
  /** Counted from the other end. */
  readonly reversed: boolean;
}

/** Measurement options of a drive, besides range, interval and design. Null: not requested. */
export interface MeasureQuestion {
  readonly axis: AxisQuestion;
  /** Sections normal to the axis, or vertical. */
  readonly sections: 'normal' | 'vertical';
  /** Chainages of the profiles, m; null: at the interval. */
  readonly stations: readonly number[] | null;
  /** Source of a profile's outline: the points of its slab, or the closed solid. */
  readonly outline: 'radial' | 'solid';
  /** Ducts, vehicles, boxes on the floor: excluded from the wall, or measured as wall. */
  readonly objects: ObjectTreatment;
  /** The same by class; null: as `objects`, and muck is measured as wall. */
  readonly mesh: ObjectTreatment | null;
  readonly ducts: ObjectTreatment | null;
  readonly vehicles: ObjectTreatment | null;
  readonly muck: ObjectTreatment | null;
  /** Corrections by hand, boxes with a class; of two that overlap the last holds. Null: none. */
  readonly corrections: readonly ObjectCorrection[] | null;
  /** Boundary of niches and cross-cuts: the line from jamb to jamb, or the design line if there is one. */
  readonly recessLine: RecessLine;
  /** Void less deep than this beyond the wall line is overbreak, not a niche or cross-cut, m. */
  readonly recessDepth: number;
  /** Mean depth of standing water, m; null: not known, the volume ends at its surface. */
  readonly waterDepth: number | null;
  readonly rounds: RoundsRequest | null;
  /** Density in t per bank m³; swell as a share of the bank volume. */
  readonly material: { readonly density: number; readonly swell: number } | null;
  /** Gradient of the floor over `baseLength` metres of plan, against a design grade if there is one. */
  readonly grade: { readonly baseLength: number; readonly design: DesignGrade | null } | null;
  readonly vehicle: (Vehicle & { readonly placement: VehiclePlacement }) | null;
  /** True if the report shows the unrolled wall. */
  readonly unrolled: boolean;
}

/** Survey question: all options of the measurement of a drive, for window and command line. */
export interface SurveyQuestion {
  /** m; null: the longest closed stretch. */
  readonly chainage: { readonly from: number; readonly to: number } | null;
  /** Overbreak that is paid, m outside of the design; 0: no pay line. */
  readonly payLimit: number;
  /** Between profiles, m. */
  readonly interval: number;
  /** Bound of the systematic range error of the sensor, m; null: the maker's figure. */
  readonly rangeBias: number | null;
  readonly measure: MeasureQuestion;
}

/** Files that a survey question names, read. */
export interface QuestionFiles {
  /** Axis in the mine grid; null: it is derived from the survey. */
  readonly axis: {
    readonly name: string;
    readonly axis: Axis;
    /** What its file says of the chainage; left out: nothing. */
    readonly warnings?: readonly Warning[];
  } | null;
  /** Design with its contract terms; null: nothing is compared with one. */
  readonly design: { readonly name: string; readonly programme: DesignProgramme } | null;
}

/** The survey question as every stage receives it: whole, with its files. A stage picks what it needs. */
export interface AnsweredQuestion extends SurveyQuestion {
  readonly files: QuestionFiles;
  /** Pose of the first scan in the mine grid; null: the first scan is the origin. */
  readonly T_grid_first: Rigid | null;
  readonly language: Language;
}

/** What a gathered wall is measured by, of the question. */
export type MeasuredQuestion = Pick<AnsweredQuestion, 'chainage' | 'interval' | 'rangeBias' | 'measure'> & {
  readonly files: Pick<AnsweredQuestion['files'], 'design'>;
};

/** The chainage options of an axis question, without unset keys. */
export function chainageOptionsOf({ kind, start, reversed }: AxisQuestion): ChainageOptions {
  return {
    ...(kind !== null && { kind }),
    ...(start !== null && { start }),
    ...(reversed && { reversed }),
  };
}

/**
 * Fields with a value in every question; those of material, grade and vehicle exist only if these are requested.
 */
const PLAIN_KEY = /^(interval|rangeBias|payLimit|chainage|measure\.[a-zA-Z]+|measure\.axis\.[a-zA-Z]+)$/;

/** Default survey question, from the defaults of `MEASURE_FIELDS`. */
export const SURVEY_QUESTION_DEFAULTS: SurveyQuestion = MEASURE_FIELDS.filter(({ key }) =>
  PLAIN_KEY.test(key),
).reduce((question, field) => withValueAt(question, field.key, field.default), {
  measure: { material: null, grade: null, vehicle: null },
}) as unknown as SurveyQuestion;

export const MEASURE_QUESTION_DEFAULTS: MeasureQuestion = SURVEY_QUESTION_DEFAULTS.measure;
