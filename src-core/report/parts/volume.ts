import { COVERAGE_95 } from '../../model/reliability.ts';
import type { ErrorEstimate, Volume } from '../../model/tunnel.ts';
import { equationOf } from '../../tunnel/uncertainty/uncertainty-components.ts';
import { note, numberColumn, part, type ReportPart, type TextBlock, table, textColumn } from '../document.ts';
import type { ReportInput } from '../report-input.ts';
import { fill, fixed, percent } from '../texts/format.ts';
import type { Texts } from '../texts/texts.ts';

/** Section on the volume by each method, with its deviation from the reported one. */
export function methodsPart({ volume }: ReportInput, texts: Texts): ReportPart {
  const { integral, endArea, prismoidal, solid } = volume.methods;
  const row = (name: string, value: number): string[] => [
    name,
    fixed(value, 2),
    fixed(value - integral, 2),
    percent((value - integral) / integral, 3),
  ];
  const columns = [
    textColumn(texts['methods.method']),
    numberColumn(texts['methods.volume'], 'm³'),
    numberColumn(texts['methods.difference'], 'm³'),
    numberColumn(texts['methods.difference'], '%'),
  ];
  const rows = [
    row(texts['methods.integral'], integral),
    row(texts['methods.endArea'], endArea),
    row(texts['methods.prismoidal'], prismoidal),
    row(texts['methods.solid'], solid),
  ];
  return part(texts['methods.title'], [table(columns, rows)], true);
}

/** Uncertainty budget: standard uncertainty of each component and its share of the variance. */
export function budgetPart({ volume }: ReportInput, texts: Texts): ReportPart {
  const variance = volume.uncertainty.reduce((sum, { sigma }) => sum + sigma * sigma, 0);
  const columns = [
    textColumn(texts['budget.source']),
    textColumn(texts['budget.equation']),
    numberColumn(texts['budget.sigma'], 'm³'),
    numberColumn(texts['budget.part'], '%'),
  ];
  const rows = volume.uncertainty.map(({ source, sigma }) => [
    texts[`budget.${source}`],
    `(${equationOf(source)})`,
    fixed(sigma, 2),
    percent(variance > 0 ? (sigma * sigma) / variance : 0, 1),
  ]);
  const confidence = percent(volume.volume.confidence, 0);
  rows.push([texts['budget.sum'], '', fixed(Math.sqrt(variance), 2), '']);
  rows.push([fill(texts['budget.total'], { confidence }), '', fixed(volume.volume.plusMinus, 2), '']);
  const halves =
    volume.halves.length === 0
      ? texts['budget.noHalves']
      : fill(texts['budget.halves'], {
          halves: volume.halves.map((half) => texts[`budget.half.${half}`]).join(', '),
        });
  return part(
    texts['budget.title'],
    [table(columns, rows, true), note(texts['budget.note']), ...correctionNote(volume, texts), note(halves)],
    true,
  );
}

function correctionNote({ correction }: Volume, texts: Texts): TextBlock[] {
  if (correction === undefined) return [];
  const { volume, bias, spread, incidence } = correction;
  const mm = ({ value, sigma }: ErrorEstimate): string =>
    `${fixed(1000 * value, 1)} ± ${fixed(1000 * COVERAGE_95 * sigma, 1)}`;
  const figures = { volume: fixed(-volume, 2), bias: mm(bias), spread: mm(spread), incidence: mm(incidence) };
  return [note(fill(texts['budget.correction'], figures))];
}
