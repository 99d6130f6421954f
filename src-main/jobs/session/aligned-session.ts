import { message } from '../../../src-core/messages/message.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';
import { SURVEY_DEFAULTS } from '../../../src-core/survey/survey-request.ts';
import type { AlignmentRun } from '../../project/alignment-runs.ts';
import type { Project } from '../../project/project.ts';
import { sessionMissing } from '../../project/session-list.ts';
import type { Session } from '../../project/sessions.ts';
import { isFullyAligned, resumableRun } from './resumable-alignment.ts';

/** Session in which every scan is aligned, or left out manually. */
export interface AlignedSession {
  readonly session: Session;
  readonly run: AlignmentRun;
}

/**
 * Returns an aligned session of a project.
 *
 * @throws SocavonError 'usage' if there is no such session, 'not-aligned'
 */
export function alignedSession({
  project,
  sessionId,
}: {
  readonly project: Project;
  readonly sessionId: number;
}): AlignedSession {
  const session = project.sessions.get(sessionId);
  if (session === null) throw sessionMissing(project, sessionId);
  const run = resumableRun(project, session, SURVEY_DEFAULTS.odometry);
  if (run !== null && isFullyAligned(project, session, run)) return { session, run };
  throw new SocavonError('not-aligned', message('scans-not-aligned', { id: sessionId }));
}
