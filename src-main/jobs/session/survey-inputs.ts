import type { z } from 'zod';
import type { SurveyInput } from '../../../src-core/contract/survey-requests.ts';
import { remarkOf } from '../../../src-core/messages/remark.ts';
import { checkProgramme } from '../../../src-core/model/check-programme.ts';
import type { StageContext } from '../../../src-core/model/context.ts';
import { programmeOf } from '../../../src-core/model/design.ts';
import type { Rigid } from '../../../src-core/model/rigid.ts';
import { checkQuestion } from '../../../src-core/question/check-question.ts';
import type { AnsweredQuestion } from '../../../src-core/question/survey-question.ts';
import type { ReportLanguage } from '../../../src-core/report/texts/texts.ts';
import { checkRequest } from '../../../src-core/survey/survey-request.ts';
import { readAxis } from '../import/read-axis.ts';

export type SurveyInputs = z.output<typeof SurveyInput>;

/**
 * Reads the files that the survey question of a window or a command names, and checks the whole before anything is computed.
 *
 * @throws SocavonError of the axis file, the design, the chainages and other options
 */
export async function surveyRequestOf(
  inputs: Omit<SurveyInputs, 'sessionId'>,
  language: ReportLanguage,
  context: StageContext,
): Promise<AnsweredQuestion> {
  const { T_grid_first, chainage, design, payLimit, interval, rangeBias, measure } = inputs;
  checkQuestion(inputs);
  const programme = design && programmeOf(design, payLimit);
  if (design !== null && programme !== null) checkProgramme(programme, design.name);
  const axis = inputs.axis === null ? null : await readAxis(inputs.axis, measure.axis, context.cancel);
  for (const note of axis?.notes ?? []) context.emit({ kind: 'note', stage: 'measure', ...remarkOf(note) });
  for (const warning of axis?.warnings ?? []) context.emit({ kind: 'warning', stage: 'measure', ...warning });
  const request: AnsweredQuestion = {
    chainage,
    payLimit,
    interval,
    rangeBias,
    measure,
    files: {
      axis: axis && { name: axis.name, axis: axis.axis, warnings: axis.warnings },
      design: design && programme && { name: design.name, programme },
    },
    T_grid_first: rigidFromWire(T_grid_first),
    language,
  };
  checkRequest(request);
  return request;
}

/** Converts a transform from its wire form. */
export function rigidFromWire(T: { R: number[]; t: number[] } | null): Rigid | null {
  return T && { R: Float64Array.from(T.R), t: Float64Array.from(T.t) };
}
