import type { JoinInput, joinRequests } from '../../../src-core/contract/join-requests.ts';
import type { Handlers } from '../../../src-core/contract/requests.ts';
import { message } from '../../../src-core/messages/message.ts';
import type { StageContext } from '../../../src-core/model/context.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';
import { inThread } from '../../jobs/in-thread.ts';
import { joinByPoints } from '../../jobs/session/place-session.ts';
import { currentJoin, keepTriedJoin, type TriedJoin } from '../../jobs/session/stored-join.ts';
import { contentHash } from '../../project/canonical-json.ts';
import { joinInUse, useJoin } from '../../project/joins.ts';
import type { EngineSession } from '../engine-session.ts';

/** Work code of joining: the poses of neither session may change meanwhile. */
const WORK = 'work-align';
/** Topic of the history: which join of a second session is in use. */
const TOPIC = 'join';

/** Handlers of joins between sessions; long requests run in a worker thread. */
export function joinHandlers(session: EngineSession): Handlers<keyof typeof joinRequests> {
  /** The join that was tried last: accepting it computes nothing again. */
  let tried: (TriedJoin & { readonly key: string }) | null = null;
  session.onClose(() => {
    tried = null;
  });
  session.history.register(TOPIC, {
    read: (project, sessionId) => ({ inUse: joinInUse(project, sessionId!) }),
    write: (project, sessionId, { inUse }) =>
      useJoin(project, sessionId!, typeof inUse === 'number' ? inUse : null),
  });

  async function tryJoin(input: JoinInput, context: StageContext): Promise<TriedJoin> {
    const triedJoin = await inThread('try-join', { project: session.project.path, asked: input }, context);
    tried = { ...triedJoin, key: contentHash(input) };
    return triedJoin;
  }

  function keep(input: JoinInput, tried: TriedJoin): boolean {
    return session.history.record(TOPIC, input.second, (project) => keepTriedJoin(project, input, tried));
  }

  return {
    'sessions.join': (request, context) =>
      session.hold(WORK, async () => {
        const known = tried?.key === contentHash(request) && keep(request, tried) ? tried : null;
        const triedJoin = known ?? (await tryJoin(request, context));
        if (known === null && !keep(request, triedJoin))
          throw new SocavonError('project-busy', message('work-goes-on', { work: message(WORK) }));
        // The arrays of a reply are given away.
        return structuredClone(triedJoin.made);
      }),
    'sessions.tryJoin': (request, context) =>
      session.hold(WORK, async () => structuredClone((await tryJoin(request, context)).made)),
    'sessions.getJoin': ({ sessionId }) =>
      session.read(async (project) => {
        session.sessionOf(sessionId);
        return currentJoin(project, sessionId);
      }),
    'sessions.removeJoin': async ({ sessionId }) => {
      const { id } = session.sessionOf(sessionId);
      session.history.record(TOPIC, id, (project) => useJoin(project, id, null));
      return null;
    },
    'sessions.fitPoints': async (pairs) => joinByPoints(pairs),
  };
}
