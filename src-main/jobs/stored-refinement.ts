import { identity } from '../../src-core/math/se3.ts';
import type { Trajectory } from '../../src-core/model/pose.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { type RefinedSurvey, type RefineQuestion, refinedTrajectory } from '../../src-core/survey/refine.ts';
import { SOFTWARE_VERSION } from '../files/software-version.ts';
import type { AlignmentRun } from '../project/alignment-runs.ts';
import type { Project } from '../project/project.ts';
import { encodeQuestion } from '../project/question-codec.ts';
import type { RefinementHead } from '../project/refinements.ts';

/** True where this is the answer of this version of the program to the question. */
export function answersQuestion(head: RefinementHead, question: RefineQuestion): boolean {
  return (
    head.softwareVersion === SOFTWARE_VERSION && encodeQuestion(head.question) === encodeQuestion(question)
  );
}

/** The refinement that holds, whatever is asked now; null: the poses of the alignment do. */
export function currentRefinement({ refinements }: Project, { id }: AlignmentRun): RefinedSurvey | null {
  const kept = refinements.get(id);
  return kept && { asked: kept.question, value: kept.value };
}

/**
 * The poses that map, sections and volume rest on, of scans from one to before another: refined where a refinement holds.
 *
 * @param run null: there are none yet
 * @param T_grid_first pose of the first scan in the mine grid; null: it is the origin. Not looked at where control points
 *   place the survey
 * @throws SocavonError 'project-format' where the project is damaged
 */
export function currentTrajectory(
  { poses, refinements }: Project,
  run: AlignmentRun | null,
  T_grid_first: Rigid | null,
  from = 0,
  to = Number.MAX_SAFE_INTEGER,
): Trajectory {
  if (run === null) return { poses: [] };
  const head = refinements.head(run.id);
  const refined = head?.refined ? { ...head, poses: refinements.poses(run.id, from, to) } : null;
  return refinedTrajectory({ poses: poses.of(run.id, from, to) }, refined, T_grid_first ?? identity());
}
