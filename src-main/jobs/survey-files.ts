import type { SurveyContent } from '../../src-core/contract/survey-requests.ts';
import type { ExportFolder } from '../../src-core/io/export-map.ts';
import { CPU_SCAN_ENGINE } from '../../src-core/mapping/cpu-scan-aligner.ts';
import type { ScanEngine } from '../../src-core/mapping/scan-aligner.ts';
import type { StageContext } from '../../src-core/model/context.ts';
import type { DrawingFormat } from '../../src-core/report/drawing/export-drawings.ts';
import { REPORT_FILES_DEFAULTS, type ReportFiles } from '../../src-core/report/report-forms.ts';
import type { ReportLanguage } from '../../src-core/report/texts.ts';
import type { Survey } from '../../src-core/survey/survey.ts';
import type { SurveyOptions, SurveyRequest } from '../../src-core/survey/survey-request.ts';
import { exportFolder } from '../files/export-folder.ts';
import { MemoryFolder } from '../files/memory-folder.ts';
import { openOutputFolder } from '../files/output-folder.ts';
import type { AlignmentRun } from '../project/alignment-runs.ts';
import { Project } from '../project/project.ts';
import { alignedSession } from './aligned-session.ts';
import { type AskedSurvey, optionsOf, requestOf, rigidOfWire } from './asked-survey.ts';
import { earlierSurvey } from './earlier-survey.ts';
import { runSurvey, type SurveyScope, WHOLE_SURVEY } from './survey-job.ts';

export interface SurveyFilesQuestion {
  /** File of the project. */
  readonly project: string;
  readonly asked: AskedSurvey;
  readonly language: ReportLanguage;
}

export interface WriteSurveyQuestion extends SurveyFilesQuestion {
  readonly folder: string;
  readonly contents: readonly SurveyContent[];
  /** Left out: as `socavon run` writes them. */
  readonly report?: ReportFiles;
  readonly drawings?: readonly DrawingFormat[];
}

/** The session that is surveyed, the one that it may be compared with, and where their first scans stand. */
export type SurveyedSessions = Pick<
  AskedSurvey,
  'sessionId' | 'earlierId' | 'T_grid_earlier' | 'T_grid_first'
>;

/**
 * The report as `writeSurvey` would write it; nothing is kept.
 *
 * @throws what `runSurvey` throws; SocavonError 'not-aligned'
 */
export async function previewReport(
  question: SurveyFilesQuestion,
  context: StageContext,
): Promise<{ html: string }> {
  const folder = new MemoryFolder();
  await surveyInto(
    folder,
    {
      ...WHOLE_SURVEY,
      contents: new Set(['report'] as const),
      keepsProducts: false,
      refines: false,
      report: { ...REPORT_FILES_DEFAULTS, forms: ['html'] },
    },
    question,
    context,
  );
  return { html: folder.text('report.html') };
}

/**
 * Writes files of a survey, each the same as `socavon run` writes it.
 *
 * @throws what `runSurvey` throws; SocavonError 'not-aligned', 'file-unwritable', 'disk-full'
 */
export async function writeSurvey(
  {
    folder,
    contents,
    report = REPORT_FILES_DEFAULTS,
    drawings = WHOLE_SURVEY.drawings,
    ...question
  }: WriteSurveyQuestion,
  context: StageContext,
): Promise<{ folder: string; files: string[] }> {
  const out = await openOutputFolder(folder);
  try {
    const scope = { ...WHOLE_SURVEY, contents: new Set(contents), refines: false, report, drawings };
    const { files } = await surveyInto(exportFolder(out.path), scope, question, context);
    return { folder: out.path, files: [...files] };
  } finally {
    await out.removeUnused();
  }
}

async function surveyInto(
  folder: ExportFolder,
  scope: SurveyScope,
  { project: file, asked, language }: SurveyFilesQuestion,
  context: StageContext,
): Promise<Survey> {
  const request = await requestOf(asked, language, context);
  const options = optionsOf(asked);
  const project = Project.open(file);
  try {
    return await surveyAligned(project, asked, { request, options }, folder, context, scope);
  } finally {
    project.close();
  }
}

/**
 * Surveys a session that is aligned to the end.
 *
 * @throws SocavonError 'usage' where there is no such session, 'not-aligned'; what `runSurvey` throws
 */
export async function surveyAligned(
  project: Project,
  { sessionId, earlierId, T_grid_earlier, T_grid_first }: SurveyedSessions,
  { request, options }: { readonly request: SurveyRequest; readonly options: SurveyOptions },
  folder: ExportFolder,
  context: StageContext,
  scope: SurveyScope,
): Promise<Survey> {
  const { session, run } = alignedSession({ project, sessionId });
  const compare =
    earlierId === null
      ? null
      : earlierSurvey(
          project,
          {
            earlierId,
            laterId: sessionId,
            T_grid_earlier: rigidOfWire(T_grid_earlier),
            T_grid_later: rigidOfWire(T_grid_first),
          },
          request,
          options,
        );
  return runSurvey(project, session, request, options, folder, context, engineOf(run), { ...scope, compare });
}

/** The engine by whose name the poses of a whole run are found; nothing is left for it to align. */
function engineOf({ engine }: AlignmentRun): ScanEngine {
  const adapter = /^gpu: (.*)$/s.exec(engine)?.[1];
  return adapter === undefined ? CPU_SCAN_ENGINE : { ...CPU_SCAN_ENGINE, name: 'gpu', adapter };
}
