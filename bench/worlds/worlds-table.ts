import { median, rootMeanSquare } from '../../src-core/math/statistics.ts';
import { markdownTable, signed, verdict } from '../support/markdown-table.ts';
import type { Stated } from './score-drive.ts';
import type { WorldRow } from './survey-world.ts';

/** An error of more than this many ± must be warned of. */
const BEYOND = 1.5;
/** Warnings of the recording, which say nothing of the wall: rough handling has one in every drive. */
const OF_THE_RECORDING: ReadonlySet<string> = new Set(['scans-not-matched', 'capture']);

/**
 * What a world must keep. Twenty drives do not tell 99 % covered from all, so that nothing is asked of it above 90; a ± that
 * is wide shows in its ratio to the error, which only a known distance makes the instrument's own.
 */
const BOUNDS = {
  covered: 0.9,
  silent: 0,
  ratioWhereKnown: 4,
  plusMinusInMesh: 0.015,
  endOfMine: 0.0005,
} as const;

/** The bounds, for the page. */
export const BOUNDS_TEXT = `Bounds: at least ${100 * BOUNDS.covered} % covered, none off by more than ${BEYOND} times its ± without a warning (one that scans were not matched says nothing of the wall), ± at most ${100 * BOUNDS.plusMinusInMesh} % in mesh, and after a known distance at most ${BOUNDS.ratioWhereKnown} times the RMS error; median end error of mine at most ${100 * BOUNDS.endOfMine} % of the path.`;

/** Figures of the volumes of one world. Shares. */
interface WorldFigures {
  readonly drives: number;
  readonly median: number;
  /** By size, with its sign. */
  readonly largest: number;
  /** Of the larger of the errors that the ± must cover. */
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
  const rms = rootMeanSquare(all.map(worst));
  const plusMinus = median(all.map((one) => one.plusMinus));
  return {
    drives: all.length,
    median: median(errors),
    largest: largestOf(errors),
    rms,
    plusMinus,
    covered: all.filter((one) => worst(one) <= one.plusMinus).length / all.length,
    silent: all.filter((one) => worst(one) > BEYOND * one.plusMinus && !isWarned(one)).length,
    warned: all.filter(isWarned).length,
    ratio: plusMinus / rms,
  };
}

/** Names of the bounds that the volumes of a world break. @param isKnown after a calibration by a known distance */
export function brokenBounds(
  world: string,
  { covered, silent, ratio, plusMinus }: WorldFigures,
  isKnown: boolean,
): string[] {
  return [
    ...(covered >= BOUNDS.covered ? [] : ['coverage']),
    ...(silent <= BOUNDS.silent ? [] : ['silent']),
    ...(world.startsWith('mesh-') && plusMinus > BOUNDS.plusMinusInMesh ? ['±'] : []),
    ...(isKnown && ratio > BOUNDS.ratioWhereKnown ? ['±/RMS'] : []),
  ];
}

/** Whether the ends of the trajectories of a world are as near the truth as they must be. @param ends shares of the path */
export function endKept(world: string, ends: readonly number[]): boolean {
  return !world.startsWith('mine-') || ends.length === 0 || median(ends) <= BOUNDS.endOfMine;
}

function isWarned({ warnings }: Stated): boolean {
  return warnings.some((code) => !OF_THE_RECORDING.has(code));
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
  'n of 20',
  'median %',
  'largest %',
  'RMS %',
  '± %',
  'covered %',
  `beyond ${BEYOND} ± unwarned`,
  'warned',
  '±/RMS',
  'bounds',
];

/** The table of the worlds, and whether they keep their bounds. @param which survey of a drive */
export function figuresTable(
  rows: readonly WorldRow[],
  which: 'stated' | 'known',
): { readonly text: string; readonly boundsMet: boolean } {
  const of = (row: WorldRow): Stated | null => row[which];
  let boundsMet = true;
  const percent = (share: number, decimals = 3) => (100 * share).toFixed(decimals);
  const text = markdownTable(
    FIGURES,
    worldsOf(rows).flatMap((world) => {
      const own = rows.filter((row) => row.world === world);
      const figures = worldFigures(own.flatMap((row) => of(row) ?? []));
      if (figures === null) return [];
      const broken = brokenBounds(world, figures, which === 'known');
      boundsMet &&= broken.length === 0;
      return [
        [
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
          broken.length === 0 ? verdict(true) : `${verdict(false)}: ${broken.join(', ')}`,
        ],
      ];
    }),
  );
  return { text, boundsMet };
}

/** Table of what is beside the volume: the end of the trajectory, the time, what failed, the warnings by code. */
export function besidesTable(rows: readonly WorldRow[]): string {
  return markdownTable(
    [
      'world',
      'n of 20',
      'end % median',
      'largest',
      'end',
      'range covers %',
      's median',
      'failed',
      'warnings',
    ],
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
        world.startsWith('mine-') ? verdict(endKept(world, ends)) : '',
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
