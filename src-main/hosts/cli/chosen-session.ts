import { message } from '../../../src-core/messages/message.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';
import type { Project } from '../../project/project.ts';
import { sessionList } from '../../project/session-list.ts';

/**
 * Returns the session named by an option, else the only one.
 *
 * @param option that names the session
 * @throws SocavonError 'usage' if there is none, or several and none was named
 */
export function chosenSession(project: Project, named: number | undefined, option: string): number {
  const ids = project.sessions.all().map(({ id }) => id);
  if (named === undefined && ids.length === 1) return ids[0];
  if (named !== undefined && ids.includes(named)) return named;
  const sessions = sessionList(ids);
  throw new SocavonError(
    'usage',
    named === undefined
      ? message('session-which', { option, path: project.path, sessions })
      : message('session-none', { id: named, sessions }),
  );
}
