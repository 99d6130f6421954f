import { median, rootMeanSquare } from '../../src-core/math/statistics.ts';
import { markdownTable, signed } from '../support/markdown-table.ts';
import type { Stated } from './score-drive.ts';
import type { WorldRow } from './survey-world.ts';

/** An error of more than this many ± must be warned of. */
const BEYOND = 1.5;

/** Figures of the volumes of one world. Shares. */
export interface WorldFigures {
  readonly drives: number;
  readonly median: number;
  /** By size, with its sign. */
  readonly largest: number;
  /** Down to the rock under water, which the ± must cover. */
  readonly rms: number;
  readonly plusMinus: number;
  readonly covered: number;
  /** Drives that are off by more than 1.5 times their ± without a warning. */
  readonly silent: number;
  readonly warned: number;
  /** Median ± over the root mean square error. */
  readonly ratio: number;
}

/** Figures of what was stated of the drives of a world; null: of none. */
export function worldFigures(all: readonly Stated[]): WorldFigures | null {
  if (all.length === 0) return null;
  const errors = all.map(({ error }) => error);
  const rms = rootMeanSquare(all.map(({ rockError }) => rockError));
  const plusMinus = median(all.map((one) => one.plusMinus));
  return {
    drives: all.length,
    median: median(errors),
    largest: largestOf(errors),
    rms,
    plusMinus,
    covered: all.filter((one) => worst(one) <= one.plusMinus).length / all.length,
    silent: all.filter((one) => worst(one) > BEYOND * one.plusMinus && one.warnings.length === 0).length,
    warned: all.filter(({ warnings }) => warnings.length > 0).length,
    ratio: plusMinus / rms,
  };
}

/** What the ± must cover: the void above the water, which is the value, and that down to the rock. */
function worst({ error, rockError }: Stated): number {
  return Math.max(Math.abs(error), Math.abs(rockError));
}

function largestOf(values: readonly number[]): number {
  return values.reduce((most, value) => (Math.abs(value) > Math.abs(most) ? value : most), 0);
}

const FIGURES = [
  'world',
  'n',
  'median %',
  'largest %',
  'RMS %',
  '± %',
  'covered %',
  `beyond ${BEYOND} ± unwarned`,
  'warned',
  '±/RMS',
];

/** The table of the worlds. @param of what was stated of a row; null: nothing */
export function figuresTable(rows: readonly WorldRow[], of: (row: WorldRow) => Stated | null): string {
  const percent = (share: number, decimals = 3) => (100 * share).toFixed(decimals);
  return markdownTable(
    FIGURES,
    worldsOf(rows).map((world) => {
      const own = rows.filter((row) => row.world === world);
      const figures = worldFigures(own.flatMap((row) => of(row) ?? []));
      if (figures === null) return [world, 0, ...FIGURES.slice(2).map(() => '')];
      return [
        world,
        figures.drives,
        signed(100 * figures.median, 3),
        signed(100 * figures.largest, 3),
        percent(figures.rms),
        percent(figures.plusMinus),
        percent(figures.covered, 0),
        figures.silent,
        figures.warned,
        figures.ratio.toFixed(1),
      ];
    }),
  );
}

/** Table of what is beside the volume: the end of the trajectory, the time, what failed, the warnings by code. */
export function besidesTable(rows: readonly WorldRow[]): string {
  return markdownTable(
    ['world', 'n', 'end % median', 'largest', 'range covers %', 's median', 'failed', 'warnings'],
    worldsOf(rows).map((world) => {
      const own = rows.filter((row) => row.world === world);
      const ends = own.flatMap(({ end }) => end ?? []);
      const shares = own.flatMap(({ stated }) => stated?.coveredShare ?? []);
      const figure = (values: readonly number[], decimals: number, of = median) =>
        values.length === 0 ? '' : (100 * of(values)).toFixed(decimals);
      return [
        world,
        own.length,
        figure(ends, 3),
        figure(ends, 3, (values) => Math.max(...(values as readonly number[]))),
        figure(shares, 0),
        median(own.map(({ seconds }) => seconds)).toFixed(0),
        own.filter(({ failures }) => failures.length > 0).length,
        warningsOf(own),
      ];
    }),
  );
}

function worldsOf(rows: readonly WorldRow[]): string[] {
  return [...new Set(rows.map(({ world }) => world))];
}

function warningsOf(rows: readonly WorldRow[]): string {
  const counts = new Map<string, number>();
  for (const code of rows.flatMap(({ stated }) => stated?.warnings ?? []))
    counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts].map(([code, count]) => `\`${code}\` ${count}`).join(', ') || 'none';
}
