import { note, numberColumn, part, type ReportPart, table, textColumn } from '../document.ts';
import type { ReportInput } from '../report-input.ts';
import { chainageText, fixed } from '../texts/format.ts';
import type { Texts } from '../texts/texts.ts';

/** Maximum rows kept on one page. */
const SHORT = 20;

/** Section on the contour quality of each blasting round; null if no rounds are known. */
export function contourPart({ contour }: ReportInput, texts: Texts): ReportPart | null {
  if (!contour || contour.length === 0) return null;
  const columns = [
    textColumn(texts['period.round']),
    textColumn(texts['strip.start']),
    textColumn(texts['strip.end']),
    numberColumn(texts['contour.meanOver'], 'm'),
    numberColumn(texts['sector.deepestOver'], 'm'),
    numberColumn(texts['contour.roughness']),
    numberColumn(texts['contour.variation'], 'm'),
  ];
  const known = (value: number | null | undefined, decimals: number): string =>
    fixed(value ?? Number.NaN, decimals);
  const rows = contour.map(({ number, from, to, meanOver, deepestOver, roughness, variation }) => [
    fixed(number, 0),
    chainageText(from),
    chainageText(to),
    known(meanOver, 3),
    known(deepestOver?.depth, 2),
    known(roughness, 3),
    known(variation, 3),
  ]);
  return part(
    texts['contour.title'],
    [note(texts['contour.note']), table(columns, rows)],
    rows.length <= SHORT,
  );
}
