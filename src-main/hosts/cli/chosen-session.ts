import { SocavonError } from '../../../src-core/model/errors.ts';
import { sentence } from '../../../src-core/model/sentences.ts';
import type { Project } from '../../project/project.ts';

/**
 * The session that is meant: the one that was named, else the only one.
 *
 * @param option by which it is named
 * @throws SocavonError 'usage' where there is none, or several and none was named
 */
export function chosenSession(project: Project, named: number | undefined, option: string): number {
  const ids = project.sessions.all().map(({ id }) => id);
  const list = ids.length === 0 ? 'it has none' : `it has ${ids.join(', ')}`;
  if (named === undefined && ids.length === 1) return ids[0];
  if (named !== undefined && ids.includes(named)) return named;
  throw new SocavonError(
    'usage',
    named === undefined
      ? `Say with ${option} which session of ${project.path} is meant; ${list}.`
      : `The project has no session ${named}; ${list}.`,
    named === undefined ? {} : { sentence: sentence('session-none', { id: named }) },
  );
}
