import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { parsePositive, parseSeed } from '../src-main/hosts/cli/option-parsers.ts';
import { appendRow, figureOf, historyRow } from './support/history.ts';
import { markdownTable } from './support/markdown-table.ts';
import { type BenchReport, benchCommand, present, say } from './support/present.ts';
import { type CliRun, OTHER_PROGRAM, PROGRAM_NAME, runCli } from './support/run-cli.ts';
import { simulatedCapture } from './support/simulated-capture.ts';
import { inTemporaryFolder } from './support/temporary-folder.ts';

interface RunBenchOptions {
  readonly length: number;
  readonly seed: number;
  readonly repeats: number;
  readonly write?: boolean;
}

interface Way {
  readonly name: string;
  /** null: as many as the program takes by itself. */
  readonly threads: number | null;
  readonly onOneProcessor?: true;
}

/** V8 compiles and collects garbage in threads of its own, which also has one thread of ours on a second processor. */
const ONE_PROCESSOR: Way = { name: 'one processor', threads: null, onOneProcessor: true };
const WAYS: readonly Way[] = [
  ...(process.platform === 'linux' ? [ONE_PROCESSOR] : []),
  { name: '1 threads', threads: 1 },
  { name: '2 threads', threads: 2 },
];

/**
 * `npm run bench -- run`: from a capture to the report, on one processor (Linux), with one thread and with two, in turns.
 * SOCAVON_PROGRAM names another program than that of the sources.
 */
export function registerRun(program: Command): void {
  benchCommand(program, 'run', 'socavon run from a capture to its report: time, processor time and memory')
    .option('--length <m>', 'of the drive', parsePositive, 60)
    .option('--seed <n>', 'of the simulator', parseSeed, 1)
    .option('--repeats <n>', 'runs of each', parsePositive, 3)
    .action((options: RunBenchOptions) => present('run', options, () => runBench(options)));
}

async function runBench({ length, seed, repeats, write }: RunBenchOptions): Promise<BenchReport> {
  const { folder: capture, drive } = await simulatedCapture('rough', length, seed);
  const load = loadavg()[0];
  const runs = new Map<Way, CliRun[]>(WAYS.map((way) => [way, []]));
  await inTemporaryFolder(async (compiled) => {
    const file = join(capture, 'capture.pcap');
    say('run that leaves its compiled code in the cache');
    await surveyed(file, WAYS[WAYS.length - 1], compiled);
    for (let turn = 0; turn < repeats; turn++)
      for (const way of WAYS) {
        say(`run ${turn + 1} of ${repeats}, ${way.name}`);
        runs.get(way)!.push(await surveyed(file, way, compiled));
      }
  });
  const figures = [...runs].map(([{ name }, done]) => ({
    name,
    seconds: figureOf(done.map(({ seconds }) => seconds)),
    processor: figureOf(done.map(({ processorSeconds }) => processorSeconds)),
    peak: figureOf(done.map(({ peakMiB }) => peakMiB)),
  }));
  if (write) {
    const named = figures.flatMap(({ name, seconds, processor, peak }) => [
      [`${name}, s`, seconds],
      [`${name}, processor s`, processor],
      [`${name}, peak MiB`, peak],
    ]);
    await appendRow('run', historyRow(Object.fromEntries(named), load, OTHER_PROGRAM));
  }
  const [two] = figures.slice(-1);
  const ratios = figures
    .slice(0, -1)
    .map(
      ({ name, seconds }) =>
        `${name} against ${two.name}: ${(seconds.median / two.seconds.median).toFixed(2)} times the time`,
    );
  const volumes = new Set([...runs.values()].flat().map(({ json }) => JSON.stringify(json.volume)));
  return {
    title: 'A whole run',
    body: [
      `A rough drive of ${length} m, seed ${seed}: ${drive.scans} scans, from the pcap to map, volume and report (HTML and PDF), each in a process and a project of its own, in turns, by ${PROGRAM_NAME}, with compiled code in the cache as from a user's second run on; median of ${repeats}, and the least and the greatest.`,
      markdownTable(
        ['', 's', 'of the processor, s', 'peak memory, MiB'],
        figures.map(({ name, seconds, processor, peak }) => [
          name,
          ...[seconds, processor, peak].map(
            ({ median, least, most }) => `${median.toFixed(1)} (${least.toFixed(1)} to ${most.toFixed(1)})`,
          ),
        ]),
      ),
      `${ratios.join('; ')}. The volume is ${volumes.size === 1 ? 'the same to the last digit in all of them' : 'NOT the same in all of them'}.`,
    ],
    boundsMet: volumes.size === 1,
  };
}

/** @param compiled folder of the compiled code, which the program keeps in the user's cache */
async function surveyed(
  capture: string,
  { threads, onOneProcessor }: Way,
  compiled: string,
): Promise<CliRun> {
  const folder = await mkdtemp(join(tmpdir(), 'socavon-run-'));
  try {
    const files = ['--project', join(folder, 'p.socavon'), '--out', join(folder, 'out')];
    const own = { SOCAVON_CACHE: join(folder, 'cache'), NODE_COMPILE_CACHE: compiled };
    const env = { ...(threads !== null && { SOCAVON_THREADS: String(threads) }), ...own };
    const run = await runCli(['run', capture, ...files], env, { onOneProcessor });
    if (run.status !== 0) throw new Error(`socavon run ended with ${run.status}: ${run.messages.join(' ')}`);
    return run;
  } finally {
    await rm(folder, { recursive: true });
  }
}
