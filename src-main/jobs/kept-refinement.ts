import type { StageContext } from '../../src-core/model/context.ts';
import type { Trajectory } from '../../src-core/model/pose.ts';
import {
  looksForControl,
  REFINE_SURVEY_DEFAULTS,
  type RefineQuestion,
  refineSurvey,
  type SurveyRefinement,
} from '../../src-core/pipeline/refine-survey.ts';
import type { AlignmentRun } from '../project/alignment-runs.ts';
import { canonicalJson } from '../project/canonical-json.ts';
import type { Project } from '../project/project.ts';
import type { RefinementHead } from '../project/refinements.ts';
import type { Session } from '../project/sessions.ts';
import { SOFTWARE_VERSION } from '../project/software-version.ts';
import { keptSearch } from './kept-search.ts';

/** True where this is the answer of this version of the program to the question. */
export function answers(head: RefinementHead, question: RefineQuestion): boolean {
  return head.softwareVersion === SOFTWARE_VERSION && head.question === canonicalJson(question);
}

/**
 * The refinement of a whole alignment: the one that holds where it answers the question, else a new one, which holds from
 * here on.
 *
 * @throws what `refineSurvey` and the project throw, and then the one before still holds; CancelledError
 */
export async function keptRefinement(
  project: Project,
  session: Session,
  run: AlignmentRun,
  question: RefineQuestion,
  context: StageContext,
): Promise<SurveyRefinement> {
  const { refinements } = project;
  const head = refinements.head(run.id);
  const known = head !== null && answers(head, question) ? refinements.get(run.id) : null;
  if (known !== null) return known.value;
  const options = REFINE_SURVEY_DEFAULTS;
  const aligned: Trajectory = { poses: project.poses.of(run.id) };
  const search = looksForControl(question)
    ? await keptSearch(project, session, run, aligned, options.find, context)
    : null;
  const store = project.scanStore(session);
  const value = await refineSurvey(store, aligned, question, options, context, search);
  refinements.put(run.id, question, value);
  return value;
}
