import { type Command, Option } from 'commander';
import { seededRandom, subSeed } from '../src-core/math/random.ts';
import { median, rootMeanSquare } from '../src-core/math/statistics.ts';
import { instrumentRangeOf } from '../src-core/model/instrument-range.ts';
import { COVERAGE_95 } from '../src-core/model/reliability.ts';
import { parsePositive } from '../src-main/hosts/cli/option-parsers.ts';
import { drawnInstrument } from '../src-simulate/instrument.ts';
import type { SimulateOptions } from '../src-simulate/options.ts';
import { type PresetName, presetOptions } from '../src-simulate/presets.ts';
import { checkedByDistance } from './support/check-room.ts';
import { inProcesses } from './support/in-processes.ts';
import { markdownTable, signed, verdict } from './support/markdown-table.ts';
import { type MineRun, mineRun } from './support/mine-drive.ts';
import { type BenchReport, benchCommand, present, say } from './support/present.ts';
import { type TaskOptions, withTaskOptions } from './support/task-options.ts';

interface MineOptions extends TaskOptions {
  readonly seeds: number;
  readonly length: number;
  readonly only?: string;
  readonly one?: string;
  readonly write?: boolean;
}

/** A kind of drive, and the bound of the root mean square of its volumes' errors; null: the ± must cover alone. */
interface Row {
  readonly name: string;
  readonly rms: number | null;
  options(length: number, seed: number): SimulateOptions;
  /** True if the instrument was calibrated by a check distance before. */
  readonly isDistanceChecked?: true;
}

const preset = (name: PresetName) => (length: number, seed: number) => ({
  ...presetOptions(name, length),
  seed,
});

const ROWS: readonly Row[] = [
  { name: 'clean', rms: null, options: preset('rough') },
  { name: 'mine', rms: 0.003, options: preset('mine') },
  { name: 'wet', rms: null, options: preset('wet') },
  { name: 'mesh', rms: null, options: preset('mesh') },
  { name: 'dust', rms: null, options: preset('dusty') },
  { name: 'bias', rms: null, options: biased },
  { name: 'calibrated', rms: 0.0015, options: realInstrument, isDistanceChecked: true },
  { name: 'rough handling', rms: null, options: preset('handled') },
];

const COVERAGE = [0.9, 0.99] as const;
/** Fewer runs than this cannot distinguish 99 % from all. */
const DISTINGUISHABLE = 100;
/** Largest median end error, share of the path. */
const END = 0.0005;
/** An error of more than this many ± must be warned of. */
const SILENT = 2;

/** A drive whose instrument has a range bias drawn from what its maker states. */
function biased(length: number, seed: number): SimulateOptions {
  const bound = instrumentRangeOf('OS-1-16').rangeBias;
  const drawn = bound * (2 * seededRandom(subSeed(seed, 'bias')).uniform() - 1);
  return { ...presetOptions('rough', length), seed, rangeBias: drawn };
}

/** The same rock surveyed by an instrument with all errors that one has. */
function realInstrument(length: number, seed: number): SimulateOptions {
  return {
    ...presetOptions('rough', length),
    seed,
    instrument: drawnInstrument(seed),
    imuErrors: 'drawn',
  };
}

/** `npm run bench -- mine` */
export function registerMine(program: Command): void {
  withTaskOptions(
    benchCommand(
      program,
      'mine',
      'volumes of drives with water, mesh, dust and imperfect instruments, and whether their ± covers',
    ),
    'drives',
  )
    .option('--seeds <n>', 'of each kind of drive, from 1 on', parsePositive, 20)
    .option('--length <m>', 'of each drive', parsePositive, 40)
    .option('--only <name>', 'kinds of drive whose name contains this')
    .addOption(new Option('--one <drive>', 'a single drive, as `name/seed`: its result as JSON').hideHelp())
    .action(async (options: MineOptions) => {
      if (options.one === undefined) return present('mine', options, () => mine(options));
      process.stdout.write(JSON.stringify(await run(options.one, options.length)));
    });
}

async function run(key: string, length: number): Promise<MineRun> {
  say(key);
  const [name, seed] = key.split('/');
  const row = ROWS.find((one) => one.name === name);
  if (row === undefined) throw new Error(`no kind of drive '${name}'`);
  const options = row.options(length, Number(seed));
  return mineRun(options, row.isDistanceChecked ? await checkedByDistance(options) : null);
}

async function mine({ seeds, length, only, ...tasks }: MineOptions): Promise<BenchReport> {
  const rows = ROWS.filter(({ name }) => only === undefined || name.includes(only));
  const keys = rows.flatMap(({ name }) => Array.from({ length: seeds }, (_, k) => `${name}/${k + 1}`));
  const runs = await inProcesses('mine', keys, tasks, (key) => run(key, length), ['--length', `${length}`]);
  const of = (row: Row): MineRun[] => runs.filter((_, k) => keys[k].startsWith(`${row.name}/`));
  const judged = rows.map((row) => ({ row, runs: of(row), ...judge(row, of(row)) }));
  return {
    title: 'Volumes in a real mine',
    body: [
      `Drives of ${length} m (seeds 1 to ${seeds} of each kind), measured as \`socavon run\` measures them: own poses, own axis, calibrated by the drive itself, all options at their defaults, without the first 4 m and the last 2 m of the trajectory; against the rock of the simulator between the places where the robot truly was. *Calibrated*: an instrument with all errors of the simulator (\`drawnInstrument\`), which stood between two plane walls of known distance before. Errors of the volume in %, where water stands against the void above it: median, root mean square, largest. The ± must cover the rock under the water, too: *ratio* and *covered* are against that. *Ratio*: root mean square of the error over the stated standard deviation; below 1 the ± is conservative. *Silent*: off by more than ${SILENT} times the ± without a warning. *Strip*: metres of the path whose position lies within its ±, along the axis, to the left and up. *End*: median error of the last pose, % of the path.`,
      markdownTable(
        HEADER,
        judged.map(({ row, runs: all, broken }) => cellsOf(row, all, broken)),
      ),
      'Components of the ±, one standard deviation, median of the seeds, % of the volume:',
      partsTable(judged),
      'Warnings by cause: drives that have them.',
      markdownTable(
        ['drive', 'warnings'],
        judged.map(({ row, runs: all }) => [row.name, warningsOf(all)]),
      ),
      'What the volumes list as no rock: entries, and median volume of a drive, m³.',
      markdownTable(
        ['drive', 'objects'],
        judged.map(({ row, runs: all }) => [row.name, objectsOf(all)]),
      ),
    ],
    boundsMet: judged.every(({ broken }) => broken.length === 0),
  };
}

const HEADER = [
  'drive',
  'seeds',
  'median %',
  'RMS %',
  'largest %',
  '± % median',
  'ratio',
  'covered',
  'silent',
  'end %',
  'strip along',
  'left',
  'up',
  'bounds',
];

function judge({ rms }: Row, runs: readonly MineRun[]): { readonly broken: readonly string[] } {
  const share = covered(runs) / runs.length;
  const isCovered = share >= COVERAGE[0] && (runs.length < DISTINGUISHABLE || share <= COVERAGE[1]);
  return {
    broken: [
      ...(rms === null || rootMeanSquare(runs.map(({ error }) => error)) <= rms ? [] : ['RMS']),
      ...(isCovered ? [] : ['coverage']),
      ...(silent(runs) === 0 ? [] : ['silent']),
      ...(median(runs.map(({ end }) => end)) <= END ? [] : ['end']),
      ...(stripShares(runs).every((share) => share >= COVERAGE[0]) ? [] : ['strip']),
    ],
  };
}

function covered(runs: readonly MineRun[]): number {
  return runs.filter(({ rockError, plusMinus }) => Math.abs(rockError) <= plusMinus).length;
}

/** Root mean square of the error over the standard deviation that its ± stands for. */
function ratio(runs: readonly MineRun[]): number {
  return rootMeanSquare(runs.map(({ rockError, plusMinus }) => (COVERAGE_95 * rockError) / plusMinus));
}

function silent(runs: readonly MineRun[]): number {
  return runs.filter(
    ({ rockError, plusMinus, warnings }) => Math.abs(rockError) > SILENT * plusMinus && warnings.length === 0,
  ).length;
}

function stripShares(runs: readonly MineRun[]): number[] {
  const metres = runs.reduce((sum, one) => sum + one.metres, 0);
  return [0, 1, 2].map((k) => runs.reduce((sum, { within }) => sum + within[k], 0) / metres);
}

function cellsOf({ name }: Row, runs: readonly MineRun[], broken: readonly string[]): (string | number)[] {
  const errors = runs.map(({ error }) => error);
  const largest = errors.reduce((worst, error) => (Math.abs(error) > Math.abs(worst) ? error : worst), 0);
  return [
    name,
    runs.length,
    signed(100 * median(errors), 3),
    (100 * rootMeanSquare(errors)).toFixed(3),
    signed(100 * largest, 3),
    (100 * median(runs.map(({ plusMinus }) => plusMinus))).toFixed(3),
    ratio(runs).toFixed(2),
    `${covered(runs)} of ${runs.length}`,
    silent(runs),
    (100 * median(runs.map(({ end }) => end))).toFixed(3),
    ...stripShares(runs).map((share) => `${(100 * share).toFixed(0)} %`),
    broken.length === 0 ? verdict(true) : `${verdict(false)}: ${broken.join(', ')}`,
  ];
}

function partsTable(judged: readonly { readonly row: Row; readonly runs: readonly MineRun[] }[]): string {
  const sources = [...new Set(judged.flatMap(({ runs }) => runs.flatMap(({ parts }) => Object.keys(parts))))];
  return markdownTable(
    ['source', ...judged.map(({ row }) => row.name)],
    sources.map((source) => [
      source,
      ...judged.map(({ runs }) => (100 * median(runs.map(({ parts }) => parts[source] ?? 0))).toFixed(4)),
    ]),
  );
}

function warningsOf(runs: readonly MineRun[]): string {
  const counts = new Map<string, number>();
  for (const code of runs.flatMap(({ warnings }) => warnings)) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts].map(([code, count]) => `\`${code}\` ${count}`).join(', ') || 'none';
}

function objectsOf(runs: readonly MineRun[]): string {
  const classes = [...new Set(runs.flatMap(({ objects }) => objects.map((object) => object.class)))];
  return (
    classes
      .map((name) => {
        const volumes = runs.map(({ objects }) =>
          objects.filter((object) => object.class === name).reduce((sum, { volume }) => sum + volume, 0),
        );
        const count = runs.flatMap(({ objects }) => objects).filter((object) => object.class === name).length;
        return `${name} ${count}, ${median(volumes).toFixed(2)} m³`;
      })
      .join('; ') || 'none'
  );
}
