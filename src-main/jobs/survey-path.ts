import type { MeasureInput } from '../../src-core/contract/measure-input.ts';
import type { SurveyPath } from '../../src-core/contract/survey-requests.ts';
import { unappliedBiasOf } from '../../src-core/model/calibrated-bias.ts';
import type { StageContext } from '../../src-core/model/context.ts';
import { ALONG_CONSTRAINTS } from '../../src-core/model/pose.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { nextScan } from '../../src-core/survey/alignment-edits.ts';
import { calibrationWarnings } from '../../src-core/survey/calibrate.ts';
import { mapPoints } from '../../src-core/survey/map-points.ts';
import { drivePath } from '../../src-core/survey/measure.ts';
import { type PlacedSurvey, refinedAnchors } from '../../src-core/survey/refine.ts';
import { instrumentOf, SURVEY_DEFAULTS } from '../../src-core/survey/survey-request.ts';
import { profileOptionsOf } from '../../src-core/tunnel/profile-request.ts';
import type { AlignmentRun } from '../project/alignment-runs.ts';
import { calibrationOf, mapStore } from '../project/calibrations.ts';
import { Project } from '../project/project.ts';
import type { Session } from '../project/sessions.ts';
import { placedSurvey } from './placed-survey.ts';
import { readAxis } from './read-axis.ts';
import { resumableRun } from './resumable-alignment.ts';
import { excludedDynamicReturns } from './stored-dynamic-returns.ts';
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

/**
 * Axis and poses for the volume of a session, as far as it is aligned: the first step of the measurement; the
 * window runs the others.
 *
 * @throws SocavonError of the project and of the axis file
 */
export async function surveyPath(
  { project: file, sessionId, T_grid_first, axis, measure }: SurveyPathQuestion,
  context: StageContext,
): Promise<SurveyPath> {
  const read = axis === null ? null : await readAxis(axis, measure.axis);
  const project = Project.open(file, { readonly: true });
  try {
    const session = project.sessions.get(sessionId)!;
    const run = resumableRun(project, session, SURVEY_DEFAULTS.odometry);
    const placed = placedSurvey(project, run, T_grid_first);
    const isMapAxis = read === null && measure.axis.of === 'map' && placed.trajectory.poses.length > 0;
    const moved = isMapAxis
      ? await excludedDynamicReturns(project, session, placed.trajectory, context)
      : null;
    const calibration = calibrationOf(project, session.id)?.calibration ?? null;
    const path = await drivePath(
      () => mapPoints(mapStore(project, session), placed.trajectory, context.cancel, moved),
      placed.trajectory,
      refinedAnchors(placed.refined),
      { given: read?.axis ?? null, question: measure.axis },
      profileOptionsOf(measure),
      context,
    );
    return {
      ...progressOf(project, session, run),
      ...posesOf(placed, session),
      frame: placed.frame,
      pathLength: placed.quality.pathLength,
      unobservedLength: placed.quality.unobservedLength,
      alongSigma: placed.quality.alongSigma,
      reliability: path.reliability,
      axis: path.axis && {
        name: read?.name ?? '',
        chainage: Float64Array.from(path.axis.chainage),
        xyz: Float64Array.from(path.axis.xyz),
        kind: path.axis.kind,
        source: path.axis.source === 'map' ? 'map' : 'given',
      },
      instrument: instrumentOf(session.sensor, calibration),
      calibratedBias: unappliedBiasOf(calibration),
      warnings: [
        ...captureWarnings(session),
        ...placed.warnings.align,
        // What depends on a bound of the range bias is the window's to add: it changes without another path.
        ...calibrationWarnings(calibration, null),
        ...placed.warnings.refine,
      ],
    };
  } finally {
    project.close();
  }
}

/** Number of scans aligned or left out until now, and the total. */
function progressOf(
  project: Project,
  session: Session,
  run: AlignmentRun | null,
): Pick<SurveyPath, 'placed' | 'total'> {
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
