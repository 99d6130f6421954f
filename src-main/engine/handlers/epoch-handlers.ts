import type { Epoch, epochRequests } from '../../../src-core/contract/epoch-requests.ts';
import type { Handlers } from '../../../src-core/contract/requests.ts';
import { NO_SURVEY_HEADING } from '../../../src-core/model/survey-heading.ts';
import { nextScan } from '../../../src-core/survey/alignment-edits.ts';
import { SURVEY_DEFAULTS } from '../../../src-core/survey/survey-request.ts';
import { inThread } from '../../jobs/in-thread.ts';
import { resumableRun } from '../../jobs/session/resumable-alignment.ts';
import { currentJoin } from '../../jobs/session/stored-join.ts';
import { currentRefinement } from '../../jobs/session/stored-refinement.ts';
import type { Project } from '../../project/project.ts';
import { sessionTitle, sessionTitles } from '../../project/session-titles.ts';
import type { Session } from '../../project/sessions.ts';
import type { EngineSession } from '../engine-session.ts';

/** Handlers of the epochs: surveys of one working by date, and the comparison of two. */
export function epochHandlers(session: EngineSession): Handlers<keyof typeof epochRequests> {
  session.history.register('heading', {
    read: ({ headings }, sessionId) => ({ ...headings.own(sessionId!) }),
    write: ({ headings }, sessionId, values) => {
      const heading = { ...NO_SURVEY_HEADING, ...headings.own(sessionId!), ...values };
      // Every field has a value, or none has: then the survey had no heading of its own.
      if (Object.values(values).some((value) => value === undefined)) headings.remove(sessionId!);
      else headings.set(sessionId!, heading);
    },
  });

  return {
    'epochs.list': ({ working }) =>
      session.read(async (project) => {
        const titles = sessionTitles(project);
        return project.headings
          .inOrder(working)
          .map((id) => epochOf(project, session.sessionOf(id), titles.get(id) ?? ''));
      }),
    'epochs.describe': ({ sessionId, heading }) =>
      session.read(async () => {
        const { id } = session.sessionOf(sessionId);
        return session.history.record('heading', id, ({ headings }) => headings.set(id, heading));
      }),
    'epochs.compare': async (request, context) => {
      session.sessionOf(request.earlierId);
      session.sessionOf(request.laterId);
      const axis = request.axis && session.grants.toRead(request.axis);
      const question = { project: session.project.path, asked: { ...request, axis } };
      return session.hold('work-compare', () => inThread('compare', question, context));
    },
  };
}

function epochOf(project: Project, session: Session, name: string): Epoch {
  const run = resumableRun(project, session, SURVEY_DEFAULTS.odometry);
  const last = run && project.poses.last(run.id);
  const isPlaced = run !== null && currentRefinement(project, run)?.value.frame === 'mine-grid';
  const { join, isCurrent } = currentJoin(project, session.id);
  const lost = join === null ? undefined : project.sessions.removed().find(({ id }) => id === join.first);
  const joinedTo = isCurrent ? (join?.first ?? null) : null;
  return {
    sessionId: session.id,
    name,
    recordedAt: session.recordedAt,
    heading: { ...project.headings.get(session.id) },
    placed: run === null || last === null ? 0 : nextScan(project.edits.of(run.id).made, last + 1),
    total: session.scanCount,
    frame: isPlaced ? 'mine-grid' : joinedTo === null ? 'local' : 'joined',
    joinedTo,
    joinedToRemoved: lost === undefined ? null : sessionTitle(project, lost),
  };
}
