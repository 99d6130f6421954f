import { identity } from '../../../src-core/math/se3.ts';
import type { Trajectory } from '../../../src-core/model/pose.ts';
import type { Rigid } from '../../../src-core/model/rigid.ts';
import {
  type RefinedSurvey,
  type RefineQuestion,
  refinedTrajectory,
} from '../../../src-core/survey/refine.ts';
import { SOFTWARE_VERSION } from '../../files/software-version.ts';
import type { AlignmentRun } from '../../project/alignment-runs.ts';
import type { Project } from '../../project/project.ts';
import { encodeQuestion } from '../../project/question-codec.ts';
import type { RefinementHead } from '../../project/refinements.ts';

/** True if the refinement was computed by this version of the program with these options. */
export function answersQuestion(head: RefinementHead, question: RefineQuestion): boolean {
  return (
    head.softwareVersion === SOFTWARE_VERSION && encodeQuestion(head.question) === encodeQuestion(question)
  );
}

/** Current refinement, regardless of the present options; null: the alignment's poses are in use. */
export function currentRefinement({ refinements }: Project, { id }: AlignmentRun): RefinedSurvey | null {
  const stored = refinements.get(id);
  return stored && { asked: stored.question, value: stored.value };
}

/**
 * Poses of map, sections and volume for a range of scans, end exclusive: refined if a refinement is current.
 *
 * @param run null: no poses yet
 * @param T_grid_first pose of the first scan in the mine grid; null: it is the origin. Ignored if control points
 *   georeference the survey
 * @throws SocavonError 'project-format' if the project is damaged
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
