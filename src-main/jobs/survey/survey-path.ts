import type { MeasureInput } from '../../../src-core/contract/measure-input.ts';
import type { SurveyPath } from '../../../src-core/contract/survey-requests.ts';
import { unappliedBiasOf } from '../../../src-core/model/calibrated-bias.ts';
import type { StageContext } from '../../../src-core/model/context.ts';
import { ALONG_CONSTRAINTS } from '../../../src-core/model/pose.ts';
import type { Rigid } from '../../../src-core/model/rigid.ts';
import { nextScan } from '../../../src-core/survey/alignment-edits.ts';
import { cachedPath, wallTaskOf } from '../../../src-core/survey/cached-wall.ts';
import type { DrivePath } from '../../../src-core/survey/measure.ts';
import type { PlacedSurvey } from '../../../src-core/survey/refine.ts';
import { SURVEY_DEFAULTS } from '../../../src-core/survey/survey-request.ts';
import { questionOfMap, type SurveyedMap } from '../../../src-core/survey/surveyed-map.ts';
import type { AlignmentRun } from '../../project/alignment-runs.ts';
import { Project } from '../../project/project.ts';
import type { Session } from '../../project/sessions.ts';
import { readAxis } from '../import/read-axis.ts';
import { resumableRun } from '../session/resumable-alignment.ts';
import { cloudPositions, SurveySession } from '../session/survey-session.ts';

export interface SurveyPathQuestion {
  /** Path of the project file. */
  readonly project: string;
  readonly sessionId: number;
  readonly T_grid_first: Rigid | null;
  /** Path of the axis file; null: none. */
  readonly axis: string | null;
  readonly measure: MeasureInput;
}

/** Session at its current poses, and the axis that it is to be measured along. */
interface OpenedSurvey {
  readonly survey: SurveySession;
  /** Of a file; null: it is derived from the survey. */
  readonly axis: Awaited<ReturnType<typeof readAxis>> | null;
}

/**
 * Opens the session of a question about its path or wall, for as long as the work takes.
 *
 * @throws SocavonError of the project and of the axis file
 */
export async function withSurvey<T>(
  { project: file, sessionId, T_grid_first, axis: path, measure }: SurveyPathQuestion,
  { cancel }: StageContext,
  work: (opened: OpenedSurvey) => Promise<T>,
): Promise<T> {
  const axis = path === null ? null : await readAxis(path, measure.axis, cancel);
  const project = Project.open(file, { readonly: true });
  try {
    const session = project.sessions.get(sessionId)!;
    const run = resumableRun(project, session, SURVEY_DEFAULTS.odometry);
    return await work({ survey: new SurveySession(project, session, run, T_grid_first), axis });
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
  return withSurvey(question, context, async (opened) => {
    const { survey, axis } = opened;
    const whole = survey.map(null, context.cancel);
    const { of } = questionOfMap(question.measure, whole).axis;
    const isMapAxis = axis === null && of === 'map' && survey.placed.trajectory.poses.length > 0;
    const leftOut = isMapAxis ? await survey.leftOut(context) : null;
    const map = leftOut === null ? whole : survey.map(leftOut.moved, context.cancel);
    const task = wallTaskOf(map, axis?.axis ?? null, question.measure);
    return pathReply(opened, map, await cachedPath(task, survey.cache, context));
  });
}

/** The path as the window receives it. */
export function pathReply(
  { survey, axis }: OpenedSurvey,
  { instrument, calibration }: SurveyedMap,
  path: DrivePath,
): SurveyPath {
  const { project, session, run, placed } = survey;
  return {
    ...progressOf(project, session, run),
    ...posesOf(placed, session),
    frame: placed.frame,
    pathLength: placed.quality.pathLength,
    unobservedLength: placed.quality.unobservedLength,
    alongSigma: placed.quality.alongSigma,
    reliability: path.reliability,
    axis: path.axis && {
      name: axis?.name ?? '',
      chainage: Float64Array.from(path.axis.chainage),
      xyz: Float64Array.from(path.axis.xyz),
      kind: path.axis.kind,
      source: path.axis.source === 'map' ? 'map' : 'given',
    },
    instrument,
    calibratedBias: unappliedBiasOf(calibration),
    // What depends on a bound of the range bias is the window's to add: it changes without another path.
    warnings: survey.warnings(null, axis?.warnings ?? []),
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
