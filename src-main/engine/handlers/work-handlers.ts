import { withFileChoice } from '../../../src-core/contract/file-choice.ts';
import type { Handlers } from '../../../src-core/contract/requests.ts';
import { WORK_TOPICS, workSchema } from '../../../src-core/contract/work-fields.ts';
import type { Work, workRequests } from '../../../src-core/contract/work-requests.ts';
import { message } from '../../../src-core/messages/message.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';
import { AXIS_EXTENSIONS } from '../../../src-core/model/file-endings.ts';
import { contentHash } from '../../project/canonical-json.ts';
import type { Project } from '../../project/project.ts';
import type { WorkField } from '../../project/work-fields.ts';
import type { EngineSession } from '../engine-session.ts';
import { storedHeadline, storeHeadline } from '../measured-headline.ts';

type Names = keyof typeof workRequests;

/** Handlers of what the project keeps for the window, and of its history. */
export function workHandlers(session: EngineSession): Handlers<Names> {
  const { history } = session;
  for (const [name, { undone }] of Object.entries(WORK_TOPICS))
    if (undone)
      history.register(name, {
        read: (project, sessionId) => project.work.of(name, sessionId),
        write: (project, sessionId, values) => project.work.set(name, sessionId, values),
        merges: true,
        tells: true,
      });

  /** @throws SocavonError 'usage' if another project is open than the window means */
  const projectAt = (path: string): Project => {
    if (session.project.path === path) return session.project;
    throw new SocavonError('usage', message('work-other-project', { path }));
  };

  return {
    'work.all': async () => {
      const { project } = session;
      const read = readWork(project);
      grantAxes(session, read.fields);
      return { path: project.path, ...read, history: history.state };
    },
    'work.set': async ({ path, topic, sessionId, values, by }) => {
      const project = projectAt(path);
      const { of, undone } = WORK_TOPICS[topic];
      if ((sessionId === null) !== (of === 'project')) throw unknownField(topic, of);
      if (sessionId !== null) session.sessionOf(sessionId);
      for (const [field, value] of Object.entries(values))
        if (workSchema(topic, field)?.safeParse(value).success !== true) throw unknownField(topic, field);
      const write = (): void => project.work.set(topic, sessionId, values);
      if (undone) history.record(topic, sessionId, write, by);
      else {
        project.transaction(write);
        session.tellWork({ path, topic, sessionId, values, removed: [], by, history: history.state });
      }
      return history.state;
    },
    'history.undo': () => history.undo(),
    'history.redo': () => history.redo(),
    'measured.keep': async ({ path, sessionId, headline, values }) => {
      const project = projectAt(path);
      storeHeadline(project, session.sessionOf(sessionId), {
        ...headline,
        measuredAt: new Date().toISOString(),
        questionHash: contentHash(values),
      });
      return null;
    },
    'project.summary': async () => {
      const { project } = session;
      const { fields } = project.work.all();
      const sessions = project.sessions.all().map((of) => ({
        sessionId: of.id,
        measured: storedHeadline(project, of, fields),
      }));
      return { sessions };
    },
  };
}

/** Kept fields that this version knows and can read; those that it does not know are passed over. */
function readWork(project: Project): Pick<Work, 'unreadable'> & { fields: Work['fields'] } {
  const { fields, unreadable } = project.work.all();
  const known: Work['fields'] = [];
  const damaged = unreadable.filter(({ topic, field }) => workSchema(topic, field) !== null);
  for (const { value, ...place } of withFileChoice(fields)) {
    const schema = workSchema(place.topic, place.field);
    if (schema === null) continue;
    const read = schema.safeParse(value);
    if (read.success) known.push({ ...place, value: read.data as Work['fields'][number]['value'] });
    else damaged.push(place);
  }
  return { fields: known, unreadable: damaged };
}

/** The axis of a survey was chosen in a dialog when it was stored; only files that can be an axis are read again. */
function grantAxes({ grants }: EngineSession, fields: readonly WorkField[]): void {
  for (const { topic, field, value } of fields) {
    if (topic !== 'question' || field !== 'axis' || typeof value !== 'string') continue;
    const ending = value.toLowerCase().split('.').at(-1);
    if (AXIS_EXTENSIONS.some((extension) => extension === ending)) grants.add({ path: value, scope: 'file' });
  }
}

function unknownField(topic: string, field: string): SocavonError {
  return new SocavonError('usage', message('work-field-unknown', { topic, field }));
}
