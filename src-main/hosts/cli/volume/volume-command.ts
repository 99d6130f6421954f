import type { StageContext } from '../../../../src-core/model/context.ts';
import { fileChoice } from '../../../../src-core/model/survey-content.ts';
import type { Survey } from '../../../../src-core/survey/survey.ts';
import { floorText } from '../floor-text.ts';
import { objectLines } from '../object-lines.ts';
import { type ProjectCommandOptions, surveyProject } from '../survey-project.ts';
import { volumeHeadline } from '../volume-headline.ts';
import type { CommandResult } from '../with-command.ts';
import { say, warningLine } from '../words.ts';

export interface VolumeCommandOptions extends ProjectCommandOptions {
  readonly out?: string;
}

/**
 * `socavon volume`: prints the numbers of `volume.json`, the same as of `socavon run`.
 *
 * @throws what `surveyProject` throws
 */
export async function volume(
  file: string,
  options: VolumeCommandOptions,
  context: StageContext,
): Promise<CommandResult> {
  const wanted = { files: fileChoice(['volume']), out: options.out ?? null, language: 'en' as const };
  const { project, session, out, survey } = await surveyProject(file, options, wanted, context);
  return {
    data: { project, session, out, ...survey.volume },
    text: volumeText(survey),
    failures: survey.failed,
  };
}

/** Text lines of a volume. */
function volumeText({ volume: json, warnings }: Pick<Survey, 'volume' | 'warnings'>): string {
  const { drive, methods, recesses, breaks, tonnage } = json;
  const cubic = (value: number): string => value.toFixed(2);
  const stated = (value: number, half?: number): string =>
    half === undefined ? cubic(value) : `${cubic(value)} ± ${cubic(half)}`;
  return [
    volumeHeadline(json),
    ...(recesses.length === 0
      ? [`  ${say('recess-none')}`]
      : [
          `  ${say('recess-count', { count: recesses.length, volume: cubic(drive.value), plusMinus: cubic(drive.plusMinus) })}`,
        ]),
    ...objectLines(json),
    `  ${say('methods-line', { endArea: cubic(methods.endArea), prismoidal: cubic(methods.prismoidal), solid: cubic(methods.solid) })}`,
    ...(breaks === undefined
      ? []
      : [
          `  ${say('breaks-line', { design: cubic(breaks.design), over: stated(breaks.overbreak, breaks.plusMinus?.overbreak), under: stated(breaks.underbreak, breaks.plusMinus?.underbreak) })}`,
        ]),
    ...(tonnage === undefined
      ? []
      : [
          `  ${say('tonnes-line', { tonnes: tonnage.volume.tonnes.toFixed(1), plusMinus: tonnage.volume.plusMinus.toFixed(1), loose: cubic(tonnage.volume.loose) })}`,
        ]),
    ...floorText(json),
    ...warnings.map(warningLine),
  ].join('\n');
}
