import type { CloudJoinSide } from '../../../src-core/closing/joins/join-side.ts';
import { message } from '../../../src-core/messages/message.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';
import type { ReferenceScan } from '../../../src-core/survey/reference-ties.ts';
import type { Project } from '../../project/project.ts';
import { sessionMissing } from '../../project/session-list.ts';
import { placedSurvey } from './placed-survey.ts';
import { currentPoses, joinSideOf } from './stored-join.ts';

function keyOf(sessionId: number): string {
  return `reference.${sessionId}`;
}

/**
 * Puts a cloud in use as the fixed reference of a survey; null: none.
 *
 * @throws SocavonError 'usage' if there is no such session, or it is no cloud
 */
export function storeReference(project: Project, sessionId: number, reference: number | null): void {
  if (reference !== null) {
    const session = project.sessions.get(reference);
    if (session === null) throw sessionMissing(project, reference);
    if (session.cloud === null)
      throw new SocavonError('usage', message('reference-no-cloud', { session: reference }));
  }
  project.settings.set(keyOf(sessionId), reference);
}

/** Session that counts as the fixed reference of a survey; null: none. */
export function storedReference({ settings }: Project, sessionId: number): number | null {
  const id = settings.get(keyOf(sessionId));
  return typeof id === 'number' ? id : null;
}

/** The fixed reference of a survey, at its current place; null: none, or it was removed. */
export function referenceOf(project: Project, sessionId: number): ReferenceScan | null {
  const id = storedReference(project, sessionId);
  if (id === null) return null;
  const current = currentPoses(project, id);
  if (current === null || current.session.cloud === null) return null;
  const run = project.runs.of(id).at(-1)!;
  return {
    session: id,
    key: current.hash,
    frame: placedSurvey(project, run, null).frame,
    // Its session is a cloud.
    load: async (context) => (await joinSideOf(project, current, context)) as CloudJoinSide,
  };
}
