import { CLAIMS, claimsOf } from '../claims.ts';
import { note, part, type ReportPart, table, textColumn } from '../document.ts';
import type { ReportInput } from '../report-input.ts';
import type { Texts } from '../texts/texts.ts';

/** Section on what is promised of the numbers, how each promise is known, and what is not promised. */
export function howSurePart(input: ReportInput, texts: Texts): ReportPart {
  const rows = claimsOf(input).map((id) => [
    texts[`claim.${id}`],
    CLAIMS[id].grade,
    texts[`claim.${id}.not`],
  ]);
  return part(texts['claims.title'], [
    table(
      [
        textColumn(texts['claims.promise']),
        textColumn(texts['claims.grade']),
        textColumn(texts['claims.not']),
      ],
      rows,
    ),
    note(texts['claims.note']),
  ]);
}
