import { createHash } from 'node:crypto';
import { JOIN_DEFAULTS, type JoinSide } from '../../src-core/closing/joins/join-question.ts';
import type { JoinAsked, JoinMade, JoinStartAsked } from '../../src-core/contract/join-requests.ts';
import { message } from '../../src-core/messages/message.ts';
import type { StageContext } from '../../src-core/model/context.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import type { JoinStart } from '../../src-core/model/session-join.ts';
import { joinSessions } from '../../src-core/survey/join-sessions.ts';
import { SURVEY_DEFAULTS } from '../../src-core/survey/survey-request.ts';
import { contentHash } from '../project/canonical-json.ts';
import { findJoin, keepJoin, latestJoin } from '../project/joins.ts';
import { encodeRigid } from '../project/matrix-codec.ts';
import { Project } from '../project/project.ts';
import { sessionList } from '../project/session-list.ts';
import { rigidOfWire } from './asked-survey.ts';
import { captureHashOf, isWhole, runBegun } from './begun-alignment.ts';
import { joinToWire } from './join-wire.ts';
import { trajectoryThatHolds } from './kept-refinement.ts';

/** One session with the poses that hold now. */
interface HeldSide extends JoinSide {
  /** Of what the poses are and what they were made from. */
  readonly hash: string;
}

/**
 * Joins a session of a project to another by the poses that hold, refined where a refinement does, and keeps the join. One
 * that was made of the very same is given again.
 *
 * @throws SocavonError 'usage' for a session that is not there or twice the same, 'not-aligned'; what `joinSessions` and the
 *   project throw; CancelledError
 */
export async function joinInProject(
  { project: file, asked }: { readonly project: string; readonly asked: JoinAsked },
  context: StageContext,
): Promise<JoinMade> {
  const project = Project.open(file);
  try {
    return await keptJoin(project, asked, context);
  } finally {
    project.close();
  }
}

/** The same in a project that is open. */
export async function keptJoin(project: Project, asked: JoinAsked, context: StageContext): Promise<JoinMade> {
  const { first, second, start, both } = asked;
  if (first === second) throw new SocavonError('usage', message('join-itself'));
  const sides = { first: sideOf(project, first), second: sideOf(project, second) };
  const inputHash = hashOf(sides.first, sides.second);
  const known = findJoin(project, inputHash, asked);
  if (known !== null) return known.made;
  const options = { ...JOIN_DEFAULTS, both };
  const { value } = await joinSessions(sides.first, sides.second, startOf(start), options, context);
  const made = joinToWire(value, first, second);
  keepJoin(project, { asked, inputHash, made });
  return made;
}

/** The newest join of a second session; null: none was made. */
export function joinThatHolds(
  project: Project,
  sessionId: number,
): { readonly join: JoinMade | null; readonly isCurrent: boolean } {
  const kept = latestJoin(project, sessionId);
  if (kept === null) return { join: null, isCurrent: false };
  const { first, second } = kept.asked;
  const [one, other] = [heldSide(project, first), heldSide(project, second)];
  const isCurrent = one !== null && other !== null && hashOf(one, other) === kept.inputHash;
  return { join: kept.made, isCurrent };
}

function hashOf(first: HeldSide, second: HeldSide): string {
  return contentHash({ first: first.hash, second: second.hash });
}

/** @throws SocavonError 'usage', 'not-aligned' */
function sideOf(project: Project, sessionId: number): HeldSide {
  if (project.sessions.get(sessionId) === null) {
    const ids = project.sessions.all().map(({ id }) => id);
    throw new SocavonError('usage', message('session-none', { id: sessionId, sessions: sessionList(ids) }));
  }
  const side = heldSide(project, sessionId);
  if (side !== null) return side;
  throw new SocavonError('not-aligned', message('scans-not-aligned', { id: sessionId }));
}

/** null: there is no such session, or scans of it have no pose yet. */
function heldSide(project: Project, sessionId: number): HeldSide | null {
  const session = project.sessions.get(sessionId);
  const run = session && runBegun(project, session, SURVEY_DEFAULTS.odometry);
  if (session === null || run === null || !isWhole(project, session, run)) return null;
  const { poses } = trajectoryThatHolds(project, run, null);
  const hash = createHash('sha256').update(captureHashOf(project, session));
  for (const { scanIndex, T_map_sensor } of poses)
    hash.update(String(scanIndex)).update(encodeRigid(T_map_sensor));
  return { source: project.scanStore(session), poses, hash: hash.digest('hex') };
}

function startOf(start: JoinStartAsked): JoinStart {
  if (start.kind !== 'pose') return start;
  return { kind: 'pose', T_map1_sensor: rigidOfWire(start.T_map1_sensor)! };
}
