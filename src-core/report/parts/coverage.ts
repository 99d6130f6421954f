import { formatMessage } from '../../messages/message.ts';
import { coveredShare } from '../../model/drive-coverage.ts';
import { uncoveredReasons } from '../../tunnel/volume/coverage-reasons.ts';
import { figure, note, numberColumn, part, type ReportPart, table, textColumn } from '../document.ts';
import { coverageStripFigure } from '../figures/coverage-strip.ts';
import { CONTENT_WIDTH } from '../figures/paper.ts';
import type { ReportInput } from '../report-input.ts';
import { chainageText, fill, fixed, percent } from '../texts/format.ts';
import type { ReportLanguage, Texts } from '../texts/texts.ts';

/** What of the drive was measured, half metre by half metre; null if it is not known where the survey went. */
export function coveragePart(
  { volume }: ReportInput,
  language: ReportLanguage,
  texts: Texts,
): ReportPart | null {
  const { coverage } = volume;
  if (coverage === undefined) return null;
  const range = { from: volume.chainageFrom, to: volume.chainageTo };
  const caption = fill(texts['coverage.caption'], {
    covered: fixed(coverage.coveredLength, 1),
    driven: fixed(coverage.drivenLength, 1),
    share: percent(coveredShare(coverage), 0),
  });
  const why = uncoveredReasons(coverage, range).map((one) => formatMessage(one, language));
  return part(texts['coverage.title'], [
    figure(coverageStripFigure({ coverage, range, texts }, CONTENT_WIDTH), caption),
    why.length === 0 || coverage.isAsked ? null : note(why.join(' ')),
    table(
      [
        numberColumn(texts['coverage.from'], 'm'),
        numberColumn(texts['coverage.to'], 'm'),
        numberColumn(texts['coverage.length'], 'm'),
        textColumn(texts['coverage.state']),
        textColumn(texts['coverage.missing']),
        numberColumn(texts['coverage.plusMinus'], 'm³'),
      ],
      coverage.stretches.map(({ from, to, state, missing, plusMinus }) => [
        chainageText(from, 1),
        chainageText(to, 1),
        fixed(to - from, 1),
        texts[`coverage.state.${state}`],
        missing.map((one) => texts[`coverage.part.${one}`]).join(', '),
        plusMinus === undefined ? '' : fixed(plusMinus, 2),
      ]),
    ),
  ]);
}
