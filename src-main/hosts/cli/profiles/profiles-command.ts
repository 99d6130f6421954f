import type { StageContext } from '../../../../src-core/model/context.ts';
import { type FormatOf, fileChoice } from '../../../../src-core/model/survey-content.ts';
import type { ReportLanguage } from '../../../../src-core/report/texts/texts.ts';
import { type ProjectCommandOptions, surveyProject } from '../survey-project.ts';
import type { CommandResult } from '../with-command.ts';
import { say, warningLine } from '../words.ts';

export interface ProfilesCommandOptions extends ProjectCommandOptions {
  readonly out: string;
  readonly format: readonly FormatOf<'profiles' | 'drawings'>[];
  readonly language: ReportLanguage;
}

/**
 * `socavon profiles`: writes the sections of a survey in each requested format.
 *
 * @throws what `surveyProject` throws
 */
export async function profiles(
  file: string,
  options: ProfilesCommandOptions,
  context: StageContext,
): Promise<CommandResult> {
  const drawings = options.format.filter((format) => format !== 'csv');
  const files = fileChoice(
    [
      ...(options.format.includes('csv') ? (['profiles'] as const) : []),
      ...(drawings.length > 0 ? (['drawings'] as const) : []),
    ],
    { drawings },
  );
  const wanted = { files, out: options.out, language: options.language };
  const { project, session, out, survey } = await surveyProject(file, options, wanted, context);
  const { openStations } = survey.measures;
  const sections = survey.volume.profiles;
  const { warnings } = survey.volume;
  return {
    data: { project, session, out, profiles: sections, openStations, files: survey.files, warnings },
    text: [
      say('profiles-line', {
        count: sections.length,
        from: sections[0].chainage.toFixed(2),
        to: sections.at(-1)!.chainage.toFixed(2),
      }),
      ...survey.warnings.map(warningLine),
      `${out}: ${survey.files.join(', ')}`,
    ].join('\n'),
    failures: survey.failed,
  };
}
