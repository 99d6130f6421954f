import { remark } from '../messages/remark.ts';
import type { Warning } from '../model/warnings.ts';
import type { SurveyRefinement } from './refine-survey.ts';

/** What the one who signs must know of the refinement. */
export function refineWarnings(refinement: SurveyRefinement | null): Warning[] {
  if (refinement === null || refinement.graph.leftOut.length === 0) return [];
  const names = [...new Set(refinement.graph.leftOut.map(({ name }) => name))].join(', ');
  return [
    {
      code: 'control-left-out',
      ...remark('control-left-out', { names }),
    },
  ];
}
