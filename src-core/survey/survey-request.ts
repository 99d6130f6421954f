import { ODOMETRY_DEFAULTS, type OdometryOptions } from '../mapping/odometry.ts';
import type { Axis } from '../model/axis.ts';
import type { DesignProgramme } from '../model/design.ts';
import { SocavonError } from '../model/errors.ts';
import { instrumentRangeOf } from '../model/instrument-range.ts';
import type { Rigid } from '../model/rigid.ts';
import type { SensorModel } from '../model/sensor.ts';
import { sentence } from '../model/sentences.ts';
import type { ReportLanguage } from '../report/texts.ts';
import { MEASURE_DEFAULTS, type MeasureOptions } from '../tunnel/measure-drive.ts';
import { THIN_MAP_DEFAULTS, type ThinMapOptions } from './publish/thin-map.ts';
import { checkMeasure, type SurveyMeasure } from './survey-measure.ts';

export interface AskedDesign {
  readonly name: string;
  readonly programme: DesignProgramme;
}

/** What the person asks for. */
export interface SurveyRequest {
  /** Pose of the first scan in the mine grid; null: the first scan is the origin. */
  readonly T_grid_first: Rigid | null;
  /** Axis in that frame; null: from the trajectory. */
  readonly axis: { readonly name: string; readonly axis: Axis } | null;
  readonly chainage: { readonly from: number; readonly to: number } | null;
  readonly design: AskedDesign | null;
  /** Left out: nothing but the volume is asked for, along the trajectory where there is no axis. */
  readonly measure?: SurveyMeasure;
  readonly language: ReportLanguage;
}

export interface SurveyOptions {
  readonly odometry: OdometryOptions;
  readonly map: ThinMapOptions;
  /** What is known of the instrument is overruled by `rangeBias` and by what its maker states. */
  readonly measure: MeasureOptions;
  /** Bound of the sensor's systematic range error, m, where the person knows it; null: as its maker states. */
  readonly rangeBias: number | null;
}

export const SURVEY_DEFAULTS: SurveyOptions = {
  odometry: ODOMETRY_DEFAULTS,
  map: THIN_MAP_DEFAULTS,
  measure: MEASURE_DEFAULTS,
  rangeBias: null,
};

/** How a drive is measured with this instrument. */
export function measureOptionsOf(
  { measure, rangeBias }: SurveyOptions,
  { productLine }: SensorModel,
): MeasureOptions {
  const stated = instrumentRangeOf(productLine);
  return {
    ...measure,
    volume: { ...measure.volume, ...stated, rangeBias: rangeBias ?? stated.rangeBias },
  };
}

/**
 * Refuses what can be told to be wrong before anything is computed.
 *
 * @throws SocavonError chainage-range where the range is empty, reversed or outside the given axis; what `checkMeasure` throws
 */
export function checkRequest({ axis, chainage, measure }: SurveyRequest): void {
  if (measure !== undefined) checkMeasure(measure);
  if (chainage !== null && !(chainage.to > chainage.from))
    throw new SocavonError(
      'chainage-range',
      `The chainage range ${chainage.from}:${chainage.to} is empty or reversed; give FROM smaller than TO.`,
    );
  if (axis === null || chainage === null) return;
  const first = axis.axis.chainage[0];
  const last = axis.axis.chainage[axis.axis.chainage.length - 1];
  if (chainage.from < last && chainage.to > first) return;
  throw new SocavonError(
    'chainage-range',
    `The chainage range ${chainage.from}:${chainage.to} lies outside the axis ${axis.name}, which runs from ${first} to ${last}; give a range within it.`,
    {
      sentence: sentence('chainage-off-axis', {
        start: chainage.from,
        end: chainage.to,
        axis: axis.name,
        first,
        last,
      }),
    },
  );
}
