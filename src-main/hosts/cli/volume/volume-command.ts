import type { StageContext } from '../../../../src-core/model/context.ts';
import type { VolumeJson } from '../../../../src-core/report/volume-json.ts';
import { floorText } from '../floor-text.ts';
import { surveyProject } from '../survey-project.ts';
import type { VolumeCommandOptions } from '../volume.ts';
import type { CommandResult } from '../with-command.ts';

/**
 * `socavon volume`: the numbers of `volume.json`, which are those of `socavon run`.
 *
 * @throws what `surveyProject` throws
 */
export async function volume(
  file: string,
  options: VolumeCommandOptions,
  context: StageContext,
): Promise<CommandResult> {
  const wanted = { contents: ['volume'], out: options.out ?? null, language: 'en' } as const;
  const { project, session, out, survey } = await surveyProject(file, options, wanted, context);
  return {
    data: { project, session, out, ...survey.volume },
    text: volumeText(survey.volume),
  };
}

/** Lines for the person. */
export function volumeText(json: VolumeJson): string {
  const { volume, drive, methods, recesses, breaks, tonnage, warnings } = json;
  const range = `from chainage ${json.chainageFrom.toFixed(2)} to ${json.chainageTo.toFixed(2)} m`;
  const cubic = (value: number): string => value.toFixed(2);
  const stated = (value: number, half?: number): string =>
    half === undefined ? cubic(value) : `${cubic(value)} ± ${cubic(half)}`;
  return [
    `Volume ${cubic(volume.value)} ± ${cubic(volume.plusMinus)} m³ (${100 * volume.confidence} %) ${range}, ${(100 * json.measuredShare).toFixed(1)} % of the wall measured`,
    ...(recesses.length === 0
      ? ['  no niche and no cross-cut in it']
      : [
          `  without its ${recesses.length} niches and cross-cuts ${cubic(drive.value)} ± ${cubic(drive.plusMinus)} m³`,
        ]),
    `  end area ${cubic(methods.endArea)}, prismoidal ${cubic(methods.prismoidal)}, closed solid ${cubic(methods.solid)} m³`,
    ...(breaks === undefined
      ? []
      : [
          `  design ${cubic(breaks.design)}, overbreak ${stated(breaks.overbreak, breaks.plusMinus?.overbreak)}, underbreak ${stated(breaks.underbreak, breaks.plusMinus?.underbreak)} m³`,
        ]),
    ...(tonnage === undefined
      ? []
      : [
          `  ${tonnage.volume.tonnes.toFixed(1)} ± ${tonnage.volume.plusMinus.toFixed(1)} t, loose ${cubic(tonnage.volume.loose)} m³`,
        ]),
    ...floorText(json),
    ...warnings.map(({ message }) => `WARNING: ${message}`),
  ].join('\n');
}
