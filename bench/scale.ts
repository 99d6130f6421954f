import { copyFile, mkdir } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { parsePositive, parseSeed } from '../src-main/hosts/cli/option-parsers.ts';
import { appendRow, figureOf, historyRow } from './support/history.ts';
import { longProject } from './support/long-project.ts';
import { markdownTable } from './support/markdown-table.ts';
import { type BenchReport, benchCommand, present, say } from './support/present.ts';
import { type CliRun, OTHER_PROGRAM, PROGRAM_NAME, runCli } from './support/run-cli.ts';
import { simulatedCapture } from './support/simulated-capture.ts';
import { inTemporaryFolder } from './support/temporary-folder.ts';

interface ScaleBenchOptions {
  readonly lengths: readonly number[];
  readonly repeated: readonly number[];
  readonly seed: number;
  /** Numbers of threads; empty: as many as the machine has processors. */
  readonly threads: readonly number[];
  /** True: each drive is surveyed once more, to measure what is held after a collection. */
  readonly held?: boolean;
  readonly write?: boolean;
}

/** Length of the drive that is repeated, m. */
const REPEATED = 60;
/** Bounds against the shortest: time a metre, and peak memory. */
const MOST_TIME = 1.1;
const MOST_MEMORY = 1.3;

/** `npm run bench -- scale`: what a metre costs in short drives and in long ones. SOCAVON_PROGRAM as for `run`. */
export function registerScale(program: Command): void {
  benchCommand(
    program,
    'scale',
    'socavon run of drives of several lengths: time a metre and memory, by stage',
  )
    .option(
      '--lengths <m,m>',
      'of drives that are simulated, imported and aligned',
      parseLengths,
      [60, 240, 600],
    )
    .option(
      '--repeated <times,times>',
      'also how often an aligned drive of 60 m is repeated to a long one, which is measured and exported; 139 times are 72 000 scans',
      parseLengths,
      [],
    )
    .option('--seed <n>', 'of the simulator', parseSeed, 1)
    .option('--threads <n,n>', 'numbers of threads, each for all drives', parseLengths, [])
    .option('--held', 'also what is held in array buffers after a collection, of a second run each')
    .action((options: ScaleBenchOptions) => present('scale', options, () => scaleBench(options)));
}

interface Measured {
  readonly name: string;
  /** null: as many as the machine has processors. */
  readonly threads: number | null;
  readonly metres: number;
  readonly run: CliRun;
  /** The same with garbage collected all along; null: not run. */
  readonly collected: CliRun | null;
}

/** How drives are surveyed. */
interface How {
  readonly threads: readonly (number | null)[];
  readonly held: boolean;
  /** Folder of compiled code, kept from run to run as the program keeps it in the user's cache. */
  readonly compiled: string;
}

async function scaleBench(options: ScaleBenchOptions): Promise<BenchReport> {
  const { lengths, repeated, seed, write, held = false } = options;
  const load = loadavg()[0];
  const threads = options.threads.length > 0 ? options.threads : [null];
  const whole: Measured[] = [];
  const long: Measured[] = [];
  await inTemporaryFolder(async (compiled) => {
    const how = { threads, held, compiled };
    await warmUp(seed, how);
    for (const length of lengths) whole.push(...(await simulated(length, seed, how)));
    for (const times of repeated) long.push(...(await repeatedDrive(times, seed, how)));
  });
  const all = [...whole, ...long];
  if (write) {
    const figures = all.map(labelled).flatMap(({ name, metres, run }) => [
      [`${name}, s a metre`, figureOf([run.seconds / metres])],
      [`${name}, processor s a metre`, figureOf([run.processorSeconds / metres])],
      [`${name}, peak MiB`, figureOf([run.peakMiB])],
    ]);
    await appendRow('scale', historyRow(Object.fromEntries(figures), load, OTHER_PROGRAM));
  }
  return {
    title: 'Length of a drive, time and memory',
    body: [
      `Rough drives, seed ${seed}: \`socavon run\` by ${PROGRAM_NAME}, each in a process and a project of its own, once. Metres are those of the path of the sensor.`,
      table(whole),
      ...(long.length === 0
        ? []
        : [
            `An aligned drive of ${REPEATED} m, repeated end to end: map, measurement and report of it, without import and alignment.`,
            table(long),
          ]),
      'By stage: seconds, and the largest memory seen in it, MiB. Where two stages run at a time, the one that is shown.',
      all.map(labelled).map(stagesOf).join('\n'),
      ...[whole, long].flatMap((measured) => threads.flatMap((count) => grown(measured, count))),
    ],
    boundsMet: true,
  };
}

/** Compiles what all runs load: only the first command after an installation has to. */
async function warmUp(seed: number, { compiled }: How): Promise<void> {
  const { folder } = await simulatedCapture('rough', REPEATED, seed);
  say('run that is not measured');
  await surveyedOnce(join(folder, 'capture.pcap'), null, { compiled, count: null, collects: false });
}

async function simulated(length: number, seed: number, how: How): Promise<Measured[]> {
  const { folder: capture } = await simulatedCapture('rough', length, seed);
  return surveyed(`${length} m`, join(capture, 'capture.pcap'), null, how);
}

async function repeatedDrive(times: number, seed: number, how: How): Promise<Measured[]> {
  return inTemporaryFolder(async (folder) => {
    const { drive } = await simulatedCapture('rough', REPEATED, seed);
    const project = join(folder, 'p.socavon');
    const capture = await longProject(project, times * drive.scans, seed, REPEATED);
    return surveyed(`${times} x ${REPEATED} m`, capture, project, how);
  });
}

/** Surveys a capture, each time in a process, a project and a cache of its own. @param project null: a new one */
async function surveyed(
  name: string,
  capture: string,
  project: string | null,
  { threads, held, compiled }: How,
): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const count of threads) {
    say(`run of ${name}${count === null ? '' : `, threads: ${count}`}`);
    const run = await surveyedOnce(capture, project, { compiled, count, collects: false });
    const collected = held ? await surveyedOnce(capture, project, { compiled, count, collects: true }) : null;
    measured.push({ name, threads: count, metres: Number(run.json.pathLength), run, collected });
  }
  return measured;
}

async function surveyedOnce(
  capture: string,
  project: string | null,
  how: { readonly compiled: string; readonly count: number | null; readonly collects: boolean },
): Promise<CliRun> {
  const { compiled, count, collects } = how;
  return inTemporaryFolder(async (folder) => {
    const own = join(folder, 'p.socavon');
    if (project !== null) await copyFile(project, own);
    const cache = join(folder, 'cache');
    await mkdir(cache);
    const env = {
      SOCAVON_CACHE: cache,
      NODE_COMPILE_CACHE: compiled,
      ...(count !== null && { SOCAVON_THREADS: `${count}` }),
    };
    const run = await runCli(['run', capture, '--project', own, '--out', join(folder, 'out')], env, {
      collects,
    });
    if (run.status !== 0) throw new Error(`socavon run ended with ${run.status}: ${run.messages.join(' ')}`);
    return run;
  });
}

/** With the number of threads in its name. */
function labelled(one: Measured): Measured {
  return one.threads === null ? one : { ...one, name: `${one.name}, threads: ${one.threads}` };
}

function table(measured: readonly Measured[]): string {
  return markdownTable(
    [
      ...['drive', 'threads', 'path, m', 's', 's a metre', 'of the processor, s a metre', 'peak memory, MiB'],
      'held in array buffers, MiB',
    ],
    measured.map(({ name, threads, metres, run, collected }) => [
      name,
      threads === null ? 'all' : `${threads}`,
      metres.toFixed(1),
      run.seconds.toFixed(1),
      (run.seconds / metres).toFixed(3),
      (run.processorSeconds / metres).toFixed(3),
      run.peakMiB.toFixed(0),
      collected === null ? '' : Math.max(...collected.stages.map(({ heldMiB }) => heldMiB)).toFixed(0),
    ]),
  );
}

function stagesOf({ name, run, collected }: Measured): string {
  const heldIn = (stage: string): string => {
    const known = collected?.stages.find((other) => other.stage === stage);
    return known === undefined ? '' : ` (${known.heldMiB.toFixed(0)} held)`;
  };
  const stages = run.stages.map(
    ({ stage, seconds, peakMiB }) =>
      `${stage} ${seconds.toFixed(1)} s, ${peakMiB.toFixed(0)} MiB${heldIn(stage)}`,
  );
  return `- ${name}: ${stages.join('; ')}`;
}

/** How the longest with a number of threads compares with the shortest; empty: there is but one. */
function grown(measured: readonly Measured[], threads: number | null): string[] {
  const sorted = measured.filter((one) => one.threads === threads).sort((a, b) => a.metres - b.metres);
  if (sorted.length < 2) return [];
  const [short, long] = [sorted[0], sorted.at(-1)!].map(labelled);
  const time = long.run.processorSeconds / long.metres / (short.run.processorSeconds / short.metres);
  const memory = long.run.peakMiB / short.run.peakMiB;
  const perMetre = (long.run.peakMiB - short.run.peakMiB) / (long.metres - short.metres);
  const verdict = (value: number, most: number): string => (value <= most ? 'within' : 'NOT within');
  const said = `${long.name} against ${short.name}: time of the processor a metre ${time.toFixed(2)} times, ${verdict(time, MOST_TIME)} ${MOST_TIME}; peak memory ${memory.toFixed(2)} times, ${verdict(memory, MOST_MEMORY)} ${MOST_MEMORY}, ${perMetre.toFixed(2)} MiB a metre.`;
  return [said];
}

function parseLengths(text: string): number[] {
  return text.split(',').map((part) => parsePositive(part));
}
