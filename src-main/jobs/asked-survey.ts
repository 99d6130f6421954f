import { basename } from 'node:path';
import type { z } from 'zod';
import type { SurveyAsked } from '../../src-core/contract/survey-requests.ts';
import { parseAxisCsv } from '../../src-core/io/axis-csv.ts';
import { checkProgramme } from '../../src-core/model/check-programme.ts';
import { programmeOf } from '../../src-core/model/design.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import {
  checkRequest,
  SURVEY_DEFAULTS,
  type SurveyOptions,
  type SurveyRequest,
} from '../../src-core/pipeline/survey-request.ts';
import type { ReportLanguage } from '../../src-core/report/texts.ts';
import { readText } from '../files/read-text.ts';

export type AskedSurvey = z.output<typeof SurveyAsked>;

/**
 * What a window asks of a survey, as the stages take it.
 *
 * @throws SocavonError of the axis file, the design and the chainages
 */
export async function requestOf(asked: AskedSurvey, language: ReportLanguage): Promise<SurveyRequest> {
  const { T_grid_first, axis, chainage, design, payLimit } = asked;
  const programme = design && programmeOf(design, payLimit);
  if (design !== null && programme !== null) checkProgramme(programme, design.name);
  const request: SurveyRequest = {
    T_grid_first: rigidOfWire(T_grid_first),
    axis: axis === null ? null : await readAxis(axis),
    chainage,
    design: design && programme && { name: design.name, programme },
    language,
  };
  checkRequest(request);
  return request;
}

export function optionsOf({
  interval,
  rangeBias,
}: Pick<AskedSurvey, 'interval' | 'rangeBias'>): SurveyOptions {
  const { measure } = SURVEY_DEFAULTS;
  return {
    ...SURVEY_DEFAULTS,
    measure: { ...measure, volume: { ...measure.volume, every: interval } },
    rangeBias,
  };
}

/** @throws SocavonError of the file */
export async function readAxis(path: string): Promise<NonNullable<SurveyRequest['axis']>> {
  return { name: basename(path), axis: parseAxisCsv(await readText(path), path).axis };
}

/** A transform as it travels, as the stages take it. */
export function rigidOfWire(T: { R: number[]; t: number[] } | null): Rigid | null {
  return T && { R: Float64Array.from(T.R), t: Float64Array.from(T.t) };
}
