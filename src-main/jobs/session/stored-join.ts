import { createHash } from 'node:crypto';
import { JOIN_DEFAULTS } from '../../../src-core/closing/joins/join-question.ts';
import type { JoinSide } from '../../../src-core/closing/joins/join-side.ts';
import type { JoinInput, JoinReply, JoinStartInput } from '../../../src-core/contract/join-requests.ts';
import type { Transform } from '../../../src-core/contract/shapes.ts';
import { compose, invert } from '../../../src-core/math/se3.ts';
import { distance3 } from '../../../src-core/math/vec3.ts';
import { message } from '../../../src-core/messages/message.ts';
import type { StageContext } from '../../../src-core/model/context.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';
import type { ScanPose } from '../../../src-core/model/pose.ts';
import { COVERAGE_95 } from '../../../src-core/model/reliability.ts';
import type { Rigid } from '../../../src-core/model/rigid.ts';
import type { JoinStart, PlacedScan, SessionJoin } from '../../../src-core/model/session-join.ts';
import { cloudJoinSide, joinSessions } from '../../../src-core/survey/join-sessions.ts';
import { placedPoints } from '../../../src-core/survey/place-cloud.ts';
import { SURVEY_DEFAULTS } from '../../../src-core/survey/survey-request.ts';
import { contentHash } from '../../project/canonical-json.ts';
import { findJoin, storeJoin, usedJoin } from '../../project/joins.ts';
import { encodeRigid } from '../../project/matrix-codec.ts';
import { Project } from '../../project/project.ts';
import { sessionMissing } from '../../project/session-list.ts';
import type { Session } from '../../project/sessions.ts';
import { captureHashOf, isFullyAligned, resumableRun } from './resumable-alignment.ts';
import { currentRefinement, currentTrajectory } from './stored-refinement.ts';
import { rigidFromWire } from './survey-inputs.ts';

/** Current poses of a session. */
interface CurrentPoses {
  readonly session: Session;
  readonly poses: readonly ScanPose[];
  /** Of the frame of a cloud in that of the poses; null: its own, or it is none. */
  readonly T_map_cloud: Rigid | null;
  /** Hash of the poses and their inputs. */
  readonly hash: string;
}

/** A join that is not stored, with the hash of the poses that it was computed from. */
export interface TriedJoin {
  readonly inputHash: string;
  readonly made: JoinReply;
}

/**
 * Joins a session of a project to another without storing the join; `keepTriedJoin` does.
 *
 * @throws as `joinInOpenProject`
 */
export async function tryJoinInProject(
  { project: file, asked }: { readonly project: string; readonly asked: JoinInput },
  context: StageContext,
): Promise<TriedJoin> {
  const project = Project.open(file, { readonly: true });
  try {
    return await findOrMake(project, asked, context);
  } finally {
    project.close();
  }
}

/**
 * Stores a join that was tried. @returns false if the poses have changed since
 *
 * @throws SocavonError 'usage' for a missing session, 'not-aligned'
 */
export function keepTriedJoin(project: Project, asked: JoinInput, { inputHash, made }: TriedJoin): boolean {
  if (hashOf(posesOf(project, asked.first), posesOf(project, asked.second)) !== inputHash) return false;
  storeJoin(project, { asked, inputHash, made });
  return true;
}

/** Wire form of a join, also used in the project: every number is preserved exactly. */
function joinToWire(join: SessionJoin, first: number, second: number): JoinReply {
  const { T_map1_map2, poses, anchors, firstPoses, places, chi2, degreesOfFreedom } = join;
  return {
    first,
    second,
    T_map1_map2: transformOf(T_map1_map2),
    poses: columnsOf(poses),
    anchors: {
      scanIndex: Uint32Array.from(anchors, ({ scanIndex }) => scanIndex),
      covariance: Float64Array.from(anchors.flatMap(({ covariance }) => [...covariance])),
    },
    firstPoses: firstPoses && columnsOf(firstPoses),
    places: places.map(({ T_first_second, covariance, figures, chi2: off, ...place }) => ({
      ...place,
      T_first_second: transformOf(T_first_second),
      covariance: Float64Array.from(covariance),
      figures: { ...figures },
      chi2: Number.isFinite(off) ? off : null,
    })),
    chi2,
    degreesOfFreedom,
  };
}

function columnsOf(scans: readonly PlacedScan[]): JoinReply['poses'] {
  const T_map1_sensor = new Float64Array(12 * scans.length);
  scans.forEach(({ T_map1_sensor: { R, t } }, i) => {
    T_map1_sensor.set(R, 12 * i);
    T_map1_sensor.set(t, 12 * i + 9);
  });
  return { scanIndex: Uint32Array.from(scans, ({ scanIndex }) => scanIndex), T_map1_sensor };
}

function transformOf({ R, t }: Rigid): Transform {
  return { R: [...R], t: [...t] };
}

/**
 * Joins a session of a project to another by their current poses, refined if a refinement is current, and stores
 * the join. A stored join of the same inputs is returned.
 *
 * @throws SocavonError 'usage' for a missing session or twice the same, 'not-aligned'; what `joinSessions` and the
 *   project throw; CancelledError
 */
export async function joinInOpenProject(
  project: Project,
  request: JoinInput,
  context: StageContext,
): Promise<JoinReply> {
  const { inputHash, made } = await findOrMake(project, request, context);
  storeJoin(project, { asked: request, inputHash, made });
  return made;
}

async function findOrMake(project: Project, request: JoinInput, context: StageContext): Promise<TriedJoin> {
  const { first, second, start, both } = request;
  if (first === second) throw new SocavonError('usage', message('join-itself'));
  const poses = { first: posesOf(project, first), second: posesOf(project, second) };
  const inputHash = hashOf(poses.first, poses.second);
  const known = findJoin(project, inputHash, request);
  if (known !== null) return { inputHash, made: known.made };
  const options = { ...JOIN_DEFAULTS, both };
  const from = startOf(start, poses.second);
  // Before a cloud is read, which is slow.
  if (both && [poses.first, poses.second].some(({ session }) => session.cloud !== null))
    throw new SocavonError('usage', message('join-both-cloud'));
  const one = await joinSideOf(project, poses.first, context);
  const other = await joinSideOf(project, poses.second, context);
  const { value } = await joinSessions(one, other, from, options, context);
  return { inputHash, made: joinToWire(value, first, second) };
}

/** How far two sessions that were joined to a third lie from where their own walls put them. */
export interface JoinClosure {
  readonly first: number;
  readonly second: number;
  /** At a place that both have seen, m; and its 95 % half-width by the three joins. */
  readonly metres: number;
  readonly plusMinus: number;
}

/**
 * Closures of several joins to one session: each two of the joined are registered to each other as well, and compared with
 * where the joins put them. Pairs that share no walls have none. Nothing is stored.
 *
 * @throws errors of the project; CancelledError
 */
export async function joinClosures(
  project: Project,
  joins: readonly JoinReply[],
  context: StageContext,
): Promise<JoinClosure[]> {
  const closures: JoinClosure[] = [];
  for (const [k, other] of joins.entries())
    for (const one of joins.slice(0, k)) {
      const closure = await closureOf(project, one, other, context);
      if (closure !== null) closures.push(closure);
    }
  return closures;
}

async function closureOf(
  project: Project,
  one: JoinReply,
  other: JoinReply,
  context: StageContext,
): Promise<JoinClosure | null> {
  const [T_a_one, T_a_other] = [one, other].map(({ T_map1_map2 }) => rigidFromWire(T_map1_map2)!);
  const T_map1_map2 = transformOf(compose(invert(T_a_one), T_a_other));
  const asked = {
    first: one.second,
    second: other.second,
    start: { kind: 'frame', T_map1_map2 },
    both: false,
  } as const;
  let pair: JoinReply;
  try {
    pair = (await findOrMake(project, asked, context)).made;
  } catch (error) {
    if (error instanceof SocavonError && error.code === 'not-determined') return null;
    throw error;
  }
  const held = pair.places.filter(({ accepted }) => accepted);
  const { firstScan, secondScan } = held[held.length >> 1];
  const own = posesOf(project, one.second).poses.find(({ scanIndex }) => scanIndex === firstScan)!;
  const T_a_here = compose(placedAt(one, firstScan), invert(own.T_map_sensor));
  const [there, here] = [placedAt(other, secondScan), compose(T_a_here, placedAt(pair, secondScan))];
  const variance = varianceAt(one, firstScan) + varianceAt(other, secondScan) + varianceAt(pair, secondScan);
  return {
    first: one.second,
    second: other.second,
    metres: distance3(there.t, here.t),
    plusMinus: COVERAGE_95 * Math.sqrt(variance),
  };
}

function placedAt({ poses: { scanIndex, T_map1_sensor: T } }: JoinReply, scan: number): Rigid {
  const at = 12 * scanIndex.indexOf(scan);
  return { R: T.slice(at, at + 9), t: T.slice(at + 9, at + 12) };
}

/** Variance of the position of the anchor nearest to a scan, m^2. */
function varianceAt({ anchors: { scanIndex, covariance: C } }: JoinReply, scan: number): number {
  const apart = (k: number): number => Math.abs(scanIndex[k] - scan);
  const k = scanIndex.reduce((best, _, at) => (apart(at) < apart(best) ? at : best), 0);
  return C[36 * k + 21] + C[36 * k + 28] + C[36 * k + 35];
}

/** Join in use of a second session; null: none. */
export function currentJoin(
  project: Project,
  sessionId: number,
): { readonly join: JoinReply | null; readonly isCurrent: boolean } {
  const stored = usedJoin(project, sessionId);
  if (stored === null) return { join: null, isCurrent: false };
  const { first, second } = stored.asked;
  const [one, other] = [currentPoses(project, first), currentPoses(project, second)];
  const isCurrent = one !== null && other !== null && hashOf(one, other) === stored.inputHash;
  return { join: stored.made, isCurrent };
}

function hashOf(first: CurrentPoses, second: CurrentPoses): string {
  return contentHash({ first: first.hash, second: second.hash });
}

/** @throws SocavonError 'usage', 'not-aligned' */
function posesOf(project: Project, sessionId: number): CurrentPoses {
  if (project.sessions.get(sessionId) === null) throw sessionMissing(project, sessionId);
  const current = currentPoses(project, sessionId);
  if (current !== null) return current;
  throw new SocavonError('not-aligned', message('scans-not-aligned', { id: sessionId }));
}

/** Current poses of a session; null: no such session, or some scans have no pose yet. */
export function currentPoses(project: Project, sessionId: number): CurrentPoses | null {
  const session = project.sessions.get(sessionId);
  const run = session && resumableRun(project, session, SURVEY_DEFAULTS.odometry);
  if (session === null || run === null || !isFullyAligned(project, session, run)) return null;
  const { poses } = currentTrajectory(project, run, null);
  const hash = createHash('sha256').update(captureHashOf(project, session));
  if (session.cloud !== null) hash.update(JSON.stringify(session.cloud.accuracy));
  for (const { scanIndex, T_map_sensor } of poses)
    hash.update(String(scanIndex)).update(encodeRigid(T_map_sensor));
  const T_map_cloud =
    session.cloud === null ? null : (currentRefinement(project, run)?.value.T_grid_map ?? null);
  return { session, poses, T_map_cloud, hash: hash.digest('hex') };
}

/** Reads what a join needs of a session besides its poses. @throws errors of the project; CancelledError */
export async function joinSideOf(
  project: Project,
  { session, poses, T_map_cloud }: Omit<CurrentPoses, 'hash'>,
  { cancel }: Pick<StageContext, 'cancel'>,
): Promise<JoinSide> {
  const { cloud } = session;
  if (cloud === null) return { source: project.scanStore(session), poses };
  if (cloud.path === 'none')
    throw new SocavonError('not-determined', message('join-no-path', { id: session.id }));
  const points = placedPoints(project.clouds.points(session.id, cancel), T_map_cloud);
  return cloudJoinSide(points, poses, cloud.accuracy);
}

function startOf(start: JoinStartInput, second: Pick<CurrentPoses, 'poses'>): JoinStart {
  if (start.kind === 'pose') return { kind: 'pose', T_map1_sensor: rigidFromWire(start.T_map1_sensor)! };
  if (start.kind !== 'frame') return start;
  const T_map1_map2 = rigidFromWire(start.T_map1_map2)!;
  return { kind: 'pose', T_map1_sensor: compose(T_map1_map2, second.poses[0].T_map_sensor) };
}
