import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { JoinReply } from '../../../src-core/contract/join-requests.ts';
import { compose, identity } from '../../../src-core/math/se3.ts';
import { message } from '../../../src-core/messages/message.ts';
import { remark } from '../../../src-core/messages/remark.ts';
import type { StageContext } from '../../../src-core/model/context.ts';
import type { EpochPlacement } from '../../../src-core/model/epoch.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';
import { correctsMap } from '../../../src-core/model/instrument-calibration.ts';
import type { ScanPose } from '../../../src-core/model/pose.ts';
import type { AnchorPose } from '../../../src-core/model/refined-trajectory.ts';
import type { Rigid } from '../../../src-core/model/rigid.ts';
import { controlPointCount, rmsOfResiduals } from '../../../src-core/report/control-summary.ts';
import type { EpochPair, EpochSide } from '../../../src-core/survey/compare.ts';
import { refinedAnchors, refinedTrajectory, type SurveyRefinement } from '../../../src-core/survey/refine.ts';
import { requireComparable } from '../../../src-core/tunnel/epochs/epoch-refusals.ts';
import { calibrationOf } from '../../project/calibrations.ts';
import type { Project } from '../../project/project.ts';
import { datedTitle } from '../../project/session-titles.ts';
import { type AlignedSession, alignedSession } from '../session/aligned-session.ts';
import { placedSurvey } from '../session/placed-survey.ts';
import { captureHashOf } from '../session/resumable-alignment.ts';
import { hashPoses } from '../session/stored-dynamic-returns.ts';
import { currentJoin } from '../session/stored-join.ts';
import { rigidFromWire } from '../session/survey-inputs.ts';
import { SurveySession } from '../session/survey-session.ts';

/** Survey of a project to compare. */
interface EpochSideRequest {
  readonly project: Project;
  readonly sessionId: number;
  /** Pose of its first scan in the mine grid; ignored if control points georeference it. */
  readonly T_grid_first: Rigid | null;
}

/** Two surveys with the hash of all their inputs. */
interface HashedPair extends EpochPair {
  readonly hashes: { readonly earlier: string; readonly later: string };
}

/**
 * Loads two surveys with their poses in a common frame if there is one: each by its control points if both have them;
 * else the later survey by its join to the earlier one if that join is current; else each in its own frame.
 *
 * @throws SocavonError 'usage', 'not-aligned', 'epochs-incompatible' before anything slow, and what the search for dynamic returns throws; CancelledError
 */
export async function epochPair(
  requests: { readonly earlier: EpochSideRequest; readonly later: EpochSideRequest },
  context: StageContext,
): Promise<HashedPair> {
  const [earlier, later] = [alignedSession(requests.earlier), alignedSession(requests.later)];
  const made = joinOf(requests.earlier, requests.later);
  const isSurveyed = [
    { ...requests.earlier, ...earlier },
    { ...requests.later, ...later },
  ].every((side) => placementOf(side) === 'control');
  // Two surveys that a total station ties to the mine must not depend on which walls a search found alike.
  const join = isSurveyed ? null : made;
  if (made !== null && isSurveyed) context.emit({ kind: 'note', stage: 'measure', ...remark('join-unused') });
  // Before dynamic returns are searched, which is slow.
  const known = knownOf(requests.earlier, earlier);
  const other = knownOf(requests.later, later);
  requireComparable(known, join === null ? other : { ...other, grid: known.grid }, join !== null);
  const before = await sideOf(requests.earlier, earlier, join?.firstPoses ?? null, null, null, context);
  const frame = { grid: before.side.grid, T_grid_first: requests.earlier.T_grid_first };
  const T_map1_map2 = join && rigidFromWire(join.T_map1_map2);
  const after = await sideOf(requests.later, later, join?.poses ?? null, join && frame, T_map1_map2, context);
  return {
    ...distinguished(requests, before.side, after.side),
    joinedBy: join && anchorsOf(join, after.side.poses),
    hashes: { earlier: before.hash, later: after.hash },
  };
}

/** What places a survey by itself, without a join. */
function placementOf({
  project,
  session,
  run,
  T_grid_first,
}: EpochSideRequest & AlignedSession): EpochPlacement {
  const { frame, refined } = placedSurvey(project, run, T_grid_first);
  if (refined?.value.frame === 'mine-grid') return 'control';
  if (T_grid_first !== null) return 'pose';
  return session.cloud !== null && frame === 'mine-grid' ? 'coordinates' : 'local';
}

/** Surveys of two projects may have one name: then that of the project is added. */
function distinguished(
  requests: Readonly<Record<'earlier' | 'later', EpochSideRequest>>,
  earlier: EpochSide,
  later: EpochSide,
): Pick<EpochPair, 'earlier' | 'later'> {
  if (earlier.name !== later.name) return { earlier, later };
  const named = (side: EpochSide, { project }: EpochSideRequest): EpochSide => ({
    ...side,
    name: `${side.name} (${basename(project.path, '.socavon')})`,
  });
  return { earlier: named(earlier, requests.earlier), later: named(later, requests.later) };
}

/** What is known of a survey without reading its scans. */
function knownOf(
  { project, sessionId, T_grid_first }: EpochSideRequest,
  { run }: AlignedSession,
): Pick<EpochSide, 'grid' | 'date'> {
  const { frame } = placedSurvey(project, run, T_grid_first);
  return { grid: frame, date: project.headings.get(sessionId).surveyDate };
}

/** @throws SocavonError 'usage' if a survey would be compared with itself */
export function requireDistinct(earlierId: number, laterId: number): void {
  if (earlierId !== laterId) return;
  throw new SocavonError('usage', message('compare-itself'));
}

/** Join of the later survey to the earlier one; null: none, or its input poses have changed. */
function joinOf(earlier: EpochSideRequest, later: EpochSideRequest): JoinReply | null {
  if (earlier.project !== later.project) return null;
  const { join, isCurrent } = currentJoin(later.project, later.sessionId);
  return isCurrent && join?.first === earlier.sessionId ? join : null;
}

/**
 * @param joined poses by a join; null: its own
 * @param frame of those poses; null: its own
 * @param T_map1_map2 transform of the join, which moves a cloud as one rigid body; null: none
 */
async function sideOf(
  request: EpochSideRequest,
  { session, run }: AlignedSession,
  joined: JoinReply['poses'] | null,
  frame: { readonly grid: EpochSide['grid']; readonly T_grid_first: Rigid | null } | null,
  T_map1_map2: Rigid | null,
  context: StageContext,
): Promise<{ side: EpochSide; hash: string }> {
  const { project, T_grid_first } = request;
  const survey = new SurveySession(project, session, run, T_grid_first);
  const { placed } = survey;
  const own = placed.trajectory;
  const refinement = placed.refined?.value ?? null;
  const moved = (await survey.leftOut(context))?.moved ?? null;
  const grid = frame?.grid ?? placed.frame;
  const T = (frame ?? { T_grid_first }).T_grid_first;
  const isByControl =
    (refinement?.frame === 'mine-grid' && frame === null) || (frame?.grid === 'mine-grid' && T === null);
  const trajectory =
    joined === null
      ? own
      : refinedTrajectory(
          { poses: project.poses.of(run.id) },
          { refined: true, frame: isByControl ? 'mine-grid' : 'local', poses: posesOf(joined) },
          T ?? identity(),
        );
  const T_grid_map1 = isByControl ? null : T;
  const T_grid_map2 = T_map1_map2 && compose(T_grid_map1 ?? identity(), T_map1_map2);
  const T_map2_cloud = refinement?.T_grid_map ?? null;
  const T_grid_cloud = T_grid_map2 && T_map2_cloud ? compose(T_grid_map2, T_map2_cloud) : (T_grid_map2 ?? T);
  const { serial } = session.sensor;
  // What a join places, its own control does not place again.
  const placedHere = { ...placed, trajectory, refined: joined === null ? placed.refined : null };
  const { points, stated } = survey.map(moved, context.cancel, {
    placed: placedHere,
    T_grid_first: T_grid_cloud,
  });
  const hash = createHash('sha256')
    .update(captureHashOf(project, session))
    .update(String(moved?.count ?? 0));
  const calibrated = calibrationOf(project, session.id);
  if (calibrated !== null && correctsMap(calibrated.calibration)) hash.update(calibrated.key);
  hashPoses(hash, trajectory.poses);
  return {
    hash: hash.digest('hex'),
    side: {
      name: datedTitle(project, session),
      date: project.headings.get(session.id).surveyDate,
      instrument: serial === '' ? null : serial,
      grid,
      placedBy: frame === null ? placementOf({ ...request, session, run }) : 'join',
      poses: trajectory.poses,
      refined: refinedAnchors(placed.refined),
      controlSigma: Math.hypot(stated?.placeSigma ?? 0, controlSigmaOf(refinement)),
      stated,
      clouds: points,
    },
  };
}

/**
 * Standard uncertainty of the georeference per coordinate, from the residuals of the control points, m; 0 without.
 */
function controlSigmaOf(refinement: SurveyRefinement | null): number {
  if (refinement === null) return 0;
  const rms = rmsOfResiduals(refinement.graph, 'control');
  return rms === null ? 0 : rms / Math.sqrt(3 * controlPointCount(refinement.graph));
}

function posesOf({ scanIndex, T_map1_sensor }: JoinReply['poses']) {
  return Array.from(scanIndex, (index, i) => ({
    scanIndex: index,
    T_map_sensor: {
      R: T_map1_sensor.slice(12 * i, 12 * i + 9),
      t: T_map1_sensor.slice(12 * i + 9, 12 * i + 12),
    },
  }));
}

function anchorsOf({ anchors }: JoinReply, poses: readonly ScanPose[]): AnchorPose[] {
  const byScan = new Map(poses.map((pose) => [pose.scanIndex, pose.T_map_sensor]));
  return Array.from(anchors.scanIndex, (scanIndex, i) => ({
    scanIndex,
    T_map_sensor: byScan.get(scanIndex)!,
    covariance: anchors.covariance.slice(36 * i, 36 * i + 36),
  }));
}
