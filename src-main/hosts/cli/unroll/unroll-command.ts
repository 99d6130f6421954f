import type { StageContext } from '../../../../src-core/model/context.ts';
import { surveyProject } from '../survey-project.ts';
import type { UnrollCommandOptions } from '../unroll.ts';
import type { CommandResult } from '../with-command.ts';

/**
 * `socavon unroll`: the flat maps of the wall that a report shows, as files.
 *
 * @throws what `surveyProject` throws
 */
export async function unroll(
  file: string,
  options: UnrollCommandOptions,
  context: StageContext,
): Promise<CommandResult> {
  const wanted = { contents: ['unrolled'], out: options.out, language: 'en' } as const;
  const { project, session, out, survey } = await surveyProject(file, options, wanted, context);
  const { chainageFrom, chainageTo, warnings } = survey.volume;
  const layers = survey.files.flatMap((name) => /^unrolled-(.*)\.tif$/.exec(name)?.[1] ?? []);
  return {
    data: { project, session, out, chainageFrom, chainageTo, layers, files: survey.files, warnings },
    text: [
      `The wall from chainage ${chainageFrom.toFixed(2)} to ${chainageTo.toFixed(2)} m laid out flat: ${layers.join(', ')}`,
      ...warnings.map(({ message }) => `WARNING: ${message}`),
      `${out}: ${survey.files.join(', ')}`,
    ].join('\n'),
  };
}
