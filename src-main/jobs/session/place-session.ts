import { fitPointPairs } from '../../../src-core/closing/control/fit-point-pairs.ts';
import type { Args, Reply } from '../../../src-core/contract/requests.ts';
import { message } from '../../../src-core/messages/message.ts';
import type { StageContext } from '../../../src-core/model/context.ts';
import { type StartDirections, startDirections } from '../../../src-core/survey/start-directions.ts';
import { Project } from '../../project/project.ts';
import { alignedSession } from './aligned-session.ts';
import { currentTrajectory } from './stored-refinement.ts';

/**
 * Up and ahead at the first scan of a session, in the frame of its map.
 *
 * @throws SocavonError 'usage', 'not-aligned'; of the project; CancelledError
 */
export async function sessionDirections(
  { project: file, sessionId }: { readonly project: string; readonly sessionId: number },
  context: StageContext,
): Promise<StartDirections> {
  const project = Project.open(file, { readonly: true });
  try {
    const { session, run } = alignedSession({ project, sessionId });
    return await startDirections(
      project.scanStore(session),
      currentTrajectory(project, run, null).poses,
      context,
    );
  } finally {
    project.close();
  }
}

/** Pose of a map in the mine grid by points of known coordinates. @throws SocavonError 'not-determined' */
export function placementByPoints({
  pairs,
  gravity,
}: Args<'placement.byPoints'>): Reply<'placement.byPoints'> {
  const { T_to_from, residuals } = fitPointPairs(
    pairs.map(({ map, grid }) => ({ from: map, to: grid })),
    gravity,
    { from: message('pairs-side-map'), to: message('pairs-side-grid') },
  );
  return { T_grid_map: { R: [...T_to_from.R], t: [...T_to_from.t] }, residuals: [...residuals] };
}

/** Frame of a second session in that of the first by points picked in both. @throws SocavonError 'not-determined' */
export function joinByPoints({ pairs }: Args<'sessions.fitPoints'>): Reply<'sessions.fitPoints'> {
  const { T_to_from, residuals } = fitPointPairs(
    pairs.map(({ first, second }) => ({ from: second, to: first })),
    null,
    { from: message('pairs-side-second'), to: message('pairs-side-first') },
  );
  return { T_map1_map2: { R: [...T_to_from.R], t: [...T_to_from.t] }, residuals: [...residuals] };
}
