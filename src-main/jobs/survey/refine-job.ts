import type {
  ControlFound,
  LoopFound,
  PickFound,
  Refinement,
} from '../../../src-core/contract/refine-requests.ts';
import { applyToPoint, identity } from '../../../src-core/math/se3.ts';
import { message } from '../../../src-core/messages/message.ts';
import type { StageContext } from '../../../src-core/model/context.ts';
import { NO_CONTROL } from '../../../src-core/model/control.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';
import type { PickedPoint } from '../../../src-core/model/picked-point.ts';
import type { Trajectory } from '../../../src-core/model/pose.ts';
import { errorsOfPicks, fitCloudPicks, fitScanPicks } from '../../../src-core/survey/picked-points.ts';
import { matchTargets, pickedObservations, REFINE_SURVEY_DEFAULTS } from '../../../src-core/survey/refine.ts';
import { refineTrajectory } from '../../../src-core/survey/refine-trajectory.ts';
import { cachedRefinement, cachedSearch } from '../../../src-core/survey/stage-cache.ts';
import { SURVEY_DEFAULTS } from '../../../src-core/survey/survey-request.ts';
import type { AlignmentRun } from '../../project/alignment-runs.ts';
import { Project } from '../../project/project.ts';
import type { Session } from '../../project/sessions.ts';
import { placeCloudByControl } from '../session/cloud-control.ts';
import { pointsOf, questionOf } from '../session/refine-question.ts';
import {
  controlFoundToWire,
  loopToWire,
  pickFoundToWire,
  refinementToWire,
} from '../session/refinement-wire.ts';
import { isFullyAligned, resumableRun } from '../session/resumable-alignment.ts';
import { projectStageCache } from '../session/stage-cache.ts';
import { mapFrameOf, picksFromMap, picksOf } from '../session/stored-picks.ts';

interface RefineJobQuestion {
  /** Path of the project file. */
  readonly project: string;
  readonly sessionId: number;
}

/** Detects targets and assigns their names. @throws SocavonError 'not-aligned'; CancelledError */
export async function findControlPoints(
  job: RefineJobQuestion,
  context: StageContext,
): Promise<ControlFound> {
  return withAlignment(job, async (project, session, run) => {
    const aligned: Trajectory = { poses: project.poses.of(run.id) };
    const question = questionOf(project, session.id);
    const cache = projectStageCache(project, session, run);
    const store = project.scanStore(session);
    const search = await cachedSearch(store, aligned, question, cache, context);
    const picked = await pickedObservations(store, aligned, question, context);
    return controlFoundToWire(search, matchTargets(aligned, search, question, picked));
  });
}

/** Searches for loop closures; stores nothing. @throws SocavonError 'not-aligned'; CancelledError */
export async function findLoops(
  question: RefineJobQuestion,
  context: StageContext,
): Promise<{ loops: LoopFound[] }> {
  return withAlignment(question, async (project, session, run) => {
    const aligned: Trajectory = { poses: project.poses.of(run.id) };
    const { loopDecisions } = questionOf(project, session.id);
    const { refine } = REFINE_SURVEY_DEFAULTS;
    const store = project.scanStore(session);
    const { value } = await refineTrajectory(aligned, store, NO_CONTROL, loopDecisions, refine, context);
    return { loops: value.graph.loops.map(loopToWire) };
  });
}

/**
 * Refines with all stored inputs; the result becomes the current refinement.
 *
 * @throws SocavonError 'not-aligned', 'not-determined'; CancelledError
 */
export async function refineSession(question: RefineJobQuestion, context: StageContext): Promise<Refinement> {
  return withAlignment(question, async (project, session, run) => {
    const aligned: Trajectory = { poses: project.poses.of(run.id) };
    if (session.cloud === null) {
      const cache = projectStageCache(project, session, run);
      const store = project.scanStore(session);
      await cachedRefinement(store, aligned, questionOf(project, session.id), cache, context);
    } else {
      refuseUnpicked(project, session.id);
      await placeCloudByControl(project, session, context);
    }
    const stored = project.refinements.get(run.id);
    if (stored === null) throw new Error(`the refinement of alignment ${run.id} is gone`);
    return refinementToWire(stored, aligned);
  });
}

/** Which points to fit in a map. */
interface PickJobQuestion extends RefineJobQuestion {
  /** A place in the frame of the map; null: the stored picks. */
  readonly at: PickedPoint | null;
}

/**
 * Fits the points that were picked in the map of a session, or a place of it; stores nothing.
 *
 * @throws SocavonError 'not-aligned'; of the project; CancelledError
 */
export async function fitPicks(
  { at, ...question }: PickJobQuestion,
  context: StageContext,
): Promise<PickFound[]> {
  return withAlignment(question, async (project, session, run) => {
    const picks = at === null ? picksOf(project, session.id) : picksFromMap(project, { session, run }, [at]);
    if (picks.length === 0) return [];
    const outcomes =
      session.cloud === null
        ? await fitScanPicks(project.scanStore(session), { poses: project.poses.of(run.id) }, picks, context)
        : await fitCloudPicks(project.clouds.points(session.id, context.cancel), picks);
    const frames = picks.map((pick) => mapFrameOf(project, { session, run }, pick) ?? identity());
    const errors = errorsOfPicks(
      outcomes.map(({ pick, fit }, k) => ({
        name: pick.name,
        fit: fit && { ...fit, place: applyToPoint(frames[k], ...fit.place) },
      })),
      pointsOf(project, session.id),
    );
    return outcomes.map((outcome, k) => pickFoundToWire(outcome, frames[k], errors[k]));
  });
}

/** Refuses a cloud without a list, or without picked points. @throws SocavonError 'usage' */
function refuseUnpicked(project: Project, sessionId: number): void {
  if (pointsOf(project, sessionId).length > 0 && picksOf(project, sessionId).length > 0) return;
  throw new SocavonError('usage', message('cloud-picks-none'));
}

async function withAlignment<T>(
  { project: file, sessionId }: RefineJobQuestion,
  work: (project: Project, session: Session, run: AlignmentRun) => Promise<T>,
): Promise<T> {
  const project = Project.open(file);
  try {
    const session = project.sessions.get(sessionId)!;
    const run = resumableRun(project, session, SURVEY_DEFAULTS.odometry);
    if (run !== null && isFullyAligned(project, session, run)) return await work(project, session, run);
    throw new SocavonError('not-aligned', message('scans-not-aligned', { id: sessionId }));
  } finally {
    project.close();
  }
}
