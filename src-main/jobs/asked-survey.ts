import type { z } from 'zod';
import type { MeasureAsked } from '../../src-core/contract/measure-asked.ts';
import type { SurveyAsked } from '../../src-core/contract/survey-requests.ts';
import { checkProgramme } from '../../src-core/model/check-programme.ts';
import type { StageContext } from '../../src-core/model/context.ts';
import { programmeOf } from '../../src-core/model/design.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import type { ReportLanguage } from '../../src-core/report/texts.ts';
import type { SurveyMeasure } from '../../src-core/survey/survey-measure.ts';
import {
  checkRequest,
  SURVEY_DEFAULTS,
  type SurveyOptions,
  type SurveyRequest,
} from '../../src-core/survey/survey-request.ts';
import { profileOptionsOf } from '../../src-core/tunnel/asked-profiles.ts';
import { countedOf, readAxis } from './asked-axis.ts';

export type AskedSurvey = z.output<typeof SurveyAsked>;

/**
 * What a window or a command asks of a survey, as the stages take it.
 *
 * @throws SocavonError of the axis file, the design, the chainages and what else is asked
 */
export async function requestOf(
  asked: Omit<AskedSurvey, 'sessionId'>,
  language: ReportLanguage,
  context: StageContext,
): Promise<SurveyRequest> {
  const { T_grid_first, chainage, design, payLimit, measure } = asked;
  const programme = design && programmeOf(design, payLimit);
  if (design !== null && programme !== null) checkProgramme(programme, design.name);
  const axis = asked.axis === null ? null : await readAxis(asked.axis, measure.axis);
  for (const message of axis?.notes ?? []) context.emit({ kind: 'note', stage: 'measure', message });
  const request: SurveyRequest = {
    T_grid_first: rigidOfWire(T_grid_first),
    axis: axis && { name: axis.name, axis: axis.axis },
    chainage,
    design: design && programme && { name: design.name, programme },
    measure: measureOf(measure),
    language,
  };
  checkRequest(request);
  return request;
}

function measureOf({
  axis,
  stations,
  rounds,
  material,
  grade,
  vehicle,
  unrolled,
}: MeasureAsked): SurveyMeasure {
  return { axisOf: axis.of, counted: countedOf(axis), stations, rounds, material, grade, vehicle, unrolled };
}

export function optionsOf({
  interval,
  rangeBias,
  measure: asked,
}: Pick<AskedSurvey, 'interval' | 'rangeBias' | 'measure'>): SurveyOptions {
  const { measure } = SURVEY_DEFAULTS;
  return {
    ...SURVEY_DEFAULTS,
    measure: {
      ...measure,
      profiles: profileOptionsOf(asked),
      volume: { ...measure.volume, every: interval },
    },
    rangeBias,
  };
}

/** A transform as it travels, as the stages take it. */
export function rigidOfWire(T: { R: number[]; t: number[] } | null): Rigid | null {
  return T && { R: Float64Array.from(T.R), t: Float64Array.from(T.t) };
}
