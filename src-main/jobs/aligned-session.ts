import { SocavonError } from '../../src-core/model/errors.ts';
import { sentence } from '../../src-core/model/sentences.ts';
import { SURVEY_DEFAULTS } from '../../src-core/survey/survey-request.ts';
import type { AlignmentRun } from '../project/alignment-runs.ts';
import type { Project } from '../project/project.ts';
import type { Session } from '../project/sessions.ts';
import { isWhole, runBegun } from './begun-alignment.ts';

/** A session whose every scan is placed, or left out by hand. */
export interface AlignedSession {
  readonly session: Session;
  readonly run: AlignmentRun;
}

/** @throws SocavonError 'usage' where there is no such session, 'not-aligned' */
export function alignedSession({
  project,
  sessionId,
}: {
  readonly project: Project;
  readonly sessionId: number;
}): AlignedSession {
  const session = project.sessions.get(sessionId);
  if (session === null) {
    const ids = project.sessions.all().map(({ id }) => id);
    throw new SocavonError(
      'usage',
      `The project has no session ${sessionId}; ${ids.length === 0 ? 'it has none' : `it has ${ids.join(', ')}`}.`,
      { sentence: sentence('session-none', { id: sessionId }) },
    );
  }
  const run = runBegun(project, session, SURVEY_DEFAULTS.odometry);
  if (run !== null && isWhole(project, session, run)) return { session, run };
  throw new SocavonError(
    'not-aligned',
    `The scans of session ${sessionId} are not all aligned yet; align them to the end first.`,
    { sentence: sentence('scans-not-aligned', {}) },
  );
}
