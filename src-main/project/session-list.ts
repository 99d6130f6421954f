import { type Message, message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import type { Project } from './project.ts';
import { sessionTitle } from './session-titles.ts';

/** Lists the sessions of a project, as part of a sentence. */
export function sessionList(ids: readonly number[]): Message {
  return ids.length === 0 ? message('sessions-none') : message('sessions-there', { ids });
}

/** Error for a session that a project does not list: it was removed, or there never was one. */
export function sessionMissing(project: Project, id: number): SocavonError {
  const removed = project.sessions.removed().find((session) => session.id === id);
  if (removed !== undefined)
    return new SocavonError('usage', message('session-removed', { name: sessionTitle(project, removed) }));
  const ids = project.sessions.all().map((session) => session.id);
  return new SocavonError('usage', message('session-none', { id, sessions: sessionList(ids) }));
}
