import type { MeasureAsked } from '../../src-core/contract/measure-asked.ts';
import type { SurveyPath } from '../../src-core/contract/survey-requests.ts';
import { alignmentQuality } from '../../src-core/mapping/alignment-quality.ts';
import { isGyroBelievable } from '../../src-core/mapping/gyro-bias.ts';
import type { Axis } from '../../src-core/model/axis.ts';
import { type ChainageOptions, withChainage } from '../../src-core/model/axis-chainage.ts';
import type { StageContext } from '../../src-core/model/context.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { instrumentRangeOf } from '../../src-core/model/instrument-range.ts';
import { ALONG_HOLDERS, type Trajectory } from '../../src-core/model/pose.ts';
import { NO_RELIABILITY, type ReliabilityStrip } from '../../src-core/model/reliability.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { alignWarnings } from '../../src-core/survey/align/align-warnings.ts';
import { nextScan } from '../../src-core/survey/alignment-edits.ts';
import { mapPoints } from '../../src-core/survey/map-points.ts';
import { surveyAxis } from '../../src-core/survey/measure/survey-axis.ts';
import { refineWarnings } from '../../src-core/survey/refine/refine-warnings.ts';
import { refinedAnchors } from '../../src-core/survey/refine.ts';
import { SURVEY_DEFAULTS } from '../../src-core/survey/survey-request.ts';
import { profileOptionsOf } from '../../src-core/tunnel/asked-profiles.ts';
import { axisFromTrajectory } from '../../src-core/tunnel/axis-from-trajectory.ts';
import { type RefinedAnchors, reliability } from '../../src-core/tunnel/reliability.ts';
import type { AlignmentRun } from '../project/alignment-runs.ts';
import { Project } from '../project/project.ts';
import { countedOf, readAxis } from './asked-axis.ts';
import { runBegun } from './begun-alignment.ts';
import { movedLeftOut } from './kept-moved.ts';
import { refinementThatHolds, trajectoryThatHolds } from './kept-refinement.ts';
import { captureWarnings } from './survey-job.ts';

export interface SurveyPathQuestion {
  /** File of the project. */
  readonly project: string;
  readonly sessionId: number;
  readonly T_grid_first: Rigid | null;
  /** File of the axis; null: none. */
  readonly axis: string | null;
  readonly measure: MeasureAsked;
}

/**
 * The path that the volume of a session rests on, as far as its alignment is.
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
    const run = runBegun(project, session, SURVEY_DEFAULTS.odometry);
    const refinement = run && (refinementThatHolds(project, run)?.value ?? null);
    const edits = run === null ? [] : project.edits.of(run.id).made;
    const last = run === null ? null : project.poses.last(run.id);
    const { poses } = trajectoryThatHolds(project, run, T_grid_first);
    const counted = countedOf(measure.axis);
    const profiles = profileOptionsOf(measure);
    const moved =
      read !== null || measure.axis.of === 'trajectory' || poses.length === 0
        ? null
        : await movedLeftOut(project, session, { poses }, context);
    const found =
      poses.length === 0
        ? (read?.axis ?? null)
        : await surveyAxis(
            () => mapPoints(project.scanStore(session), { poses }, context.cancel, moved),
            { poses },
            { given: read?.axis ?? null, of: measure.axis.of, counted },
            profiles,
            context,
          );
    const { pathLength, unobservedLength, alongSigma, warnings } = alignmentQuality({ poses });
    const firstNs = session.health.firstStampNs ?? 0n;
    const positions = new Float64Array(3 * poses.length);
    poses.forEach(({ T_map_sensor }, i) => {
      positions.set(T_map_sensor.t, 3 * i);
    });
    return {
      placed: last === null ? 0 : nextScan(edits, last + 1),
      total: session.scanCount,
      positions,
      scanIndex: Uint32Array.from(poses, ({ scanIndex }) => scanIndex),
      seconds: Float64Array.from(poses, ({ stampNs }) => Number(stampNs - firstNs) * 1e-9),
      heldBy: Uint8Array.from(poses, ({ quality }) => ALONG_HOLDERS.indexOf(quality.heldBy)),
      frame: T_grid_first !== null || refinement?.frame === 'mine-grid' ? 'mine-grid' : 'local',
      pathLength,
      unobservedLength,
      alongSigma,
      reliability: stripOf({ poses }, refinedAnchors(refinement), { given: found, counted }, positions),
      axis: found && {
        name: read?.name ?? '',
        chainage: Float64Array.from(found.chainage),
        xyz: Float64Array.from(found.xyz),
        kind: found.kind,
        source: found.source === 'map' ? 'map' : 'given',
      },
      instrument: instrumentRangeOf(session.sensor.productLine),
      warnings: [
        ...captureWarnings(session),
        ...alignWarnings(edits, run === null || believesGyro(project, run)),
        ...warnings,
        ...refineWarnings(refinement),
      ],
    };
  } finally {
    project.close();
  }
}

/** The strip of the axis that the volume will be measured on; empty while the path is too short for one. */
function stripOf(
  trajectory: Trajectory,
  refined: RefinedAnchors | null,
  { given, counted }: { readonly given: Axis | null; readonly counted: ChainageOptions },
  positions: Float64Array,
): ReliabilityStrip {
  try {
    const axis = given ?? withChainage(axisFromTrajectory(positions).value, counted);
    return reliability(trajectory, axis, refined);
  } catch (error) {
    if (error instanceof SocavonError && error.code === 'axis-unusable') return NO_RELIABILITY;
    throw error;
  }
}

/** False where the gyro was left out, as far as the alignment is. */
function believesGyro(project: Project, { id }: AlignmentRun): boolean {
  const kept = project.states.lastBefore(id, Number.MAX_SAFE_INTEGER);
  return kept === null || isGyroBelievable(kept.state.gyro);
}
