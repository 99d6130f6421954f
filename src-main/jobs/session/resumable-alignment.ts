import type { EngineIdentity } from '../../../src-core/model/engine-name.ts';
import type { OdometryOptions } from '../../../src-core/odometry/odometry-options.ts';
import { nextScan } from '../../../src-core/survey/alignment-edits.ts';
import { type AlignmentRun, engineText } from '../../project/alignment-runs.ts';
import { contentHash } from '../../project/canonical-json.ts';
import type { Project } from '../../project/project.ts';
import type { Session } from '../../project/sessions.ts';

/** Newest run of this alignment by this version of the program, of any engine and progress. */
export function resumableRun(
  project: Project,
  session: Session,
  options: OdometryOptions,
): AlignmentRun | null {
  // The path of a cloud is a run of its own that nothing resumes.
  if (session.cloud !== null) return project.runs.of(session.id).at(-1) ?? null;
  const inputHash = captureHashOf(project, session);
  const engines = new Map(
    project.runs.of(session.id).map(({ engine }) => [engineText(engine), engine] as const),
  );
  const runs = [...engines.values()].flatMap(
    (engine) => project.runs.find({ sessionId: session.id, engine, options, inputHash }) ?? [],
  );
  return runs.toSorted((a, b) => b.id - a.id)[0] ?? null;
}

/** Engine of the newest run of the same alignment by this version of the program; null if there is none. */
export function resumableEngine(
  project: Project,
  session: Session,
  options: OdometryOptions,
): EngineIdentity | null {
  return resumableRun(project, session, options)?.engine ?? null;
}

/** True if every scan of the session is aligned, or left out manually; a cloud has none. */
export function isFullyAligned(project: Project, session: Session, { id }: AlignmentRun): boolean {
  if (session.cloud !== null) return true;
  const last = project.poses.last(id);
  return last !== null && nextScan(project.edits.of(id).made, last + 1) >= session.scanCount;
}

/** Hash of the inputs of the alignment. */
export function captureHashOf(project: Project, session: Session): string {
  const captures = project.captures.of(session.id).map(({ sha256 }) => sha256);
  return contentHash({ captures, sensor: sensorKey(session) });
}

/** Part of the sensor model that enters the computation; its name does not. */
function sensorKey({ sensor }: Session): object {
  return {
    altitudeDeg: [...sensor.beamAltitudeDeg],
    azimuthDeg: [...sensor.beamAzimuthDeg],
    beamOriginMm: sensor.beamOriginMm,
    beamOriginZMm: sensor.beamOriginZMm,
    // Of the sensors before, nothing is added: their hash stays.
    ...(sensor.beamSidewaysMm && {
      heightMm: [...(sensor.beamHeightMm ?? [])],
      sidewaysMm: [...sensor.beamSidewaysMm],
    }),
    lidar: [...sensor.T_sensor_lidar.R, ...sensor.T_sensor_lidar.t],
    imu: [...sensor.T_sensor_imu.R, ...sensor.T_sensor_imu.t],
  };
}
