import type { CancelToken } from '../../../src-core/model/context.ts';
import type { DynamicReturns } from '../../../src-core/model/dynamic-returns.ts';
import type { Rigid } from '../../../src-core/model/rigid.ts';
import { placedPoints } from '../../../src-core/survey/place-cloud.ts';
import type { PlacedSurvey } from '../../../src-core/survey/refine.ts';
import { mapOfCloud, mapOfScans, type SurveyedMap } from '../../../src-core/survey/surveyed-map.ts';
import { calibrationOf } from '../../project/calibrations.ts';
import type { Project } from '../../project/project.ts';
import type { Session } from '../../project/sessions.ts';

/**
 * The map of a session at its current poses: of its scans, or the cloud that it is.
 *
 * @param dynamic returns of the scans that are left out; null: none
 * @param T_grid_first pose of the first scan, or of the cloud, in the mine grid; null: none. Scans have it in their poses;
 *   control of a cloud goes before it
 */
export function sessionMap(
  project: Project,
  session: Session,
  placed: PlacedSurvey,
  { dynamic, T_grid_first }: { readonly dynamic: DynamicReturns | null; readonly T_grid_first: Rigid | null },
  cancel: CancelToken,
): SurveyedMap {
  const { cloud } = session;
  if (cloud === null) {
    const calibration = calibrationOf(project, session.id)?.calibration ?? null;
    return mapOfScans(project.scanStore(session), placed, dynamic, calibration, cancel);
  }
  const T_grid_cloud = placed.refined?.value.T_grid_map ?? T_grid_first;
  const points = () => placedPoints(project.clouds.points(session.id, cancel), T_grid_cloud);
  return mapOfCloud(placed, points, cloud);
}

/** Positions of the path of a cloud. */
export function cloudPositions(project: Project, { id }: Session): number {
  const run = project.runs.of(id).at(-1);
  return run === undefined ? 0 : project.poses.count(run.id);
}
