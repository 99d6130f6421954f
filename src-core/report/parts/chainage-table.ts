import { note, numberColumn, part, type ReportPart, table, textColumn } from '../document.ts';
import { everyNth } from '../every-nth.ts';
import { sectionShape } from '../figures/section-shape.ts';
import type { ReportInput } from '../report-input.ts';
import { chainageText, fill, fixed } from '../texts/format.ts';
import type { Texts } from '../texts/texts.ts';

/** Table of sections by chainage: all, or every nth so that there are at most `rows`, with the first and the last. */
export function chainageTablePart(input: ReportInput, rows: number, texts: Texts): ReportPart {
  const { profiles, cumulativeVolume, design } = input;
  const { every, indices } = everyNth(profiles.length, rows);
  const breaks = new Map(design?.volumes.sections.map((section) => [section.chainage, section]));
  const columns = [
    textColumn(texts['table.chainage']),
    numberColumn(texts['table.area'], 'm²'),
    ...(design
      ? [
          numberColumn(texts['table.design'], 'm²'),
          numberColumn(texts['table.over'], 'm²'),
          numberColumn(texts['table.under'], 'm²'),
          numberColumn(texts['table.overShare'], '%'),
          numberColumn(texts['table.underShare'], '%'),
        ]
      : []),
    numberColumn(texts['table.width'], 'm'),
    numberColumn(texts['table.height'], 'm'),
    numberColumn(texts['table.crown'], 'm'),
    numberColumn(texts['table.floor'], 'm'),
    numberColumn(texts['table.measured'], '%'),
    numberColumn(texts['table.cumulative'], 'm³'),
  ];
  const lines = indices.map((i) => {
    const profile = profiles[i];
    const shape = sectionShape(profile);
    const section = breaks.get(profile.chainage);
    const { designArea, overbreak, underbreak } = section ?? NO_BREAK;
    return [
      chainageText(profile.chainage),
      fixed(profile.area, 2),
      ...(design
        ? [
            fixed(designArea, 2),
            fixed(overbreak, 2),
            fixed(underbreak, 2),
            fixed((100 * overbreak) / designArea, 1),
            fixed((100 * underbreak) / designArea, 1),
          ]
        : []),
      fixed(shape.width, 2),
      fixed(shape.height, 2),
      fixed(shape.crown, 2),
      fixed(shape.floor, 2),
      fixed(100 * profile.measuredShare, 0),
      fixed(cumulativeVolume[i], 1),
    ];
  });
  const count = fixed(profiles.length, 0);
  const shown =
    every === 1
      ? fill(texts['table.all'], { count })
      : fill(texts['table.thinned'], { count, every: fixed(every, 0) });
  return part(texts['table.title'], [note(shown), table(columns, lines)]);
}

/** Section without a design: dashes in the table. */
const NO_BREAK = { designArea: Number.NaN, overbreak: Number.NaN, underbreak: Number.NaN };
