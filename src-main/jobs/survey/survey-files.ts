import type { StageContext } from '../../../src-core/model/context.ts';
import { errorOf, type FailedOutput } from '../../../src-core/model/outputs.ts';
import { type FileChoice, fileChoice } from '../../../src-core/model/survey-content.ts';
import type { ReportLanguage } from '../../../src-core/report/texts/texts.ts';
import type { EpochPair } from '../../../src-core/survey/compare.ts';
import type { Survey } from '../../../src-core/survey/survey.ts';
import { exportFolder } from '../../files/export-folder.ts';
import { MemoryFolder } from '../../files/memory-folder.ts';
import { openOutputFolder } from '../../files/output-folder.ts';
import { Project } from '../../project/project.ts';
import { alignedSession } from '../session/aligned-session.ts';
import { rigidFromWire, type SurveyInputs, surveyRequestOf } from '../session/survey-inputs.ts';
import { epochPair, requireDistinct } from './epoch-side.ts';
import { type ProjectSurvey, runPlacedSurvey } from './survey-job.ts';

interface SurveyFilesQuestion {
  /** Path of the project file. */
  readonly project: string;
  readonly asked: SurveyInputs;
  readonly language: ReportLanguage;
}

interface WriteSurveyQuestion extends SurveyFilesQuestion {
  readonly folder: string;
  readonly files: FileChoice;
}

/** Session to survey, optional earlier session to compare with, and the poses of their first scans. */
type SurveyedSessions = Pick<SurveyInputs, 'sessionId' | 'earlierId' | 'T_grid_earlier' | 'T_grid_first'>;

/**
 * Renders the report as `writeSurvey` would write it; nothing is persisted.
 *
 * @throws what `surveyAligned` throws
 */
export async function previewReport(
  question: SurveyFilesQuestion,
  context: StageContext,
): Promise<{ html: string }> {
  const folder = new MemoryFolder();
  const files = fileChoice(['report'], { report: ['html'] });
  const { failed } = await surveyInto({ folder, files, keepsProducts: false }, question, context);
  if (failed.length > 0) throw errorOf(failed[0]);
  return { html: folder.text('report.html') };
}

/**
 * Writes files of a survey, each identical to that of `socavon run`. One that cannot be written costs itself only.
 *
 * @throws what `surveyAligned` throws; SocavonError 'file-unwritable', 'disk-full' of the folder
 */
export async function writeSurvey(
  { folder, files, ...question }: WriteSurveyQuestion,
  context: StageContext,
): Promise<{ folder: string; files: string[]; failed: FailedOutput[] }> {
  const out = await openOutputFolder(folder);
  try {
    const into = { files, folder: exportFolder(out.path), keepsProducts: true };
    const done = await surveyInto(into, question, context);
    return { folder: out.path, files: done.files, failed: done.failed };
  } finally {
    await out.removeUnused();
  }
}

async function surveyInto(
  into: Pick<ProjectSurvey, 'files' | 'folder' | 'keepsProducts'> & { readonly keepsProducts: boolean },
  { project: file, asked, language }: SurveyFilesQuestion,
  context: StageContext,
): Promise<Survey> {
  const request = await surveyRequestOf(asked, language, context);
  const project = Project.open(file);
  try {
    return await surveyAligned({ ...into, project, asked, request }, context);
  } finally {
    project.close();
  }
}

/**
 * Surveys a fully aligned session.
 *
 * @throws SocavonError 'usage' if there is no such session, or it is compared with itself; 'not-aligned'; what
 *   `runPlacedSurvey` throws
 */
export async function surveyAligned(
  {
    asked,
    ...survey
  }: Omit<ProjectSurvey, 'session'> & { readonly asked: SurveyedSessions; readonly keepsProducts: boolean },
  context: StageContext,
): Promise<Survey> {
  const { project } = survey;
  const { session, run } = alignedSession({ project, sessionId: asked.sessionId });
  const pair = await pairOf(project, asked, context);
  return runPlacedSurvey({ ...survey, session, run, pair }, context);
}

function pairOf(
  project: Project,
  { sessionId, earlierId, T_grid_earlier, T_grid_first }: SurveyedSessions,
  context: StageContext,
): Promise<EpochPair> | null {
  if (earlierId === null) return null;
  requireDistinct(earlierId, sessionId);
  const earlier = { project, sessionId: earlierId, T_grid_first: rigidFromWire(T_grid_earlier) };
  const later = { project, sessionId, T_grid_first: rigidFromWire(T_grid_first) };
  return epochPair({ earlier, later }, context);
}
