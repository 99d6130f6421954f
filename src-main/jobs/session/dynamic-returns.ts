import { decimatedPoints } from '../../../src-core/contract/decimated-points.ts';
import type { DynamicPoints } from '../../../src-core/contract/map-requests.ts';
import { type StageContext, throwIfCancelled } from '../../../src-core/model/context.ts';
import type { Rigid } from '../../../src-core/model/rigid.ts';
import { PosedScans } from '../../../src-core/survey/map-points.ts';
import { SURVEY_DEFAULTS } from '../../../src-core/survey/survey-request.ts';
import { Project } from '../../project/project.ts';
import { resumableRun } from './resumable-alignment.ts';
import { keepsDynamicReturns, storedDynamicReturns } from './stored-dynamic-returns.ts';
import { currentTrajectory } from './stored-refinement.ts';

/** Greatest number of dynamic returns drawn; more are decimated evenly. */
const MOST_DRAWN = 200_000;

interface DynamicReturnsQuestion {
  /** Path of the project file. */
  readonly project: string;
  readonly sessionId: number;
  readonly T_grid_first: Rigid | null;
}

/**
 * Dynamic returns of a session, as far as it is aligned, with points to draw.
 *
 * @throws SocavonError of the project; CancelledError
 */
export async function dynamicReturnPoints(
  { project: file, sessionId, T_grid_first }: DynamicReturnsQuestion,
  context: StageContext,
): Promise<DynamicPoints> {
  const project = Project.open(file, { readonly: true });
  try {
    const session = project.sessions.get(sessionId)!;
    const run = resumableRun(project, session, SURVEY_DEFAULTS.odometry);
    const trajectory = currentTrajectory(project, run, T_grid_first);
    const { key, moved } = await storedDynamicReturns(project, session, trajectory, context);
    const store = project.scanStore(session);
    const posed = new PosedScans(session.sensor);
    const [first] = trajectory.poses;
    const origin: [number, number, number] = [0, 0, 0];
    first?.T_map_sensor.t.forEach((value, axis) => {
      origin[axis] = Math.round(value);
    });
    const every = Math.max(1, Math.ceil(moved.count / MOST_DRAWN));
    const most = Math.ceil(moved.count / every);
    const xyz = new Float32Array(3 * most);
    const reflectivity = new Uint16Array(most);
    const scanIndex = new Uint32Array(most);
    let count = 0;
    let turn = 0;
    for (const pose of trajectory.poses) {
      const pixels = moved.of(pose.scanIndex);
      if (pixels === null) continue;
      throwIfCancelled(context.cancel, 'work-find-moved');
      const cloud = posed.cloudOf(await store.read(pose.scanIndex), pose, pixels, 'only');
      const [dx, dy, dz] = cloud.origin.map((value, axis) => value - origin[axis]);
      for (let i = 0; i < cloud.count; i++) {
        if (turn++ % every !== 0) continue;
        const [x, y, z] = cloud.xyz.subarray(3 * i, 3 * i + 3);
        xyz.set([x + dx, y + dy, z + dz], 3 * count);
        reflectivity[count] = cloud.reflectivity![i];
        scanIndex[count++] = pose.scanIndex;
      }
    }
    const points = decimatedPoints({ count, origin, xyz, reflectivity, scanIndex });
    return { key, count: moved.count, isKept: keepsDynamicReturns(project, sessionId), points };
  } finally {
    project.close();
  }
}
