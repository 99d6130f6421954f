import { execFileSync } from 'node:child_process';
import { appendFile, readFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { median } from '../../src-core/math/statistics.ts';
import { machineText } from './machine.ts';

/** Median of what was measured several times, with the least and the greatest of it. */
export interface Figure {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

/** One run of a bench: a line of `bench/results/NAME.jsonl`. */
export interface HistoryRow {
  /** ISO 8601, UTC. */
  readonly at: string;
  /** Commit of the code, with `+` where files were changed since; or the program that was measured in its place. */
  readonly code: string;
  readonly machine: string;
  /** Programs that were at work before the bench. */
  readonly load: number;
  /** By what they measure, with their unit; less is better. */
  readonly figures: Readonly<Record<string, Figure>>;
}

/** Greatest growth of a median that noise explains. */
const NOISE = 1.03;

const fileOf = (name: string): string => fileURLToPath(new URL(`../results/${name}.jsonl`, import.meta.url));

export function figureOf(values: readonly number[]): Figure {
  return { median: median(values), least: Math.min(...values), most: Math.max(...values) };
}

/**
 * The row of a run that ends now.
 *
 * @param load before it began
 * @param program that was measured in place of the checkout, of whose commit that says nothing
 */
export function historyRow(
  figures: HistoryRow['figures'],
  load = loadavg()[0],
  program: string | undefined = undefined,
): HistoryRow {
  const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim();
  const changed =
    git('status', '--porcelain', '--', 'src-core', 'src-lab', 'src-main', 'package-lock.json') === ''
      ? ''
      : '+';
  const code = `${git('rev-parse', '--short=9', 'HEAD')}${changed}`;
  return {
    at: new Date().toISOString(),
    code: program ?? code,
    machine: machineText(),
    load: Number(load.toFixed(1)),
    figures,
  };
}

export async function appendRow(name: string, row: HistoryRow): Promise<void> {
  await appendFile(fileOf(name), `${JSON.stringify(row)}\n`);
}

/** Rows of a bench, oldest first. @throws Error if nothing was kept of it */
export async function readHistory(name: string): Promise<HistoryRow[]> {
  const text = await readFile(fileOf(name), 'utf8').catch(() => {
    throw new Error(`No history of ${name} is kept; run it with --write.`);
  });
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as HistoryRow);
}

/**
 * A row by its place (1 is the first, -1 the last) or by the start of its commit, of several the last.
 *
 * @throws Error with those that there are
 */
export function rowAt(rows: readonly HistoryRow[], which: string): HistoryRow {
  const place = /^-?\d{1,4}$/.test(which) ? Number(which) : Number.NaN;
  const row =
    (Number.isNaN(place) ? undefined : rows.at(place > 0 ? place - 1 : place)) ??
    rows.findLast(({ code }) => code.startsWith(which));
  if (row !== undefined && place !== 0) return row;
  const known = rows.map(({ code, at }, i) => `${i + 1}: ${code} of ${at.slice(0, 10)}`);
  throw new Error(`No row ${which}; there are ${known.join(', ')}.`);
}

/** What became of a figure. */
interface Comparison {
  readonly name: string;
  readonly before: Figure;
  readonly after: Figure;
  /** Median after over median before. */
  readonly ratio: number;
  readonly verdict: 'slower' | 'faster' | 'same';
}

/** Figures that two rows share; one that grew by more than 3 % is called slower, whatever it measures. */
export function compareRows(before: HistoryRow, after: HistoryRow): Comparison[] {
  return Object.entries(after.figures)
    .filter(([name]) => name in before.figures)
    .map(([name, figure]) => {
      const ratio = figure.median / before.figures[name].median;
      const verdict = ratio > NOISE ? 'slower' : ratio < 1 / NOISE ? 'faster' : 'same';
      return { name, before: before.figures[name], after: figure, ratio, verdict };
    });
}
