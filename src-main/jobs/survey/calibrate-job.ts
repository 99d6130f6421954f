import { writeText } from '../../../src-core/io/bytes/write-text.ts';
import { message } from '../../../src-core/messages/message.ts';
import type { StageContext } from '../../../src-core/model/context.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';
import type { InstrumentCalibration } from '../../../src-core/model/instrument-calibration.ts';
import type { Trajectory } from '../../../src-core/model/pose.ts';
import { CPU_SCAN_ENGINE } from '../../../src-core/odometry/cpu-scan-aligner.ts';
import { align } from '../../../src-core/survey/align.ts';
import { type CalibrationRequest, calibrate } from '../../../src-core/survey/calibrate.ts';
import { SURVEY_DEFAULTS } from '../../../src-core/survey/survey-request.ts';
import { openAtomicSink } from '../../files/atomic-sink.ts';
import { earlierCalibration, isCalibrationChosen, storeCalibration } from '../../project/calibrations.ts';
import { contentHash } from '../../project/canonical-json.ts';
import { Project } from '../../project/project.ts';
import type { Session } from '../../project/sessions.ts';
import { withReadAhead } from '../schedule/read-ahead.ts';
import { isFullyAligned, resumableRun } from '../session/resumable-alignment.ts';
import { projectStageCache } from '../session/stage-cache.ts';
import { StoredAlignment } from '../session/stored-alignment.ts';

/**
 * Calibrates the sensor of a session by its scans, aligned first if they are not, and stores the calibration: map and
 * measurement of the session use it, and later sessions of the same sensor start from it.
 *
 * @param measured a check distance and surveyed targets, as far as there are any
 * @throws SocavonError 'too-few-points' if the scans do not show enough of the same wall; what `calibrate` throws
 */
export async function calibrateSession(
  project: Project,
  session: Session,
  measured: Omit<CalibrationRequest, 'earlier'>,
  context: StageContext,
): Promise<InstrumentCalibration> {
  const trajectory = await alignedTrajectory(project, session, context);
  const question = { earlier: earlierCalibration(project, session), ...measured };
  const calibration = await calibrate(project.scanStore(session), trajectory, question, context);
  if (calibration === null) throw new SocavonError('too-few-points', message('calibrate-not-observed'));
  storeCalibration(project, session.id, { key: contentHash(calibration), calibration });
  return calibration;
}

/** A session whose alignment is complete. */
interface CalibrateAlignedQuestion {
  /** Path of the project file. */
  readonly project: string;
  readonly sessionId: number;
}

/**
 * Calibrates the sensor of a session after its alignment, as `socavon run` does, unless a person chose a calibration,
 * or none.
 *
 * @throws what `calibrate` throws; SocavonError of the project; CancelledError
 */
export async function calibrateAligned(
  { project: file, sessionId }: CalibrateAlignedQuestion,
  context: StageContext,
): Promise<null> {
  const project = Project.open(file);
  try {
    const session = project.sessions.get(sessionId)!;
    const run = resumableRun(project, session, SURVEY_DEFAULTS.odometry);
    if (run === null || !isFullyAligned(project, session, run)) return null;
    if (isCalibrationChosen(project, sessionId)) return null;
    const aligned = { poses: project.poses.of(run.id) };
    const question = { earlier: earlierCalibration(project, session), distance: null };
    await projectStageCache(project, session, run).calibration(aligned, () =>
      calibrate(project.scanStore(session), aligned, question, context),
    );
    return null;
  } finally {
    project.close();
  }
}

async function alignedTrajectory(
  project: Project,
  session: Session,
  context: StageContext,
): Promise<Trajectory> {
  const options = SURVEY_DEFAULTS.odometry;
  const run = resumableRun(project, session, options);
  if (run !== null && isFullyAligned(project, session, run)) return { poses: project.poses.of(run.id) };
  const engine = CPU_SCAN_ENGINE;
  const alignment = new StoredAlignment(project, session, engine.identity, options);
  const task = {
    options,
    engine,
    edits: alignment.edits.made,
    resume: alignment.resumable(),
    store: alignment,
  };
  await withReadAhead(project, session, task, (scans) => align(scans, task, context));
  return { poses: alignment.poses() };
}

/** Writes a calibration as JSON, readable by `--calibration`. @throws SocavonError 'file-unwritable', 'disk-full' */
export async function writeCalibration(
  path: string,
  calibration: InstrumentCalibration,
  context: StageContext,
): Promise<void> {
  await writeText([`${JSON.stringify(calibration, null, 2)}\n`], await openAtomicSink(path), context);
}
