import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Command, Option } from 'commander';
import { parsePositive } from '../src-main/hosts/cli/option-parsers.ts';
import { type BenchReport, benchCommand, present, refusal, say } from './support/present.ts';
import { shortNumber } from './support/record-file.ts';
import { hashOfRooms } from './support/stored-results.ts';
import { WORLDS, type WorldName, worldDrives } from './worlds/seeds.ts';
import { surveyWorld, type WorldRow, type WorldTask } from './worlds/survey-world.ts';
import { BOUNDS_TEXT, besidesTable, endKept, figuresTable } from './worlds/worlds-table.ts';

interface WorldsOptions {
  readonly worlds?: string;
  readonly seeds: readonly [number, number];
  readonly jobs: number;
  readonly results: string;
  readonly distance: boolean;
  readonly keep?: string;
  readonly table?: boolean;
  readonly one?: string;
  readonly write?: boolean;
}

const RESULTS = fileURLToPath(new URL('./results/worlds.jsonl', import.meta.url));
/** What a result depends on, besides what is in its line. */
const ROOMS = ['src-core', 'src-main', 'src-simulate'];
const FILES = ['seeds', 'world-options', 'survey-world', 'score-drive', 'read-sections'].map(
  (name) => `bench/worlds/${name}.ts`,
);
const SEEDS = worldDrives(WORLDS[0]).length;

/** `npm run bench -- worlds` */
export function registerWorlds(program: Command): void {
  benchCommand(
    program,
    'worlds',
    'volumes of sixteen worlds, twenty drives of each, by `socavon run` on their captures: error, ±, coverage',
  )
    .option('--worlds <names>', 'some of them, by commas: real-smooth, or real for both (default: all)')
    .option('--seeds <from:to>', 'some of the seeds of each, by their places', seedRange, [1, SEEDS])
    .option('--jobs <n>', 'drives at a time', parsePositive, availableParallelism())
    .option(
      '--results <file>',
      'lines of JSON, one a drive, written as they come; what is there is not run again',
      RESULTS,
    )
    .option('--no-distance', 'leave out the second survey, after a calibration by a known distance')
    .option('--keep <folder>', 'keep the captures there, and take those that are there')
    .option('--table', 'only print the tables of the results')
    .addOption(new Option('--one <drive>', 'a single drive, as `world/place`: its line').hideHelp())
    .action(async (options: WorldsOptions) => {
      if (options.one === undefined) return present('worlds', options, () => worlds(options));
      process.stdout.write(JSON.stringify(await one(options.one, options), shortNumber));
    });
}

function seedRange(text: string): [number, number] {
  const [from, to = from] = text.split(':').map(Number);
  if (!(from >= 1 && to >= from && to <= SEEDS && Number.isInteger(from) && Number.isInteger(to)))
    throw refusal(`--seeds takes two places from 1 to ${SEEDS}, such as 1:4; '${text}' is none.`);
  return [from, to];
}

/** Sources by which results are told from those of another program. */
async function code(): Promise<string> {
  return (await hashOfRooms(ROOMS, FILES)).slice(0, 12);
}

async function one(name: string, { distance, keep }: WorldsOptions): Promise<WorldRow> {
  const [world, place] = name.split('/');
  return surveyWorld(taskOf(world as WorldName, Number(place)), {
    distance,
    keep: keep === undefined ? null : resolve(keep),
    code: await code(),
  });
}

function taskOf(world: WorldName, number: number): WorldTask {
  return { world, number, drive: worldDrives(world)[number - 1] };
}

async function worlds(options: WorldsOptions): Promise<BenchReport> {
  const now = await code();
  const chosen = chosenWorlds(options.worlds);
  const [from, to] = options.seeds;
  if (!options.table) {
    const done = new Set(
      (await readRows(options.results))
        .filter(
          (row) => row.code === now && (!options.distance || row.known !== null || row.failures.length > 0),
        )
        .map(keyOf),
    );
    // All worlds have their first drive before any has its second.
    const places = Array.from({ length: to - from + 1 }, (_, i) => from + i);
    const tasks = places.flatMap((number) => chosen.map((world) => ({ world, number })));
    await runAll(
      tasks.map(keyOf).filter((key) => !done.has(key)),
      options,
    );
  }
  const rows = latest(await readRows(options.results)).filter(
    ({ world, number }) => chosen.includes(world) && number >= from && number <= to,
  );
  return reportOf(rows, now);
}

function chosenWorlds(names: string | undefined): readonly WorldName[] {
  if (names === undefined) return WORLDS;
  return names.split(',').flatMap((name) => {
    const result = WORLDS.filter((world) => world === name || world.startsWith(`${name}-`));
    if (result.length === 0) throw refusal(`There is no world '${name}'; there are ${WORLDS.join(', ')}.`);
    return result;
  });
}

function keyOf({ world, number }: { readonly world: string; readonly number: number }): string {
  return `${world}/${number}`;
}

async function readRows(path: string): Promise<WorldRow[]> {
  if (!existsSync(path)) return [];
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as WorldRow);
}

/** The last line of each drive, in the order of the worlds. */
function latest(rows: readonly WorldRow[]): WorldRow[] {
  const last = new Map(rows.map((row) => [keyOf(row), row]));
  return WORLDS.flatMap((world) =>
    Array.from({ length: SEEDS }, (_, i) => last.get(keyOf({ world, number: i + 1 })) ?? []).flat(),
  );
}

/** Runs drives, each in a process of its own, and writes each line as it comes. */
async function runAll(keys: readonly string[], options: WorldsOptions): Promise<void> {
  await mkdir(dirname(resolve(options.results)), { recursive: true });
  const queue = [...keys];
  const work = async (): Promise<void> => {
    for (let key = queue.shift(); key !== undefined; key = queue.shift()) {
      const line = await lineOf(key, options);
      if (line === null) say(`${key}: no result`);
      else await appendFile(options.results, `${line}\n`);
    }
  };
  await Promise.all(Array.from({ length: options.jobs }, work));
}

/** The line of one drive; null: its process failed, which it has said why. */
async function lineOf(key: string, { distance, keep }: WorldsOptions): Promise<string | null> {
  const child = spawn(
    process.execPath,
    [
      ...[process.argv[1], 'worlds', '--one', key],
      ...(distance ? [] : ['--no-distance']),
      ...(keep === undefined ? [] : ['--keep', keep]),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  const [status] = await once(child, 'close');
  return status === 0 ? text : null;
}

function reportOf(rows: readonly WorldRow[], now: string): BenchReport {
  const others = rows.filter((row) => row.code !== now).length;
  const failed = rows.filter(({ failures }) => failures.length > 0);
  const [stated, known] = [figuresTable(rows, 'stated'), figuresTable(rows, 'known')];
  const endsKept = WORLDS.every((world) =>
    endKept(
      world,
      rows.filter((row) => row.world === world).flatMap(({ end }) => end ?? []),
    ),
  );
  return {
    title: 'Sixteen worlds',
    body: [
      `Eight kinds of drive in rough and in smooth rock, twenty seeds of each that were written down before ([seeds.ts](../worlds/seeds.ts)): 32 and 60 m, 1 and 2 m/s, smooth ones straight and curved. Here: ${rows.length} of ${WORLDS.length * SEEDS} drives${others === 0 ? '' : `, ${others} of them by other sources than the present ones`}. Each was surveyed by \`socavon run\` from its capture and metadata alone, all options at their defaults. What is not here, \`npm run bench -- worlds --jobs N --write\` runs (all of it takes some six hours of one processor), and \`--seeds 5:8 --worlds real,mesh-smooth\` a part; the lines of several machines go into one worlds.jsonl.`,
      'The truth is the rock between the places where the survey truly was, without muck; errors are against the void above the water, where the value ends. RMS, coverage and ±/RMS are of the larger of that and of the error down to the rock under the water, which the ± must cover too. All in % of the true void.',
      BOUNDS_TEXT,
      stated.text,
      'The same drives in a project in which `socavon calibrate --distance` measured the instrument before, in a gallery with plane walls 4.5 m apart by a tape of 2 mm:',
      known.text,
      'Beside the volume: distance of the last pose from its truth, % of the path; driven metres within the range, %.',
      besidesTable(rows),
      ...failed.map((row) => `${keyOf(row)}, seed ${row.seed}: ${row.failures.join(' ')}`),
    ],
    boundsMet: failed.length === 0 && stated.boundsMet && known.boundsMet && endsKept,
  };
}
