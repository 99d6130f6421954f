import type { ProjectInfo, SessionInfo } from '../../src-core/contract/project-requests.ts';
import { captureSeconds } from '../../src-core/model/capture-seconds.ts';
import { hasTimedClouds } from '../../src-core/model/sensor.ts';
import { captureWarnings, cloudPositions } from '../jobs/session/survey-session.ts';
import type { Project } from '../project/project.ts';
import { sessionTitle, sessionTitles } from '../project/session-titles.ts';
import type { Session } from '../project/sessions.ts';

/** State of a project for the window. */
export function projectInfo(project: Project): ProjectInfo {
  const { uuid, name, createdAt } = project.identity;
  const titles = sessionTitles(project);
  const sessions = project.sessions.all().map((session) => ({
    ...sessionInfo(project, session),
    title: titles.get(session.id) ?? '',
  }));
  const removed = project.sessions.removed().map((session) => ({
    id: session.id,
    title: sessionTitle(project, session),
  }));
  return { path: project.path, name, uuid, opening: project.opening, createdAt, sessions, removed };
}

function sessionInfo(project: Project, session: Session): Omit<SessionInfo, 'title'> {
  const { id, name, importedAt, recordedAt, sensor, health, metadata, cloud } = session;
  return {
    id,
    name,
    importedAt,
    recordedAt,
    sensor: sensor.productLine,
    // The rows of a timed cloud are no beams.
    beams: hasTimedClouds(sensor) ? 0 : sensor.beams,
    columns: hasTimedClouds(sensor) ? 0 : sensor.columnsPerFrame,
    rotationHz: sensor.rotationHz,
    scanCount: cloud === null ? session.scanCount : cloudPositions(project, session),
    cloud: cloud && {
      formats: [...cloud.formats],
      points: cloud.points,
      unitMetres: cloud.unitMetres,
      path: cloud.path,
      trajectory: cloud.trajectory,
      accuracyBy: cloud.accuracy.by,
      instrument: cloud.accuracy.instrument,
    },
    durationSeconds: captureSeconds(health) ?? 0,
    captures: project.captures
      .of(id)
      .map(({ name, sizeBytes, sha256 }) => ({ name, bytes: sizeBytes, sha256 })),
    health: {
      warnings: captureWarnings(project, session),
      assumptions: [...sensor.assumptions],
      packets: health.lidarPackets,
      missingColumns: health.missingColumns,
      imuPackets: health.imuPackets,
      hasMetadata: metadata !== null,
    },
    runs: project.runs.of(id).map(({ id: runId, state, engine, createdAt }) => ({
      id: runId,
      state,
      engine,
      placed: project.poses.count(runId),
      createdAt,
    })),
    control: controlOf(project, session),
    writtenAt: project.products.latestAt('volume', id),
  };
}

function controlOf({ refineInputs, refinements, runs }: Project, { id }: Session): SessionInfo['control'] {
  const run = runs.of(id).at(-1);
  if (run !== undefined && refinements.head(run.id) !== null) return 'adjusted';
  return refineInputs.file(id) === null ? 'none' : 'listed';
}
