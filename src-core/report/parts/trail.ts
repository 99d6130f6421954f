import { note, numberColumn, part, type ReportPart, table, textColumn } from '../document.ts';
import type { ReportInput, ReportTrailRow } from '../report-input.ts';
import { dateText, fill, fixed } from '../texts/format.ts';
import type { TextKey, Texts } from '../texts/texts.ts';

/** Section on the audit trail: who did what, and the head of the chain that a signature or a copy is checked by. */
export function trailPart({ trail }: ReportInput, texts: Texts): ReportPart | null {
  if (!trail) return null;
  const { head, rows, earlier } = trail;
  return part(texts['trail.title'], [
    table(
      [
        textColumn(texts['trail.at']),
        textColumn(texts['trail.person']),
        textColumn(texts['trail.action']),
        textColumn(texts['trail.of']),
        numberColumn(texts['trail.times']),
      ],
      rows.map((row) => [
        dateText(row.at),
        row.person,
        texts[keyOf(row)],
        [...(row.session === null ? [] : [String(row.session)]), ...(row.what === '' ? [] : [row.what])].join(
          ': ',
        ),
        fixed(row.times, 0),
      ]),
    ),
    ...(earlier === 0 ? [] : [note(fill(texts['trail.earlier'], { count: fixed(earlier, 0) }))]),
    note(fill(texts['trail.head'], { count: fixed(head.sequence, 0) })),
    { kind: 'code', lines: [head.hash] },
  ]);
}

function keyOf({ action, event }: ReportTrailRow): TextKey {
  return event === null ? `trail.action.${action}` : `trail.event.${event}`;
}
