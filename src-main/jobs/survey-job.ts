import type { SurveyContent } from '../../src-core/contract/survey-requests.ts';
import type { ExportFolder } from '../../src-core/io/export-map.ts';
import { CPU_SCAN_ENGINE } from '../../src-core/mapping/cpu-scan-aligner.ts';
import type { ScanEngine } from '../../src-core/mapping/scan-aligner.ts';
import { captureSeconds } from '../../src-core/model/capture-seconds.ts';
import type { StageContext } from '../../src-core/model/context.ts';
import { CancelledError } from '../../src-core/model/errors.ts';
import type { Warning } from '../../src-core/model/sentences.ts';
import {
  type DrawingFormat,
  EXPORT_DRAWINGS_DEFAULTS,
} from '../../src-core/report/drawing/export-drawings.ts';
import { REPORT_FILES_DEFAULTS, type ReportFiles } from '../../src-core/report/report-forms.ts';
import type { SurveyProduct } from '../../src-core/survey/publish/survey-products.ts';
import { type Survey, type SurveyHost, surveyDrive } from '../../src-core/survey/survey.ts';
import type { SurveyOptions, SurveyRequest } from '../../src-core/survey/survey-request.ts';
import { contentHash } from '../project/canonical-json.ts';
import type { Project } from '../project/project.ts';
import type { Session } from '../project/sessions.ts';
import { SOFTWARE_VERSION } from '../project/software-version.ts';
import { KeptAlignment } from './kept-alignment.ts';
import { movedLeftOut } from './kept-moved.ts';
import { keptRefinement, refinementThatHolds } from './kept-refinement.ts';
import { questionOf } from './refine-question.ts';

/** Which part of a survey is wanted. */
export interface SurveyScope {
  /** Files that are written; null: all. */
  readonly contents: ReadonlySet<SurveyContent> | null;
  /** False for a look at what would come: the project keeps the poses and nothing else of it. */
  readonly keepsProducts: boolean;
  /** True: the poses are refined as the project asks; false: as they were last, or not at all. */
  readonly refines: boolean;
  readonly report: ReportFiles;
  /** Formats of the drawings, where they are among the files. */
  readonly drawings: readonly DrawingFormat[];
  /** Compares an earlier survey of the working with this one; null: none. */
  readonly compare: SurveyHost['compare'];
}

export const WHOLE_SURVEY: SurveyScope = {
  contents: null,
  keepsProducts: true,
  refines: true,
  report: REPORT_FILES_DEFAULTS,
  drawings: EXPORT_DRAWINGS_DEFAULTS.formats,
  compare: null,
};

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
  { contents, keepsProducts, refines, report, drawings, compare }: SurveyScope = WHOLE_SURVEY,
): Promise<Survey> {
  const captures = project.captures.of(session.id);
  const alignment = new KeptAlignment(project, session, engine, options.odometry);
  const host: SurveyHost = {
    folder,
    contents,
    reportForms: report.forms,
    drawings,
    compare,
    print: async (document) => {
      // Takes a while to load, and most of what a person does prints nothing.
      const { printReport } = await import('../pdf/print-report.ts');
      return printReport(document, report.paper);
    },
    engine,
    poses: alignment,
    soFar: alignment.soFar(),
    edits: alignment.edits.made,
    refine: async (_, ofStage) => {
      const { run } = alignment;
      if (!refines) return refinementThatHolds(project, run);
      const asked = questionOf(project, session.id);
      return { asked, value: await keptRefinement(project, session, run, asked, ofStage) };
    },
    moved: (trajectory, ofStage) => movedLeftOut(project, session, trajectory, ofStage),
    captureHash: alignment.run.inputHash,
    hash: contentHash,
    warnings: captureWarnings(session),
    keep: (product) => {
      if (keepsProducts) keepProduct(project, session, product);
    },
    about: {
      project: {
        name: project.identity.name,
        heading: project.headings.get(session.id),
        surveyedAt: null,
        reportedAt: new Date(),
      },
      captures: captures.map(({ name, sha256, sizeBytes }) => ({ name, sha256, bytes: sizeBytes })),
      session: { scans: session.scanCount, durationSeconds: captureSeconds(session.health) ?? 0 },
      sensor: session.sensor,
    },
    softwareVersion: SOFTWARE_VERSION,
  };
  try {
    return await surveyDrive(project.scanStore(session), request, options, host, context);
  } catch (error) {
    const isCancelled = error instanceof CancelledError;
    if (isCancelled && alignment.next < session.scanCount)
      project.runs.setState(alignment.run.id, 'cancelled');
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
export function captureWarnings({ health, sensor, metadata }: Session): Warning[] {
  const damage = health.warnings.map((remark): Warning => ({ code: 'capture', ...remark }));
  if (metadata !== null) return damage;
  return [...sensor.assumptions.map((remark): Warning => ({ code: 'sensor-nominal', ...remark })), ...damage];
}
