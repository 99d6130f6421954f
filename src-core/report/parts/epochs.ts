import type { ConvergenceMap, ProfileConvergence } from '../../model/convergence.ts';
import type { EpochComparison, Figure } from '../../model/epoch.ts';
import { convergenceLevels } from '../../tunnel/epochs/convergence-levels.ts';
import {
  facts,
  type NamedValue,
  note,
  numberColumn,
  part,
  type ReportPart,
  type TableBlock,
  table,
  textColumn,
} from '../document.ts';
import { everyNth } from '../every-nth.ts';
import type { ReportInput, ReportMaterial } from '../report-input.ts';
import { chainageText, fill, fixed, percent } from '../texts/format.ts';
import type { Texts } from '../texts/texts.ts';
import { weightCells, weightColumns } from './weight.ts';

/** Confidence level of the ± of a comparison. */
const CONFIDENCE = 0.95;
/** Maximum rows of convergence. */
const MOST_PROFILES = 40;

/** Section on the excavation since the previous epoch: volumes, face, rounds; null without a comparison. */
export function periodPart({ comparison, material }: ReportInput, texts: Texts): ReportPart | null {
  if (!comparison) return null;
  const { earlier, later, common, advance, faces, rounds } = comparison;
  const epoch = ({ name, date }: EpochComparison['earlier']): string =>
    date === null || name.endsWith(date.slice(0, 10)) ? name : `${name}, ${date.slice(0, 10)}`;
  const face = (chainage: number | null): string =>
    chainage === null ? texts['period.unseen'] : chainageText(chainage);
  const pairs: NamedValue[] = [
    [texts['period.earlier'], epoch(earlier)],
    [texts['period.later'], epoch(later)],
    [
      texts['period.placed'],
      `${texts[`period.by.${earlier.placedBy}`]} / ${texts[`period.by.${later.placedBy}`]}`,
    ],
    [texts['period.common'], `${chainageText(common.from)} … ${chainageText(common.to)}`],
    [texts['period.faces'], `${face(faces.earlier)} / ${face(faces.later)}`],
    [
      texts['period.advance'],
      advance === null
        ? texts['period.unseen']
        : `${fixed(advance.value, 2)} ± ${fixed(advance.plusMinus, 2)} m`,
    ],
  ];
  return part(texts['period.title'], [
    facts(pairs, true),
    periodTable(comparison, material ?? null, texts),
    periodBudget(comparison, texts),
    rounds.length > 0 ? roundTable(comparison, texts) : null,
  ]);
}

function periodTable(
  { volume, overCommon, newLength }: EpochComparison,
  rock: ReportMaterial | null,
  texts: Texts,
): TableBlock {
  const row = (name: string, figure: Figure): string[] => [name, ...weightCells(figure, rock)];
  const columns = [textColumn(texts['period.volume']), ...weightColumns(rock, texts)];
  const rows = [
    row(texts['period.overCommon'], overCommon),
    ...(newLength === null ? [] : [row(texts['period.newLength'], newLength)]),
    row(texts['period.all'], volume),
  ];
  return table(columns, rows, true);
}

function periodBudget({ uncertainty, volume }: EpochComparison, texts: Texts): TableBlock {
  const variance = uncertainty.reduce((sum, { sigma }) => sum + sigma ** 2, 0);
  const columns = [
    textColumn(texts['budget.title']),
    numberColumn(texts['budget.sigma'], 'm³'),
    numberColumn(texts['budget.part'], '%'),
  ];
  const rows = uncertainty.map(({ source, sigma }) => [
    texts[`budget.${source}`],
    fixed(sigma, 2),
    percent(variance > 0 ? sigma ** 2 / variance : 0, 1),
  ]);
  rows.push([texts['budget.sum'], fixed(Math.sqrt(variance), 2), '']);
  const confidence = percent(CONFIDENCE, 0);
  rows.push([fill(texts['budget.total'], { confidence }), fixed(volume.plusMinus, 2), '']);
  return table(columns, rows, true);
}

function roundTable({ rounds }: EpochComparison, texts: Texts): TableBlock {
  const columns = [
    textColumn(texts['period.round']),
    textColumn(texts['strip.start']),
    textColumn(texts['strip.end']),
    numberColumn(texts['methods.volume'], 'm³'),
    numberColumn('±', 'm³'),
    numberColumn(texts['period.advance'], 'm'),
    numberColumn(texts['period.pull'], '%'),
  ];
  return table(
    columns,
    rounds.map(({ name, from, to, volume, advance, pull }) => [
      name,
      chainageText(from),
      chainageText(to),
      fixed(volume.value, 2),
      fixed(volume.plusMinus, 2),
      fixed(advance ?? Number.NaN, 2),
      fixed(100 * (pull ?? Number.NaN), 0),
    ]),
  );
}

/** Section on the convergence of the wall since the previous epoch; null without a comparison. */
export function convergencePart({ convergence }: ReportInput, texts: Texts): ReportPart | null {
  if (!convergence) return null;
  const { profiles, comparedShare } = convergence;
  const levels = convergenceLevels(convergence);
  const { every, indices } = everyNth(profiles.length, MOST_PROFILES);
  const columns = [
    textColumn(texts['table.chainage']),
    numberColumn(texts['convergence.mean'], 'mm'),
    numberColumn(texts['convergence.inward'], 'mm'),
    numberColumn(texts['convergence.outward'], 'mm'),
    numberColumn(texts['convergence.width'], 'mm'),
    numberColumn(texts['convergence.height'], 'mm'),
  ];
  const rows = indices.map((i) => profileRow(profiles[i]));
  return part(texts['convergence.title'], [
    note(texts['convergence.note']),
    facts(
      [
        [texts['convergence.compared'], percent(comparedShare, 1)],
        [texts['convergence.significant'], percent(significantShare(convergence), 1)],
        [
          texts['convergence.detection'],
          `${fixed(1000 * levels.half, 0)} mm, ${fixed(1000 * levels.most, 0)} mm`,
        ],
        [texts['convergence.laid'], `${fixed(1000 * levels.laid, 0)} mm`],
      ],
      true,
    ),
    table(columns, rows),
    every > 1
      ? note(fill(texts['convergence.thinned'], { every: fixed(every, 0), count: fixed(profiles.length, 0) }))
      : null,
  ]);
}

function profileRow({ from, to, mean, inward, outward, width, height }: ProfileConvergence): string[] {
  const millimetres = (metres: number | null): string => fixed(1000 * (metres ?? Number.NaN), 1);
  const closure = (chord: ProfileConvergence['width']): string => {
    if (chord === null) return fixed(Number.NaN, 1);
    const value = millimetres(chord.closed);
    return Math.abs(chord.closed) > chord.detection ? value : `(${value})`;
  };
  return [
    chainageText((from + to) / 2, 1),
    millimetres(mean),
    millimetres(inward),
    millimetres(outward),
    closure(width),
    closure(height),
  ];
}

/** Share of the compared patches with a significant change. */
function significantShare({ distance, significant }: ConvergenceMap): number {
  const compared = distance.reduce((count, value) => count + (Number.isNaN(value) ? 0 : 1), 0);
  const moved = significant.reduce((count, flag) => count + flag, 0);
  return compared > 0 ? moved / compared : 0;
}
