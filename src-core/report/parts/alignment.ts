import { ALONG_CONSTRAINTS } from '../../model/pose.ts';
import { COVERAGE_95 } from '../../model/reliability.ts';
import { constraintStretches, lengthSigma } from '../../tunnel/axis/reliability-lengths.ts';
import type { AlignmentSummary } from '../alignment-summary.ts';
import {
  facts,
  type NamedValue,
  note,
  numberColumn,
  part,
  type ReportPart,
  table,
  textColumn,
} from '../document.ts';
import type { ReportInput } from '../report-input.ts';
import { chainageText, fill, fixed, percent } from '../texts/format.ts';
import type { Texts } from '../texts/texts.ts';

/** Maximum stretches of the table; a long drive is listed in longer stretches. */
const MOST_STRETCHES = 24;
const PIECES = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

/** Section on the alignment quality and the stretches whose length was not observed. */
export function alignmentPart(alignment: AlignmentSummary, texts: Texts): ReportPart {
  const millimetres = (metres: number): string => `${fixed(1000 * metres, 1)} mm`;
  const { rms, weakSigma, unobserved, unobservedStretches } = alignment;
  const stretches = unobservedStretches.map(
    ({ from, to }) => `${chainageText(from, 0)} … ${chainageText(to, 0)}`,
  );
  const pairs: NamedValue[] = [
    [texts['align.scans'], fixed(alignment.scans, 0)],
    [texts['align.keyframes'], fixed(alignment.keyframes, 0)],
    [texts['align.path'], `${fixed(alignment.pathLength, 2)} m`],
    [texts['align.rms'], `${millimetres(rms.median)} / ${millimetres(rms.worst)}`],
    [texts['align.weak'], `${millimetres(weakSigma.median)} / ${millimetres(weakSigma.p95)}`],
    [texts['align.unobserved'], `${fixed(unobserved.scans, 0)} (${percent(unobserved.share, 1)})`],
  ];
  if (unobserved.scans > 0) pairs.push([texts['align.withGyro'], fixed(unobserved.withGyro, 0)]);
  pairs.push([texts['align.notConverged'], fixed(alignment.notConverged, 0)]);
  pairs.push([texts['align.stretches'], stretches.length > 0 ? stretches.join('; ') : texts['align.none']]);
  return part(texts['align.title'], [facts(pairs, true)], true);
}

/** Section on the constraints of the length, by stretch; null if there is no reliability strip. */
export function constraintsPart({ reliability: strip }: ReportInput, texts: Texts): ReportPart | null {
  if (strip.heldBy.length === 0) return null;
  const metres =
    PIECES.find((piece) => constraintStretches(strip, piece).length <= MOST_STRETCHES) ??
    PIECES[PIECES.length - 1];
  const columns = [
    textColumn(texts['strip.start']),
    textColumn(texts['strip.end']),
    numberColumn(texts['strip.length'], 'm'),
    textColumn(texts['strip.by']),
    numberColumn(texts['strip.plusMinus'], 'm'),
  ];
  const rows = constraintStretches(strip, metres).map(({ from, to, heldBy }) => [
    chainageText(from, 1),
    chainageText(to, 1),
    fixed(to - from, 1),
    texts[`strip.by.${ALONG_CONSTRAINTS[heldBy]}`],
    fixed(COVERAGE_95 * lengthSigma(strip, from, to), 3),
  ]);
  const pieces = fill(texts['strip.note'], { metres: fixed(metres, 0) });
  return part(texts['strip.tableTitle'], [note(pieces), table(columns, rows)], true);
}
