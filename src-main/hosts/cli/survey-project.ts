import { resolve } from 'node:path';
import { message } from '../../../src-core/messages/message.ts';
import type { StageContext } from '../../../src-core/model/context.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';
import type { Rigid } from '../../../src-core/model/rigid.ts';
import type { FileChoice } from '../../../src-core/model/survey-content.ts';
import type { ReportLanguage } from '../../../src-core/report/texts/texts.ts';
import type { Survey } from '../../../src-core/survey/survey.ts';
import { exportFolder } from '../../files/export-folder.ts';
import { MemoryFolder } from '../../files/memory-folder.ts';
import { openOutputFolder } from '../../files/output-folder.ts';
import { surveyRequestOf } from '../../jobs/session/survey-inputs.ts';
import { surveyAligned } from '../../jobs/survey/survey-files.ts';
import { Project } from '../../project/project.ts';
import { chosenSession } from './chosen-session.ts';
import { measureFromOptions, transformToWire } from './measure-from-options.ts';
import type { MeasureCommandOptions } from './measure-options.ts';
import { withWritableProject } from './writable-project.ts';

export interface ProjectCommandOptions extends MeasureCommandOptions {
  readonly session?: number;
  /** Session of the earlier survey to compare with. */
  readonly earlier?: number;
  /** Pose of its first scan in the mine grid. */
  readonly earlierPose?: Rigid;
  readonly json?: boolean;
}

/** Outputs of a command and their folder; `out` null: nothing is written. */
interface OutputSelection {
  readonly files: FileChoice;
  readonly out: string | null;
  readonly language: ReportLanguage;
  /** Called with the open project before anything is computed. */
  readonly prepare?: (project: Project, sessionId: number) => void;
}

interface SurveyedProject {
  readonly project: string;
  readonly session: number;
  readonly out: string | null;
  readonly survey: Survey;
}

/**
 * Surveys an aligned session of a project with the stages of `socavon run`: the numbers are the same, and the
 * results are stored.
 *
 * @throws SocavonError of the project, 'usage', 'not-aligned', and what `surveyAligned` throws; CancelledError
 */
export async function surveyProject(
  file: string,
  options: ProjectCommandOptions,
  selection: OutputSelection,
  context: StageContext,
): Promise<SurveyedProject> {
  const surveyed = await withWritableProject(file, context, (path) =>
    surveyWritable(path, options, selection, context),
  );
  return { ...surveyed, project: resolve(file) };
}

async function surveyWritable(
  path: string,
  options: ProjectCommandOptions,
  { files, out, language, prepare }: OutputSelection,
  context: StageContext,
): Promise<SurveyedProject> {
  const project = Project.open(path);
  try {
    const session = chosenSession(project, options.session, '--session');
    const { earlier, earlierPose } = options;
    if (earlier === undefined && earlierPose !== undefined)
      throw new SocavonError('usage', message('earlier-pose-alone'));
    const of = {
      sessionId: session,
      earlierId: earlier === undefined ? null : chosenSession(project, earlier, '--earlier'),
      T_grid_earlier: transformToWire(earlierPose),
    };
    const question = await measureFromOptions(options, context, of);
    const request = await surveyRequestOf(question, language, context);
    prepare?.(project, session);
    const survey = { project, asked: question, request, files, keepsProducts: true };
    const done = { project: project.path, session };
    if (out === null) {
      const measured = await surveyAligned({ ...survey, folder: new MemoryFolder() }, context);
      project.refuseGone();
      return { ...done, out, survey: measured };
    }
    const folder = await openOutputFolder(resolve(out));
    try {
      const into = { ...survey, folder: exportFolder(folder.path) };
      const measured = await surveyAligned(into, context);
      project.refuseGone();
      return { ...done, out: folder.path, survey: measured };
    } finally {
      await folder.removeUnused();
    }
  } finally {
    project.close();
  }
}
