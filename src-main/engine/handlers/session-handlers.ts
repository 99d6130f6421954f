import type { projectRequests } from '../../../src-core/contract/project-requests.ts';
import type { Handlers } from '../../../src-core/contract/requests.ts';
import { checkSessionName, SESSION_NAME_MOST } from '../../../src-core/model/session-name.ts';
import { inThread } from '../../jobs/in-thread.ts';
import { sessionTitle, sessionTitles } from '../../project/session-titles.ts';
import type { EngineSession } from '../engine-session.ts';

type Names = Extract<keyof typeof projectRequests, `session.${string}` | 'project.freeSpace'>;

/** Handlers of what a person does with whole sessions: name, remove, restore and duplicate them. */
export function sessionHandlers(session: EngineSession): Handlers<Names> {
  return {
    'session.rename': async ({ sessionId, name }) => {
      const { name: before } = session.sessionOf(sessionId);
      const after = name === null ? null : checkSessionName(name);
      session.project.sessions.rename(sessionId, after);
      session.changed();
      return { sessionId, before, after };
    },
    'session.setRemoved': async ({ sessionId, removed: after }) => {
      const { project } = session;
      const gone = project.sessions.removed().find(({ id }) => id === sessionId);
      const before = gone !== undefined;
      const title = sessionTitle(project, gone ?? session.sessionOf(sessionId));
      if (after && !before) await session.removeSession(sessionId);
      if (!after && before) {
        project.sessions.setRemoved(sessionId, false);
        session.changed();
      }
      return { sessionId, title, before, after };
    },
    'session.duplicate': async ({ sessionId }) => {
      const { project } = session;
      const titles = sessionTitles(project);
      const title = titles.get(session.sessionOf(sessionId).id) ?? '';
      const copy = project.sessions.duplicate(sessionId, freeName(title, new Set(titles.values())));
      session.changed();
      return { sessionId: copy, title: sessionTitles(project).get(copy) ?? '' };
    },
    'project.freeSpace': async (_, context) => {
      const { path } = session.project;
      const freed = await session.hold('work-free-space', () =>
        inThread('free-space', { project: path }, context),
      );
      session.changed();
      return freed;
    },
  };
}

/** Name of a copy: that of its original with the next free number. */
function freeName(title: string, taken: ReadonlySet<string>): string {
  const stem = [...title.replace(/ \(\d+\)$/, '')].slice(0, SESSION_NAME_MOST - 8).join('');
  let number = 2;
  while (taken.has(`${stem} (${number})`)) number++;
  return `${stem} (${number})`;
}
