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

/** Processors that a run may use. */
const THREADS = [1, 2] as const;

/**
 * `npm run bench -- run`: from a capture to the report, with one thread and with two, in turns. SOCAVON_PROGRAM names another
 * program than that of the sources.
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
  const runs = new Map<number, CliRun[]>(THREADS.map((threads) => [threads, []]));
  await inTemporaryFolder(async (compiled) => {
    const file = join(capture, 'capture.pcap');
    say('run that leaves its compiled code in the cache');
    await surveyed(file, Math.max(...THREADS), compiled);
    for (let turn = 0; turn < repeats; turn++)
      for (const threads of THREADS) {
        say(`run ${turn + 1} of ${repeats}, ${threads} thread${threads > 1 ? 's' : ''}`);
        runs.get(threads)!.push(await surveyed(file, threads, compiled));
      }
  });
  const figures = [...runs].map(([threads, done]) => ({
    threads,
    seconds: figureOf(done.map(({ seconds }) => seconds)),
    processor: figureOf(done.map(({ processorSeconds }) => processorSeconds)),
    peak: figureOf(done.map(({ peakMiB }) => peakMiB)),
  }));
  if (write) {
    const named = figures.flatMap(({ threads, seconds, processor, peak }) => [
      [`${threads} threads, s`, seconds],
      [`${threads} threads, processor s`, processor],
      [`${threads} threads, peak MiB`, peak],
    ]);
    await appendRow('run', historyRow(Object.fromEntries(named), load, OTHER_PROGRAM));
  }
  const volumes = new Set([...runs.values()].flat().map(({ json }) => JSON.stringify(json.volume)));
  return {
    title: 'A whole run',
    body: [
      `A rough drive of ${length} m, seed ${seed}: ${drive.scans} scans, from the pcap to map, volume and report (HTML and PDF), each in a process and a project of its own, in turns, by ${PROGRAM_NAME}, with compiled code in the cache as from a user's second run on; median of ${repeats}, and the least and the greatest.`,
      markdownTable(
        ['threads', 's', 'of the processor, s', 'peak memory, MiB'],
        figures.map(({ threads, seconds, processor, peak }) => [
          String(threads),
          ...[seconds, processor, peak].map(
            ({ median, least, most }) => `${median.toFixed(1)} (${least.toFixed(1)} to ${most.toFixed(1)})`,
          ),
        ]),
      ),
      `Two threads take ${(figures[1].seconds.median / figures[0].seconds.median).toFixed(2)} of the time of one. The volume is ${volumes.size === 1 ? 'the same to the last digit in all of them' : 'NOT the same in all of them'}.`,
    ],
    boundsMet: volumes.size === 1,
  };
}

/** @param compiled folder of the compiled code, which the program keeps in the user's cache */
async function surveyed(capture: string, threads: number, compiled: string): Promise<CliRun> {
  const folder = await mkdtemp(join(tmpdir(), 'socavon-run-'));
  try {
    const files = ['--project', join(folder, 'p.socavon'), '--out', join(folder, 'out')];
    const own = { SOCAVON_CACHE: join(folder, 'cache'), NODE_COMPILE_CACHE: compiled };
    const env = { SOCAVON_THREADS: String(threads), ...own };
    const run = await runCli(['run', capture, ...files], env);
    if (run.status !== 0) throw new Error(`socavon run ended with ${run.status}: ${run.messages.join(' ')}`);
    return run;
  } finally {
    await rm(folder, { recursive: true });
  }
}
