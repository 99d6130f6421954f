import type { JoinInput, joinRequests } from '../../../src-core/contract/join-requests.ts';
import type { Handlers } from '../../../src-core/contract/requests.ts';
import { inThread } from '../../jobs/in-thread.ts';
import { joinByPoints } from '../../jobs/place-session.ts';
import { currentJoin, keepTriedJoin, type TriedJoin } from '../../jobs/stored-join.ts';
import { contentHash } from '../../project/canonical-json.ts';
import { removeJoins } from '../../project/joins.ts';
import type { EngineSession } from '../engine-session.ts';

/** Work code of joining: the poses of neither session may change meanwhile. */
const WORK = 'work-align';

/** Handlers of joins between sessions; long requests run in a worker thread. */
export function joinHandlers(session: EngineSession): Handlers<keyof typeof joinRequests> {
  /** The join that was tried last: accepting it computes nothing again. */
  let tried: (TriedJoin & { readonly key: string }) | null = null;
  session.onClose(() => {
    tried = null;
  });
  const questionOf = (asked: JoinInput) => ({ project: session.project.path, asked });
  return {
    'sessions.join': async (request, context) => {
      const made = await session.hold(WORK, async () => {
        if (tried?.key === contentHash(request) && keepTriedJoin(session.project, request, tried))
          return structuredClone(tried.made);
        return inThread('join', questionOf(request), context);
      });
      session.changed();
      return made;
    },
    'sessions.tryJoin': async (request, context) => {
      const found = await session.hold(WORK, () => inThread('try-join', questionOf(request), context));
      tried = { ...found, key: contentHash(request) };
      // The arrays of a reply are given away.
      return structuredClone(found.made);
    },
    'sessions.getJoin': ({ sessionId }) =>
      session.read(async (project) => {
        session.sessionOf(sessionId);
        return currentJoin(project, sessionId);
      }),
    'sessions.removeJoin': ({ sessionId }) =>
      session.read(async (project) => {
        removeJoins(project, session.sessionOf(sessionId).id);
        session.changed();
        return null;
      }),
    'sessions.fitPoints': async (asked) => joinByPoints(asked),
  };
}
