import type { SurveyContent } from '../../src-core/contract/survey-requests.ts';
import type { ExportFolder } from '../../src-core/io/export-map.ts';
import { CPU_SCAN_ENGINE } from '../../src-core/mapping/cpu-scan-aligner.ts';
import type { ScanEngine } from '../../src-core/mapping/scan-aligner.ts';
import type { StageContext } from '../../src-core/model/context.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { sentence } from '../../src-core/model/sentences.ts';
import type { Survey } from '../../src-core/pipeline/survey.ts';
import { REPORT_FILES_DEFAULTS } from '../../src-core/report/report-forms.ts';
import type { ReportLanguage } from '../../src-core/report/texts.ts';
import { exportFolder } from '../files/export-folder.ts';
import { MemoryFolder } from '../files/memory-folder.ts';
import { openOutputFolder } from '../files/output-folder.ts';
import type { AlignmentRun } from '../project/alignment-runs.ts';
import { Project } from '../project/project.ts';
import { type AskedSurvey, optionsOf, requestOf } from './asked-survey.ts';
import { isWhole, runBegun } from './begun-alignment.ts';
import { runSurvey, type SurveyScope, WHOLE_SURVEY } from './survey-job.ts';

export interface SurveyFilesQuestion {
  /** File of the project. */
  readonly project: string;
  readonly asked: AskedSurvey;
  readonly language: ReportLanguage;
}

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
    ...question
  }: SurveyFilesQuestion & { readonly folder: string; readonly contents: readonly SurveyContent[] },
  context: StageContext,
): Promise<{ folder: string; files: string[] }> {
  const out = await openOutputFolder(folder);
  try {
    const scope = { ...WHOLE_SURVEY, contents: new Set(contents), refines: false };
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
  const request = await requestOf(asked, language);
  const options = optionsOf(asked);
  const project = Project.open(file);
  try {
    const session = project.sessions.get(asked.sessionId)!;
    const run = runBegun(project, session, options.odometry);
    if (run === null || !isWhole(project, session, run))
      throw new SocavonError(
        'not-aligned',
        'The scans of this session are not all aligned yet; align them to the end first.',
        { sentence: sentence('scans-not-aligned', {}) },
      );
    return await runSurvey(project, session, request, options, folder, context, engineOf(run), scope);
  } finally {
    project.close();
  }
}

/** The engine by whose name the poses of a whole run are found; nothing is left for it to align. */
function engineOf({ engine }: AlignmentRun): ScanEngine {
  const adapter = /^gpu: (.*)$/s.exec(engine)?.[1];
  return adapter === undefined ? CPU_SCAN_ENGINE : { ...CPU_SCAN_ENGINE, name: 'gpu', adapter };
}
