import type { placementRequests } from '../../../src-core/contract/placement-requests.ts';
import type { Handlers } from '../../../src-core/contract/requests.ts';
import { gridText, publishedGrids, readGrid } from '../../jobs/import/stated-grid.ts';
import { inThread } from '../../jobs/in-thread.ts';
import { placementByPoints } from '../../jobs/session/place-session.ts';
import type { EngineSession } from '../engine-session.ts';

/** Handlers that place the first scan of a session in the mine grid. */
export function placementHandlers(session: EngineSession): Handlers<keyof typeof placementRequests> {
  return {
    'placement.directions': ({ sessionId }, context) =>
      session.read(({ path: project }) => {
        session.sessionOf(sessionId);
        return inThread('session-directions', { project, sessionId }, context);
      }),
    'placement.grids': async () => publishedGrids(),
    'placement.grid': async ({ path }) => gridText(await readGrid(session.grants.toRead(path))),
    'placement.byPoints': async (pairs) => placementByPoints(pairs),
  };
}
