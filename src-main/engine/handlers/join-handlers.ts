import type { joinRequests } from '../../../src-core/contract/join-requests.ts';
import type { Handlers } from '../../../src-core/contract/requests.ts';
import { inThread } from '../../jobs/in-thread.ts';
import { currentJoin } from '../../jobs/stored-join.ts';
import type { EngineSession } from '../engine-session.ts';

/** Work code of joining: the poses of neither session may change meanwhile. */
const WORK = 'work-align';

/** Handlers of joins between sessions; long requests run in a worker thread. */
export function joinHandlers(session: EngineSession): Handlers<keyof typeof joinRequests> {
  return {
    'sessions.join': async (request, context) => {
      const project = session.project.path;
      return session.hold(WORK, () => inThread('join', { project, asked: request }, context));
    },
    'sessions.getJoin': ({ sessionId }) =>
      session.read(async (project) => {
        session.sessionOf(sessionId);
        return currentJoin(project, sessionId);
      }),
  };
}
