import { effectiveQuestion } from '../../../src-core/contract/effective-fields.ts';
import type { projectRequests } from '../../../src-core/contract/project-requests.ts';
import type { Handlers } from '../../../src-core/contract/requests.ts';
import { checkSessionName, SESSION_NAME_MOST } from '../../../src-core/model/session-name.ts';
import { inThread } from '../../jobs/in-thread.ts';
import { canonicalJson } from '../../project/canonical-json.ts';
import { SESSION_TOPIC } from '../../project/changes.ts';
import type { Project } from '../../project/project.ts';
import { sessionTitle, sessionTitles } from '../../project/session-titles.ts';
import type { Session } from '../../project/sessions.ts';
import type { EngineSession } from '../engine-session.ts';
import type { ValueTopic } from '../history.ts';
import { storedHeadline, storeHeadline } from '../measured-headline.ts';

/**
 * Copies a session with all that it shows: also what it takes from a session before it, or has by default, where the
 * copy would take another value, since others may stand between them. Must be called inside a transaction.
 *
 * The steps of the history are not copied. The copy is one step itself; undo would walk through those of the original
 * twice, and an edit of an alignment belongs to the run that it was made in.
 *
 * @returns the id of the copy
 */
function duplicateSession(project: Project, id: number, name: string): number {
  const copy = project.sessions.duplicate(id, name);
  const { fields } = project.work.all();
  const [question, ofCopy] = [effectiveQuestion(fields, id), effectiveQuestion(fields, copy)];
  const others = Object.entries(question).filter(([field, value]) => !isSame(value, ofCopy[field]));
  project.work.set('question', copy, Object.fromEntries(others));

  const heading = project.headings.get(id);
  if (!isSame(heading, project.headings.get(copy))) project.headings.set(copy, heading);

  const [original, copied] = [project.sessions.get(id), project.sessions.get(copy)] as [Session, Session];
  const measured = storedHeadline(project, original, fields);
  // Its points are the same, but in a run of its own.
  if (measured !== null) {
    const { isCurrent, ...headline } = measured;
    if (isCurrent) storeHeadline(project, copied, headline);
  }
  return copy;
}

function isSame(a: unknown, b: unknown): boolean {
  return canonicalJson(a ?? null) === canonicalJson(b ?? null);
}

type Names = Extract<keyof typeof projectRequests, `session.${string}` | 'project.freeSpace'>;

/** Handlers of what a person does with whole sessions: name, remove, restore and duplicate them. */
export function sessionHandlers(session: EngineSession): Handlers<Names> {
  const { history } = session;
  history.register(SESSION_TOPIC, sessionTopic(session));

  return {
    'session.rename': async ({ sessionId, name }) => {
      const { name: before } = session.sessionOf(sessionId);
      const after = name === null ? null : checkSessionName(name);
      history.record(SESSION_TOPIC, sessionId, ({ sessions }) => sessions.rename(sessionId, after));
      session.changed();
      return { sessionId, before, after };
    },
    'session.setRemoved': async ({ sessionId, removed: after }) => {
      const gone = session.project.sessions.removed().find(({ id }) => id === sessionId);
      const before = gone !== undefined;
      const title = sessionTitle(session.project, gone ?? session.sessionOf(sessionId));
      if (after !== before) {
        if (after) await session.prepareRemoval(sessionId);
        history.note(SESSION_TOPIC, { [after ? 'removed' : 'restored']: true }, ({ sessions }) => {
          sessions.setRemoved(sessionId, after);
          return sessionId;
        });
        session.changed();
      }
      return { sessionId, title, before, after };
    },
    'session.duplicate': async ({ sessionId }) => {
      const titles = sessionTitles(session.project);
      const title = titles.get(session.sessionOf(sessionId).id) ?? '';
      const name = freeName(title, new Set(titles.values()));
      const copy = history.note(SESSION_TOPIC, { duplicated: true }, (project) =>
        duplicateSession(project, sessionId, name),
      );
      session.changed();
      return { sessionId: copy, title: sessionTitles(session.project).get(copy) ?? '' };
    },
    'project.freeSpace': async (_, context) => {
      const { path } = session.project;
      const freed = await session.hold('work-free-space', () =>
        inThread('free-space', { project: path }, context),
      );
      session.changed();
      // Their steps went with the sessions: nobody can bring those back.
      history.tellSteps(SESSION_TOPIC);
      return freed;
    },
  };
}

/**
 * Steps of whole sessions: `name` has a value before and after; `removed`, `restored` and `duplicated` say what was
 * done. A duplicate that is undone is a removed session, so that what was computed in it since can still be restored.
 */
function sessionTopic(session: EngineSession): ValueTopic {
  return {
    read: ({ sessions }, sessionId) => ({ name: sessions.get(sessionId!)?.name ?? null }),
    write: ({ sessions }, sessionId, values) => {
      const isRemoved = removes(values);
      if ('name' in values) sessions.rename(sessionId!, values.name as string | null);
      if (isRemoved !== null) sessions.setRemoved(sessionId!, isRemoved);
    },
    around: async (sessionId, values, write) => {
      if (removes(values)) await session.prepareRemoval(sessionId!);
      write();
      session.changed();
    },
  };
}

/** True if a step takes its session out of the lists, false if it brings it back; null: neither. */
function removes(values: Readonly<Record<string, unknown>>): boolean | null {
  if ('removed' in values) return values.removed === true;
  const added = ['restored', 'duplicated'].find((field) => field in values);
  return added === undefined ? null : values[added] !== true;
}

/** Name of a copy: that of its original with the next free number. */
function freeName(title: string, taken: ReadonlySet<string>): string {
  const stem = [...title.replace(/ \(\d+\)$/, '')].slice(0, SESSION_NAME_MOST - 8).join('');
  let number = 2;
  while (taken.has(`${stem} (${number})`)) number++;
  return `${stem} (${number})`;
}
