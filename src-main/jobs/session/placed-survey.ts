import type { Rigid } from '../../../src-core/model/rigid.ts';
import { isGyroBelievable } from '../../../src-core/odometry/gyro-bias.ts';
import { alignWarnings } from '../../../src-core/survey/align-warnings.ts';
import { placeCloud } from '../../../src-core/survey/place-cloud.ts';
import { type PlacedSurvey, placeSurvey } from '../../../src-core/survey/refine.ts';
import type { AlignmentRun } from '../../project/alignment-runs.ts';
import type { Project } from '../../project/project.ts';
import { currentRefinement } from './stored-refinement.ts';

/**
 * Poses of a session, as far as it is aligned, refined by its current refinement: the starting point of window,
 * report and comparison.
 *
 * @param run null: nothing is aligned yet
 * @param T_grid_first pose of the first scan in the mine grid; null: it is the origin
 * @throws SocavonError 'project-format' if the project is damaged
 */
export function placedSurvey(
  project: Project,
  run: AlignmentRun | null,
  T_grid_first: Rigid | null,
): PlacedSurvey {
  if (run === null) return placeSurvey({ trajectory: { poses: [] }, warnings: [] }, null, T_grid_first);
  const cloud = project.sessions.get(run.sessionId)?.cloud ?? null;
  if (cloud !== null)
    return placeCloud(project.poses.of(run.id), cloud, currentRefinement(project, run), T_grid_first);
  const edits = project.edits.of(run.id).made;
  const aligned = {
    trajectory: { poses: project.poses.of(run.id) },
    warnings: alignWarnings(edits, believesGyro(project, run)),
  };
  return placeSurvey(aligned, currentRefinement(project, run), T_grid_first);
}

/** False if the gyroscope was rejected, as far as the session is aligned. */
function believesGyro(project: Project, { id }: AlignmentRun): boolean {
  const last = project.states.lastBefore(id, Number.MAX_SAFE_INTEGER);
  return last === null || isGyroBelievable(last.state.gyro);
}
