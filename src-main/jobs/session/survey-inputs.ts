import type { z } from 'zod';
import type { SurveyInput } from '../../../src-core/contract/survey-requests.ts';
import { remarkOf } from '../../../src-core/messages/remark.ts';
import { checkProgramme } from '../../../src-core/model/check-programme.ts';
import type { StageContext } from '../../../src-core/model/context.ts';
import { programmeOf } from '../../../src-core/model/design.ts';
import type { Rigid } from '../../../src-core/model/rigid.ts';
import { checkQuestion } from '../../../src-core/question/check-question.ts';
import type { ReportLanguage } from '../../../src-core/report/texts/texts.ts';
import { checkRequest, type SurveyRequest } from '../../../src-core/survey/survey-request.ts';
import { readAxis } from '../import/read-axis.ts';

export type SurveyInputs = z.output<typeof SurveyInput>;

/**
 * Converts the survey question of a window or a command into the request of the stages; reads its files.
 *
 * @throws SocavonError of the axis file, the design, the chainages and other options
 */
export async function surveyRequestOf(
  inputs: Omit<SurveyInputs, 'sessionId'>,
  language: ReportLanguage,
  context: StageContext,
): Promise<SurveyRequest> {
  const { T_grid_first, chainage, design, payLimit, interval, rangeBias, measure } = inputs;
  checkQuestion(inputs);
  const programme = design && programmeOf(design, payLimit);
  if (design !== null && programme !== null) checkProgramme(programme, design.name);
  const axis = inputs.axis === null ? null : await readAxis(inputs.axis, measure.axis, context.cancel);
  for (const note of axis?.notes ?? []) context.emit({ kind: 'note', stage: 'measure', ...remarkOf(note) });
  for (const warning of axis?.warnings ?? []) context.emit({ kind: 'warning', stage: 'measure', ...warning });
  const request: SurveyRequest = {
    T_grid_first: rigidFromWire(T_grid_first),
    axis: axis && { name: axis.name, axis: axis.axis, warnings: axis.warnings },
    chainage,
    design: design && programme && { name: design.name, programme },
    interval,
    rangeBias,
    measure,
    language,
  };
  checkRequest(request);
  return request;
}

/** Converts a transform from its wire form. */
export function rigidFromWire(T: { R: number[]; t: number[] } | null): Rigid | null {
  return T && { R: Float64Array.from(T.R), t: Float64Array.from(T.t) };
}
