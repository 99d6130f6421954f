import type { SurveyContent } from '../../src-core/contract/survey-requests.ts';
import type { ExportFolder } from '../../src-core/io/export-map.ts';
import { CPU_SCAN_ENGINE } from '../../src-core/mapping/cpu-scan-aligner.ts';
import type { OdometryOptions, OdometryState } from '../../src-core/mapping/odometry.ts';
import type { ScanEngine } from '../../src-core/mapping/scan-aligner.ts';
import type { StageContext } from '../../src-core/model/context.ts';
import { CancelledError, SocavonError } from '../../src-core/model/errors.ts';
import type { AlignmentSoFar, PoseSink } from '../../src-core/pipeline/align-scans.ts';
import {
  type Survey,
  type SurveyHost,
  type SurveyProduct,
  surveyDrive,
} from '../../src-core/pipeline/survey.ts';
import type { SurveyOptions, SurveyRequest } from '../../src-core/pipeline/survey-request.ts';
import type { ReportWarning } from '../../src-core/report/report-input.ts';
import type { AlignmentRun } from '../project/alignment-runs.ts';
import { contentHash } from '../project/canonical-json.ts';
import type { Project } from '../project/project.ts';
import type { Session } from '../project/sessions.ts';
import { SOFTWARE_VERSION } from '../project/software-version.ts';

/** Which part of a survey is wanted. */
export interface SurveyScope {
  /** Files that are written; null: all. */
  readonly contents: ReadonlySet<SurveyContent> | null;
  /** False for a look at what would come: the project keeps the poses and nothing else of it. */
  readonly keepsProducts: boolean;
}

const WHOLE_SURVEY: SurveyScope = { contents: null, keepsProducts: true };

/**
 * Surveys one session of a project: every pose, and every product, is kept in the project as it is found. Asked
 * again with the same options it goes on where it stopped, and computes nothing twice. Poses of another engine, or of
 * another adapter, answer another question: every pose of a run is by the engine that the report names.
 *
 * @param engine aligns the scans
 * @throws what `surveyDrive` throws; the project then holds all that was finished
 */
export async function runSurvey(
  project: Project,
  session: Session,
  request: SurveyRequest,
  options: SurveyOptions,
  folder: ExportFolder,
  context: StageContext,
  engine: ScanEngine = CPU_SCAN_ENGINE,
  { contents, keepsProducts }: SurveyScope = WHOLE_SURVEY,
): Promise<Survey> {
  const captures = project.captures.of(session.id);
  const captureHash = captureHashOf(project, session);
  const run = beginOrResume(project, session, engine, options.odometry, captureHash);
  const host: SurveyHost = {
    folder,
    contents,
    engine,
    poses: poseSink(project, session, run),
    soFar: soFar(project, run),
    captureHash,
    hash: contentHash,
    warnings: captureWarnings(session),
    keep: (product) => {
      if (keepsProducts) keepProduct(project, session, product);
    },
    about: {
      project: {
        name: project.identity.name,
        working: null,
        surveyor: null,
        surveyedAt: null,
        reportedAt: new Date(),
      },
      captures: captures.map(({ name, sha256, sizeBytes }) => ({ name, sha256, bytes: sizeBytes })),
      session: { scans: session.scanCount, durationSeconds: durationOf(session) },
      sensor: session.sensor,
    },
    softwareVersion: SOFTWARE_VERSION,
  };
  try {
    return await surveyDrive(project.scanStore(session), request, options, host, context);
  } catch (error) {
    const isCancelled = error instanceof CancelledError;
    if (isCancelled && project.poses.count(run.id) < session.scanCount)
      project.runs.setState(run.id, 'cancelled');
    throw error;
  }
}

/** Adds a product unless the newest answer to the same question is the very same. */
function keepProduct(project: Project, session: Session, { text, ...product }: SurveyProduct): void {
  const payload = new TextEncoder().encode(text);
  const known = project.products.find(product.kind, product.inputHash, product.options);
  if (known !== null && Buffer.compare(known.payload, payload) === 0) return;
  project.products.add({ ...product, sessionId: session.id, payload });
}

/** What is wrong with the captures of a session, or only assumed of its sensor. */
export function captureWarnings({ health, sensor, metadata }: Session): ReportWarning[] {
  const damage = health.warnings.map((message) => ({ code: 'capture', message }));
  if (metadata !== null) return damage;
  return [...sensor.assumptions.map((message) => ({ code: 'sensor-nominal', message })), ...damage];
}

/**
 * The engine whose run of the same alignment is the newest in the project: 'cpu', or 'gpu' with its adapter; null where
 * there is none by this version of the program.
 */
export function engineBegun(project: Project, session: Session, options: OdometryOptions): string | null {
  return runBegun(project, session, options)?.engine ?? null;
}

/** The newest run of this alignment by this version of the program, whatever its engine and however far it is. */
export function runBegun(project: Project, session: Session, options: OdometryOptions): AlignmentRun | null {
  const inputHash = captureHashOf(project, session);
  const engines = new Set(project.runs.of(session.id).map(({ engine }) => engine));
  const runs = [...engines].flatMap(
    (engine) => project.runs.find({ sessionId: session.id, engine, options, inputHash }) ?? [],
  );
  return runs.toSorted((a, b) => b.id - a.id)[0] ?? null;
}

/** What the alignment rests on. */
function captureHashOf(project: Project, session: Session): string {
  const captures = project.captures.of(session.id).map(({ sha256 }) => sha256);
  return contentHash({ captures, sensor: sensorKey(session) });
}

function beginOrResume(
  project: Project,
  session: Session,
  { name, adapter }: ScanEngine,
  options: OdometryOptions,
  inputHash: string,
): AlignmentRun {
  const engine = adapter === null ? name : `${name}: ${adapter}`;
  const question = { sessionId: session.id, engine, options, inputHash };
  return project.runs.find(question) ?? project.runs.begin(question);
}

/** What of the sensor enters the computation; its name does not. */
function sensorKey({ sensor }: Session): object {
  return {
    altitudeDeg: [...sensor.beamAltitudeDeg],
    azimuthDeg: [...sensor.beamAzimuthDeg],
    beamOriginMm: sensor.beamOriginMm,
    lidar: [...sensor.T_sensor_lidar.R, ...sensor.T_sensor_lidar.t],
    imu: [...sensor.T_sensor_imu.R, ...sensor.T_sensor_imu.t],
  };
}

/** Version of the layout of the checkpoint; another one is not understood and the run starts anew. */
const CHECKPOINT_VERSION = 1;

function poseSink(project: Project, session: Session, run: AlignmentRun): PoseSink {
  return {
    append(poses, state) {
      const nextScan = poses[poses.length - 1].scanIndex + 1;
      const mapperState = new TextEncoder().encode(JSON.stringify({ version: CHECKPOINT_VERSION, state }));
      project.transaction(() => {
        refuseTwinRun(project, run, poses[0].scanIndex);
        project.poses.append(run.id, ...poses);
        if (state !== null) project.runs.putCheckpoint(run.id, { nextScan, mapperState });
        project.runs.setState(run.id, nextScan === session.scanCount ? 'done' : 'running');
      });
    },
  };
}

function refuseTwinRun(project: Project, run: AlignmentRun, nextScan: number): void {
  if (project.poses.count(run.id) === nextScan) return;
  throw new SocavonError(
    'project-busy',
    `Another program is aligning the same captures in ${project.path}; wait until it is done, then run again: its poses are taken over.`,
  );
}

function soFar(project: Project, run: AlignmentRun): AlignmentSoFar | null {
  const checkpoint = project.runs.checkpoint(run.id);
  const known = checkpoint && parseCheckpoint(checkpoint.mapperState);
  if (checkpoint === null || known === null) {
    project.poses.removeFrom(run.id, 0);
    return null;
  }
  return { poses: project.poses.of(run.id), state: known };
}

function parseCheckpoint(bytes: Uint8Array): OdometryState | null {
  const { version, state } = JSON.parse(new TextDecoder().decode(bytes));
  return version === CHECKPOINT_VERSION ? (state as OdometryState) : null;
}

function durationOf({ health }: Session): number {
  const { firstStampNs, lastStampNs } = health;
  return firstStampNs === null || lastStampNs === null ? 0 : Number(lastStampNs - firstStampNs) * 1e-9;
}
