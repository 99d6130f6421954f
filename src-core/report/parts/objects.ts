import type { DriveObject } from '../../model/drive-object.ts';
import { note, numberColumn, part, type ReportPart, table, textColumn } from '../document.ts';
import type { ReportInput } from '../report-input.ts';
import { chainageText, fill, fixed } from '../texts/format.ts';
import type { Texts } from '../texts/texts.ts';

/** Objects beyond which the table may break across pages. */
const MOST_TOGETHER = 20;

/**
 * Section of what stands in the drive, lies on its floor or covers its wall: class, chainages, area, the void that it takes
 * and whether the volume contains that; null if nothing was found.
 */
export function objectsPart({ volume }: ReportInput, texts: Texts): ReportPart | null {
  const { objects } = volume;
  if (objects.length === 0) return null;
  const columns = [
    textColumn(texts['objects.name']),
    textColumn(texts['objects.class']),
    textColumn(texts['objects.between']),
    numberColumn(texts['objects.area'], 'm²'),
    numberColumn(texts['objects.volume'], 'm³'),
    numberColumn('±', 'm³'),
    textColumn(texts['objects.treatment']),
  ];
  const rows = objects.map((object) => [
    object.name,
    texts[`objects.${object.class}`],
    `${chainageText(object.from, 1)} … ${chainageText(object.to, 1)}`,
    fixed(object.area, 1),
    fixed(object.volume.value, 2),
    fixed(object.volume.plusMinus, 2),
    texts[`objects.${object.treatment}`],
  ]);
  const worth = (treatment: DriveObject['treatment']): string =>
    fixed(
      objects
        .filter((object) => object.treatment === treatment)
        .reduce((sum, object) => sum + object.volume.value, 0),
      2,
    );
  const words = fill(texts['objects.note'], { out: worth('left-out'), kept: worth('kept') });
  return part(texts['objects.title'], [table(columns, rows), note(words)], objects.length <= MOST_TOGETHER);
}
