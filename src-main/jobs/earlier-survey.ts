import { SocavonError } from '../../src-core/model/errors.ts';
import { instrumentRangeOf } from '../../src-core/model/instrument-range.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { sentence } from '../../src-core/model/sentences.ts';
import { compareSurveys } from '../../src-core/survey/compare.ts';
import type { SurveyHost } from '../../src-core/survey/survey.ts';
import type { SurveyOptions, SurveyRequest } from '../../src-core/survey/survey-request.ts';
import type { Project } from '../project/project.ts';
import { epochPair } from './epoch-side.ts';

/**
 * Compares an earlier session of a project with the one that is surveyed.
 *
 * @throws SocavonError 'usage' where both are the same
 */
export function earlierSurvey(
  project: Project,
  asked: {
    readonly earlierId: number;
    readonly laterId: number;
    readonly T_grid_earlier: Rigid | null;
    readonly T_grid_later: Rigid | null;
  },
  { measure }: SurveyRequest,
  { measure: { profiles }, rangeBias }: SurveyOptions,
): NonNullable<SurveyHost['compare']> {
  const { earlierId, laterId, T_grid_earlier, T_grid_later } = asked;
  requireTwo(earlierId, laterId);
  return async (axis, context) => {
    const earlier = { project, sessionId: earlierId, T_grid_first: T_grid_earlier };
    const later = { project, sessionId: laterId, T_grid_first: T_grid_later };
    const pair = await epochPair({ earlier, later }, context);
    const { productLine } = project.sessions.get(laterId)!.sensor;
    return compareSurveys(
      pair,
      { axis, from: null, rounds: measure?.rounds ?? null },
      { profiles, rangeBias: rangeBias ?? instrumentRangeOf(productLine).rangeBias },
      context,
    );
  };
}

/** @throws SocavonError 'usage' where a survey would be compared with itself */
export function requireTwo(earlierId: number, laterId: number): void {
  if (earlierId !== laterId) return;
  throw new SocavonError('usage', 'A survey cannot be compared with itself; give two sessions.', {
    sentence: sentence('compare-itself', {}),
  });
}
