import type { StageContext } from '../../../../src-core/model/context.ts';
import { fileChoice } from '../../../../src-core/model/survey-content.ts';
import { type ProjectCommandOptions, surveyProject } from '../survey-project.ts';
import type { CommandResult } from '../with-command.ts';
import { say, warningLine } from '../words.ts';

export interface UnrollCommandOptions extends ProjectCommandOptions {
  readonly out: string;
}

/**
 * `socavon unroll`: writes the maps of the unrolled wall from the report as files.
 *
 * @throws what `surveyProject` throws
 */
export async function unroll(
  file: string,
  options: UnrollCommandOptions,
  context: StageContext,
): Promise<CommandResult> {
  const wanted = { files: fileChoice(['unrolled']), out: options.out, language: 'en' as const };
  const { project, session, out, survey } = await surveyProject(file, options, wanted, context);
  const { chainageFrom, chainageTo, warnings } = survey.volume;
  const layers = survey.files.flatMap((name) => /^unrolled-(.*)\.tif$/.exec(name)?.[1] ?? []);
  return {
    data: { project, session, out, chainageFrom, chainageTo, layers, files: survey.files, warnings },
    text: [
      say('unroll-line', {
        from: chainageFrom.toFixed(2),
        to: chainageTo.toFixed(2),
        layers: layers.join(', '),
      }),
      ...survey.warnings.map(warningLine),
      `${out}: ${survey.files.join(', ')}`,
    ].join('\n'),
    failures: survey.failed,
  };
}
