import type { ExportFolder } from '../../../src-core/io/cloud/export-map.ts';
import { captureSeconds } from '../../../src-core/model/capture-seconds.ts';
import type { StageContext } from '../../../src-core/model/context.ts';
import { CancelledError } from '../../../src-core/model/errors.ts';
import { Outputs } from '../../../src-core/model/outputs.ts';
import { FILE_CHOICE_DEFAULTS, type FileChoice } from '../../../src-core/model/survey-content.ts';
import { CPU_SCAN_ENGINE } from '../../../src-core/odometry/cpu-scan-aligner.ts';
import type { ScanEngine } from '../../../src-core/odometry/scan-aligner.ts';
import type { AnsweredQuestion } from '../../../src-core/question/survey-question.ts';
import type { EpochPair } from '../../../src-core/survey/compare.ts';
import type { MapTask } from '../../../src-core/survey/measure-map.ts';
import type { KeptResults } from '../../../src-core/survey/publish-task.ts';
import {
  type PoseTask,
  type Survey,
  type SurveyTask,
  survey,
  surveyCloud,
  surveyPlaced,
} from '../../../src-core/survey/survey.ts';
import { SURVEY_DEFAULTS, type SurveyOptions } from '../../../src-core/survey/survey-request.ts';
import { threadsToUse } from '../../device/threads-to-use.ts';
import { SOFTWARE_VERSION } from '../../files/software-version.ts';
import type { AlignmentRun } from '../../project/alignment-runs.ts';
import { earlierCalibration } from '../../project/calibrations.ts';
import { contentHash } from '../../project/canonical-json.ts';
import type { Project } from '../../project/project.ts';
import type { Session } from '../../project/sessions.ts';
import type { AlignmentOfImport } from '../import/import-and-align.ts';
import { storedLogo } from '../print/stored-logo.ts';
import { concurrentStages } from '../schedule/concurrent-stages.ts';
import { ScansThreads } from '../schedule/scans-threads.ts';
import { questionOf } from '../session/refine-question.ts';
import { projectStageCache } from '../session/stage-cache.ts';
import { StoredAlignment } from '../session/stored-alignment.ts';
import { keepsDynamicReturns } from '../session/stored-dynamic-returns.ts';
import { SurveySession, warnedSource } from '../session/survey-session.ts';
import { enterFiles, reportTrail } from './audited-files.ts';
import { toldFailures } from './failed-outputs.ts';

/** Scans from which threads are started before there is work for them, during the alignment. */
const LEAST_SCANS = 150;

/** Session of a project to survey. */
export interface ProjectSurvey {
  readonly project: Project;
  readonly session: Session;
  readonly request: AnsweredQuestion;
  readonly options?: SurveyOptions;
  /** Left out: those of `socavon run`. */
  readonly files?: FileChoice;
  readonly folder: ExportFolder;
  /** False: a preview, of which nothing is stored in the project; left out: true. */
  readonly keepsProducts?: boolean;
}

/**
 * Surveys one session of a project: every pose and every product is stored in the project at once. With the same
 * options it resumes where it stopped and computes nothing twice. Another engine, or another adapter, is another
 * alignment: every pose of a run was computed by the engine that the report names.
 *
 * @throws what `survey` throws; the project then contains all finished results
 */
export async function runSurvey(
  {
    engine = CPU_SCAN_ENGINE,
    begun = null,
    calibrates = false,
    ...request
  }: ProjectSurvey & {
    readonly engine?: ScanEngine;
    /** Alignment begun during the import with the same options; null: none. */
    readonly begun?: AlignmentOfImport | null;
    /** True if the sensor is calibrated by these scans; otherwise the stored calibration applies, if there is one. */
    readonly calibrates?: boolean;
  },
  context: StageContext,
): Promise<Survey> {
  const { project, session, options = SURVEY_DEFAULTS } = request;
  const alignment = new StoredAlignment(project, session, engine.identity, options.odometry);
  const { run } = alignment;
  const align = { engine, edits: alignment.edits.made, resume: alignment.resumable(), store: alignment };
  const isBegun = engine.identity.kind === 'cpu' && alignment.next === 0;
  const refine = questionOf(project, session.id);
  const threads = begun?.threads ?? new ScansThreads();
  if (threadsToUse() > 1 && session.scanCount >= LEAST_SCANS) threads.start();
  try {
    const cache = projectStageCache(project, session, run);
    const calibrate = { earlier: earlierCalibration(project, session), distance: null };
    const poses: PoseTask = { align, refine, ...(calibrates && { calibrate }) };
    const stages = concurrentStages({ ...request, threads, begun: isBegun ? (begun?.begun ?? null) : null });
    const done = await survey(scanTask(request, run), poses, cache, context, stages);
    return await entered(project, session, request.folder, done, context);
  } catch (error) {
    const isCancelled = error instanceof CancelledError;
    if (isCancelled && alignment.next < session.scanCount) project.runs.setState(run.id, 'cancelled');
    throw error;
  } finally {
    await threads.end();
  }
}

/**
 * Measures and publishes a fully aligned session with its current poses.
 *
 * @throws what `surveyPlaced` throws
 */
export async function runPlacedSurvey(
  survey: ProjectSurvey & {
    readonly run: AlignmentRun;
    readonly pair: EpochPair | null;
  },
  context: StageContext,
): Promise<Survey> {
  const { project, session, run, request, pair, keepsProducts = true } = survey;
  const surveyed = new SurveySession(project, session, run, request.T_grid_first);
  const { cache, placed } = surveyed;
  const threads = new ScansThreads();
  const stages = concurrentStages({ ...survey, threads, begun: null });
  try {
    const done =
      session.cloud === null
        ? await surveyPlaced({ ...scanTask(survey, run), pair }, placed, cache, context, stages)
        : await surveyCloud(taskOf(survey, run, pair), surveyed.map(null, context.cancel), cache, context);
    return keepsProducts ? await entered(project, session, survey.folder, done, context) : done;
  } finally {
    await threads.end();
  }
}

/** Task of a session of scans. */
function scanTask(survey: ProjectSurvey, run: AlignmentRun): SurveyTask {
  const { project, session } = survey;
  return {
    ...taskOf(survey, run, null),
    store: project.scanStore(session),
    keepsDynamic: keepsDynamicReturns(project, session.id),
  };
}

function taskOf(
  {
    project,
    session,
    request,
    options = SURVEY_DEFAULTS,
    folder,
    keepsProducts = true,
    files: choice = FILE_CHOICE_DEFAULTS,
  }: ProjectSurvey,
  run: AlignmentRun,
  pair: EpochPair | null,
): MapTask {
  return {
    request,
    options,
    pair,
    source: {
      captureHash: run.inputHash,
      engine: run.engine,
      edits: project.edits.of(run.id).made,
      ...warnedSource(project, session),
      cloud: session.cloud,
      project: {
        name: project.identity.name,
        heading: project.headings.get(session.id),
        surveyedAt: null,
        reportedAt: new Date(),
        logo: storedLogo(project),
      },
      captures: project.captures
        .of(session.id)
        .map(({ name, sha256, sizeBytes }) => ({ name, sha256, bytes: sizeBytes })),
      session: { scans: session.scanCount, durationSeconds: captureSeconds(session.health) ?? 0 },
      sensor: session.sensor,
    },
    output: {
      folder,
      choice,
      print: async (document, form) => {
        // Loaded on demand: slow to load, and most requests print nothing.
        if (form === 'docx') {
          const { wordReport } = await import('../print/word-report.ts');
          return wordReport(document, choice.paper);
        }
        const { printReport } = await import('../print/print-report.ts');
        return printReport(document, choice.paper);
      },
      loadTableFiles: async () => {
        const { TABLE_FILES } = await import('../../files/table-files.ts');
        return TABLE_FILES;
      },
      ...(keepsProducts && { keep: (results) => keepProducts(project, session, results) }),
      hash: contentHash,
      softwareVersion: SOFTWARE_VERSION,
      trail: () => reportTrail(project),
    },
  };
}

/** Enters the files of a survey into the audit trail. @returns the survey, its failures as a person is told of them */
async function entered(
  project: Project,
  { id }: Session,
  { path: folder }: ExportFolder,
  done: Survey,
  context: StageContext,
): Promise<Survey> {
  const outputs = new Outputs();
  await enterFiles(project, id, { folder, names: done.everyFile }, context, outputs.attempt);
  return { ...done, failed: toldFailures([...done.failed, ...outputs.failed]) };
}

/** Stores products, except those identical to their newest version. */
function keepProducts(project: Project, { id: sessionId }: Session, { products, volume }: KeptResults): void {
  project.transaction(() => {
    for (const { text, ...product } of products) {
      const isNew = project.products.keep({ ...product, sessionId, payload: new TextEncoder().encode(text) });
      if (isNew && product.kind === 'volume') enterVolume(project, sessionId, volume);
    }
  });
}

/** Notes the figures of a new volume beside its hash. */
function enterVolume(project: Project, session: number, volume: Survey['volume']): void {
  const { chainageFrom, chainageTo, length, lengthPlusMinus, perMetre, statedFirst } = volume;
  const figures = { chainageFrom, chainageTo, length, lengthPlusMinus, volume: volume.volume, perMetre };
  project.audit.add({ action: 'result', session, subject: { figures: { ...figures, statedFirst } } });
}
