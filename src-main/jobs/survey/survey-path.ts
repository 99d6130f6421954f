import type { MeasureInput } from '../../../src-core/contract/measure-input.ts';
import type { SurveyPath } from '../../../src-core/contract/survey-requests.ts';
import { unappliedBiasOf } from '../../../src-core/model/calibrated-bias.ts';
import type { StageContext } from '../../../src-core/model/context.ts';
import type { DynamicReturns } from '../../../src-core/model/dynamic-returns.ts';
import { ALONG_CONSTRAINTS } from '../../../src-core/model/pose.ts';
import type { Rigid } from '../../../src-core/model/rigid.ts';
import type { Warning } from '../../../src-core/model/warnings.ts';
import { nextScan } from '../../../src-core/survey/alignment-edits.ts';
import { cachedPath, type WallTask } from '../../../src-core/survey/cached-wall.ts';
import type { DrivePath } from '../../../src-core/survey/measure.ts';
import { type PlacedSurvey, refinedAnchors } from '../../../src-core/survey/refine.ts';
import { NO_CACHE, type StageCache } from '../../../src-core/survey/stage-cache.ts';
import { SURVEY_DEFAULTS } from '../../../src-core/survey/survey-request.ts';
import { surveyWarnings } from '../../../src-core/survey/survey-warnings.ts';
import { axisQuestionOf, type SurveyedMap } from '../../../src-core/survey/surveyed-map.ts';
import type { AlignmentRun } from '../../project/alignment-runs.ts';
import { Project } from '../../project/project.ts';
import type { Session } from '../../project/sessions.ts';
import { readAxis } from '../import/read-axis.ts';
import { storedGrid } from '../import/stated-grid.ts';
import { placedSurvey } from '../session/placed-survey.ts';
import { isFullyAligned, resumableRun } from '../session/resumable-alignment.ts';
import { cloudPositions, sessionMap } from '../session/session-map.ts';
import { projectStageCache } from '../session/stage-cache.ts';
import { excludedDynamicReturns } from '../session/stored-dynamic-returns.ts';
import { captureWarnings } from './survey-job.ts';

export interface SurveyPathQuestion {
  /** Path of the project file. */
  readonly project: string;
  readonly sessionId: number;
  readonly T_grid_first: Rigid | null;
  /** Path of the axis file; null: none. */
  readonly axis: string | null;
  readonly measure: MeasureInput;
}

/** Session with its current poses, and the task of its wall. */
interface OpenedSurvey {
  readonly project: Project;
  readonly session: Session;
  readonly run: AlignmentRun | null;
  readonly placed: PlacedSurvey;
  /** Its map, with all returns. */
  readonly map: SurveyedMap;
  /** Name of the axis file; null: none. */
  readonly axisName: string | null;
  /** What its file says of the chainage. */
  readonly axisWarnings: readonly Warning[];
  /** The task of its wall, from these returns being left out. */
  wallTask(dynamic: DynamicReturns | null): WallTask;
}

/**
 * Opens the session of a question about its path or wall, for as long as the work takes.
 *
 * @throws SocavonError of the project and of the axis file
 */
export async function withSurvey<T>(
  { project: file, sessionId, T_grid_first, axis, measure }: SurveyPathQuestion,
  { cancel }: StageContext,
  work: (survey: OpenedSurvey) => Promise<T>,
): Promise<T> {
  const read = axis === null ? null : await readAxis(axis, measure.axis, cancel);
  const project = Project.open(file, { readonly: true });
  try {
    const session = project.sessions.get(sessionId)!;
    const run = resumableRun(project, session, SURVEY_DEFAULTS.odometry);
    const placed = placedSurvey(project, run, T_grid_first);
    const mapWithout = (dynamic: DynamicReturns | null): SurveyedMap =>
      sessionMap(project, session, placed, { dynamic, T_grid_first }, cancel);
    const map = mapWithout(null);
    return await work({
      project,
      session,
      run,
      placed,
      map,
      axisName: read?.name ?? null,
      axisWarnings: read?.warnings ?? [],
      wallTask: (dynamic) => ({
        placed: placed.trajectory,
        dynamic,
        calibration: map.calibration,
        points: mapWithout(dynamic).points,
        anchors: refinedAnchors(placed.refined),
        stated: map.stated,
        hasReflectivity: map.hasReflectivity,
        given: read?.axis ?? null,
        measure: { ...measure, axis: axisQuestionOf(measure.axis, map) },
      }),
    });
  } finally {
    project.close();
  }
}

/**
 * Axis and poses for the volume of a session, as far as it is aligned: the first step of the measurement; the
 * window runs the others.
 *
 * @throws SocavonError of the project and of the axis file
 */
export function surveyPath(question: SurveyPathQuestion, context: StageContext): Promise<SurveyPath> {
  return withSurvey(question, context, async (survey) => {
    const { project, session, placed } = survey;
    const { poses } = placed.trajectory;
    const { of } = axisQuestionOf(question.measure.axis, survey.map);
    const isMapAxis = question.axis === null && of === 'map' && poses.length > 0;
    const moved = isMapAxis
      ? await excludedDynamicReturns(project, session, placed.trajectory, context)
      : null;
    const path = await cachedPath(survey.wallTask(moved), wallCache(survey), context);
    return pathReply(survey, path);
  });
}

/** Cache of the products of the map, once all scans are placed; the map of some would be of no use later. */
export function wallCache(survey: OpenedSurvey): StageCache {
  const { project, session, run } = survey;
  return run !== null && isWholeSurvey(survey) ? projectStageCache(project, session, run) : NO_CACHE;
}

/** True if every scan is placed or left out by hand. */
export function isWholeSurvey({ project, session, run }: OpenedSurvey): boolean {
  return run !== null && isFullyAligned(project, session, run);
}

/** The path as the window receives it. */
export function pathReply(
  { project, session, run, placed, map, axisName, axisWarnings }: OpenedSurvey,
  path: DrivePath,
): SurveyPath {
  return {
    ...progressOf(project, session, run),
    ...posesOf(placed, session),
    frame: placed.frame,
    pathLength: placed.quality.pathLength,
    unobservedLength: placed.quality.unobservedLength,
    alongSigma: placed.quality.alongSigma,
    reliability: path.reliability,
    axis: path.axis && {
      name: axisName ?? '',
      chainage: Float64Array.from(path.axis.chainage),
      xyz: Float64Array.from(path.axis.xyz),
      kind: path.axis.kind,
      source: path.axis.source === 'map' ? 'map' : 'given',
    },
    instrument: map.instrument,
    calibratedBias: unappliedBiasOf(map.calibration),
    warnings: surveyWarnings({
      source: captureWarnings(project, session),
      placed,
      calibration: map.calibration,
      // What depends on a bound of the range bias is the window's to add: it changes without another path.
      rangeBias: null,
      grid: storedGrid(project, session.id),
      axis: axisWarnings,
    }),
  };
}

/** Number of scans aligned or left out until now, and the total. */
function progressOf(
  project: Project,
  session: Session,
  run: AlignmentRun | null,
): Pick<SurveyPath, 'placed' | 'total'> {
  if (session.cloud !== null) {
    const positions = cloudPositions(project, session);
    return { placed: positions, total: positions };
  }
  const last = run === null ? null : project.poses.last(run.id);
  const edits = run === null ? [] : project.edits.of(run.id).made;
  return { placed: last === null ? 0 : nextScan(edits, last + 1), total: session.scanCount };
}

/** Poses in columns. */
function posesOf(
  { trajectory: { poses } }: PlacedSurvey,
  session: Session,
): Pick<SurveyPath, 'positions' | 'scanIndex' | 'seconds' | 'heldBy' | 'matched' | 'gapSeconds'> {
  const firstNs = session.health.firstStampNs ?? 0n;
  const positions = new Float64Array(3 * poses.length);
  poses.forEach(({ T_map_sensor }, i) => {
    positions.set(T_map_sensor.t, 3 * i);
  });
  return {
    positions,
    scanIndex: Uint32Array.from(poses, ({ scanIndex }) => scanIndex),
    seconds: Float64Array.from(poses, ({ stampNs }) => Number(stampNs - firstNs) * 1e-9),
    heldBy: Uint8Array.from(poses, ({ quality }) => ALONG_CONSTRAINTS.indexOf(quality.heldBy)),
    matched: Uint32Array.from(poses, ({ quality }) => quality.matched),
    gapSeconds: Float64Array.from(poses, ({ quality }) => quality.gapSeconds ?? Number.NaN),
  };
}
