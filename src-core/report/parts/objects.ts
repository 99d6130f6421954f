import {
  type DriveObject,
  OBJECT_CLASSES,
  partWithin,
  treatmentShown,
  volumeOfClass,
} from '../../model/drive-object.ts';
import type { AppliedCorrection, CorrectionClass } from '../../model/object-correction.ts';
import { type Block, note, numberColumn, part, type ReportPart, table, textColumn } from '../document.ts';
import type { ReportInput } from '../report-input.ts';
import { chainageText, fill, fixed } from '../texts/format.ts';
import type { Texts } from '../texts/texts.ts';

/** Objects beyond which the table may break across pages. */
const MOST_TOGETHER = 20;

/**
 * Section of what stands in the drive, lies on its floor or covers its wall: class, chainages, area, the void that it takes
 * and whether the volume contains that, the sum of each class, and all corrections by hand; null if there is neither.
 */
export function objectsPart({ volume }: ReportInput, texts: Texts): ReportPart | null {
  const { objects, corrections } = volume;
  if (objects.length === 0 && corrections.length === 0) return null;
  const columns = [
    textColumn(texts['objects.name']),
    textColumn(texts['objects.class']),
    textColumn(texts['objects.between']),
    numberColumn(texts['objects.area'], 'm²'),
    numberColumn(texts['objects.volume'], 'm³'),
    numberColumn('±', 'm³'),
    textColumn(texts['objects.treatment']),
  ];
  const rows = objects.map((whole) => {
    const object = partWithin(whole, volume);
    return [
      object.name,
      object.byHand
        ? fill(texts['objects.byHand'], { what: texts[`objects.${object.class}`] })
        : texts[`objects.${object.class}`],
      `${chainageText(object.from, 1)} … ${chainageText(object.to, 1)}`,
      fixed(object.area, 1),
      fixed(object.volume.value, 2),
      fixed(object.volume.plusMinus, 2),
      texts[`objects.${treatmentShown(object)}`],
    ];
  });
  const worth = (treatment: DriveObject['treatment']): string =>
    fixed(
      objects
        .filter((object) => object.treatment === treatment)
        .reduce((sum, object) => sum + object.volume.value, 0),
      2,
    );
  const words = fill(texts['objects.note'], { out: worth('left-out'), kept: worth('kept') });
  return part(
    texts['objects.title'],
    [
      ...(rows.length > 0 ? [table(columns, rows), note(byClass(objects, texts)), note(words)] : []),
      ...correctionBlocks(corrections, texts),
    ],
    rows.length + corrections.length <= MOST_TOGETHER,
  );
}

/** What each class is worth, in one line. */
function byClass(objects: readonly DriveObject[], texts: Texts): string {
  const sums = OBJECT_CLASSES.flatMap((name) => {
    if (objects.every((object) => object.class !== name)) return [];
    const { value, plusMinus } = volumeOfClass(objects, name);
    const figures = {
      what: texts[`objects.${name}`],
      volume: fixed(value, 2),
      plusMinus: fixed(plusMinus, 2),
    };
    return [fill(texts['objects.ofClass'], figures)];
  });
  return fill(texts['objects.byClass'], { classes: sums.join('; ') });
}

function classOf(name: CorrectionClass, texts: Texts): string {
  return name === 'rock' || name === 'ignore' ? texts[`corrections.${name}`] : texts[`objects.${name}`];
}

/** Corrections by hand, every one of them: box, class and returns. */
function correctionBlocks(corrections: readonly AppliedCorrection[], texts: Texts): Block[] {
  if (corrections.length === 0) return [];
  const columns = [
    numberColumn(texts['corrections.number'], ''),
    textColumn(texts['objects.class']),
    textColumn(texts['objects.between']),
    textColumn(texts['corrections.left']),
    textColumn(texts['corrections.up']),
    numberColumn(texts['corrections.points'], ''),
  ];
  const rows = corrections.map((box, i) => [
    String(i + 1),
    classOf(box.class, texts),
    `${chainageText(box.from, 1)} … ${chainageText(box.to, 1)}`,
    `${fixed(box.leftFrom, 2)} … ${fixed(box.leftTo, 2)}`,
    `${fixed(box.upFrom, 2)} … ${fixed(box.upTo, 2)}`,
    fixed(box.points, 0),
  ]);
  return [note(texts['corrections.note']), table(columns, rows)];
}
