import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { momentsOf, poseError } from '../src-core/math/pose-error.ts';
import { voxelMeans } from '../src-lab/clouds/voxel-means.ts';
import { parsePositive } from '../src-main/hosts/cli/option-parsers.ts';
import { peersHere, runPeer } from './basin/peers.ts';
import { radiusOf } from './basin/starts.ts';
import { OUTDOOR_EDGE, outdoorScans, TIMED_PAIRS, type TimedPair } from './register/pairs.ts';
import type { PairTimes } from './register/timed-calls.ts';
import { appendRow, type Figure, figureOf, historyRow } from './support/history.ts';
import { markdownTable } from './support/markdown-table.ts';
import { type BenchReport, benchCommand, present, say } from './support/present.ts';
import { inTemporaryFolder } from './support/temporary-folder.ts';

interface RegisterBenchOptions {
  readonly only?: string;
  readonly turns: number;
  readonly calls: number;
  readonly write?: boolean;
}

/** How the program registers: in the thread that calls, or as its job with so many threads. */
const WAYS = [
  { name: 'in the calling thread', where: 'here', threads: 1 },
  { name: 'as a job, 1 thread', where: 'job', threads: 1 },
  { name: 'as a job, 2 threads', where: 'job', threads: 2 },
] as const;

const TIMED_CALLS = join(import.meta.dirname, 'register/timed-calls.ts');
const PEAK_MEMORY = new URL('./support/peak-memory.ts', import.meta.url).href;

/** Times of one way over all its processes. */
interface WayTimes {
  readonly warm: Figure;
  /** With the loading of the modules. */
  readonly first: Figure;
  readonly peakMiB: Figure;
  /** Root mean square distance of the points from where they belong, m. */
  readonly error: number;
  /** Numbers of the poses, the same text for the same bits. */
  readonly poses: ReadonlySet<string>;
}

/** `npm run bench -- register`: pairs of clouds, first call and further ones, beside other programs. */
export function registerRegister(program: Command): void {
  benchCommand(
    program,
    'register',
    'registration of pairs of clouds: first call, further ones, other programs',
  )
    .option('--only <pair>', `one of ${Object.keys(TIMED_PAIRS).join(', ')}`)
    .option('--turns <n>', 'processes of each way, in turns', parsePositive, 3)
    .option('--calls <n>', 'calls in each process', parsePositive, 9)
    .action((options: RegisterBenchOptions) => present('register', options, () => registerBench(options)));
}

async function registerBench({ only, turns, calls, write }: RegisterBenchOptions): Promise<BenchReport> {
  const load = loadavg()[0];
  const figures: Record<string, Figure> = {};
  const body: string[] = [
    `First call: in a process of its own, from loading the modules, whose compiled code is kept as the program keeps it, to the result, the clouds in memory; further calls: ${calls} after two more in each of ${turns} processes, in turns. Medians in ms, with the least and the greatest. Error: root mean square distance of the points from where they belong. Others: from points to pose, ${calls} calls in each of ${turns} processes.`,
  ];
  let same = true;
  for (const [name, { what, make }] of Object.entries(TIMED_PAIRS)) {
    if (only !== undefined && only !== name) continue;
    say(name);
    const pair = await make();
    const { ways, peers } = await timesOf(pair, turns, calls);
    const poses = new Set([...ways.values()].flatMap(({ poses }) => [...poses]));
    same &&= poses.size === 1;
    for (const [way, { warm, first, peakMiB }] of ways) {
      figures[`${name}, ${way}, ms`] = warm;
      figures[`${name}, ${way}, first call, ms`] = first;
      figures[`${name}, ${way}, peak MiB`] = peakMiB;
    }
    for (const [peer, { warm }] of peers) figures[`${name}, ${peer}, ms`] = warm;
    body.push(
      `## ${name}: ${what}`,
      markdownTable(
        ['', 'further calls, ms', 'first call, ms', 'peak memory, MiB', 'error, mm'],
        [
          ...[...ways].map(([way, times]) => [
            way,
            ...[times.warm, times.first, times.peakMiB].map(figureText),
            errorText(times.error),
          ]),
          ...[...peers].map(([peer, times]) => [
            peer,
            figureText(times.warm),
            '',
            '',
            errorText(times.error),
          ]),
        ],
      ),
      poses.size === 1
        ? 'The pose is the same to the last bit in all ways and calls.'
        : '**The pose is NOT the same in all ways and calls.**',
    );
  }
  if (only === undefined || only === 'outdoor') {
    const thinning = await thinningTimes(calls);
    figures['outdoor, thinning both, ms'] = thinning;
    body.push(`Thinning both outdoor scans to the means of ${OUTDOOR_EDGE} m: ${figureText(thinning)} ms.`);
  }
  if (write) await appendRow('register', historyRow(figures, load));
  return { title: 'Registration of pairs', body, boundsMet: same };
}

async function timesOf(
  pair: TimedPair,
  turns: number,
  calls: number,
): Promise<{
  ways: Map<string, WayTimes>;
  peers: Map<string, { readonly warm: Figure; readonly error: number }>;
}> {
  const processes = new Map<string, (PairTimes & { peakMiB: number })[]>(WAYS.map(({ name }) => [name, []]));
  const others = new Map<string, { ms: number; error: number }[]>(peersHere().map((peer) => [peer, []]));
  await inTemporaryFolder(async (folder) => {
    const file = join(folder, 'pair');
    await writePair(pair, file);
    const compiled = join(folder, 'compiled');
    for (const { where, threads } of WAYS) timedCalls([file, where, '0'], threads, compiled);
    for (let turn = 0; turn < turns; turn++) {
      for (const { name, where, threads } of WAYS)
        processes.get(name)!.push(timedCalls([file, where, String(calls)], threads, compiled));
      const starts = Array.from({ length: calls + 1 }, () => ({
        level: 0,
        T_target_source: pair.start,
        maxDistance: pair.maxDistance,
      }));
      for (const [peer, result] of others) {
        // The first one of a process is cold.
        const outcomes = runPeer(peer, pair.source, pair.target, starts, radiusOf(pair.source)).slice(1);
        for (const { T_target_source, ms } of outcomes)
          result.push({ ms, error: T_target_source === null ? Number.NaN : errorOf(pair, T_target_source) });
      }
    }
  });
  return {
    ways: new Map([...processes].map(([name, times]) => [name, wayTimes(pair, times)])),
    peers: new Map(
      [...others].map(([peer, result]) => [
        peer,
        { warm: figureOf(result.map(({ ms }) => ms)), error: result[0].error },
      ]),
    ),
  };
}

function wayTimes(pair: TimedPair, times: readonly (PairTimes & { peakMiB: number })[]): WayTimes {
  const { pose } = times[0];
  return {
    warm: figureOf(times.flatMap(({ warm }) => warm)),
    first: figureOf(times.map(({ load, first }) => load + first)),
    peakMiB: figureOf(times.map(({ peakMiB }) => peakMiB)),
    error: errorOf(pair, { R: Float64Array.from(pose.slice(0, 9)), t: Float64Array.from(pose.slice(9)) }),
    poses: new Set(times.map((one) => one.pose.join(' '))),
  };
}

/**
 * @param compiled folder of the compiled code, which the program too keeps from one start to the next
 * @throws Error if the process fails
 */
function timedCalls(
  args: readonly string[],
  threads: number,
  compiled: string,
): PairTimes & { peakMiB: number } {
  const { status, output } = spawnSync(process.execPath, ['--import', PEAK_MEMORY, TIMED_CALLS, ...args], {
    stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
    env: { ...process.env, SOCAVON_THREADS: String(threads), NODE_COMPILE_CACHE: compiled },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}`);
  const [peakKiB] = output[3]!.split(' ').map(Number);
  return { ...(JSON.parse(output[1]!) as PairTimes), peakMiB: peakKiB / 1024 };
}

async function writePair({ source, target, method, start, maxDistance }: TimedPair, file: string) {
  const both = new Float64Array(source.xyz.length + target.xyz.length);
  both.set(source.xyz);
  both.set(target.xyz, source.xyz.length);
  await writeFile(file, both);
  // Infinity is null in JSON.
  const rest = { method, maxDistance, start: [...start.R, ...start.t], points: source.count };
  await writeFile(`${file}.json`, JSON.stringify(rest));
}

async function thinningTimes(calls: number): Promise<Figure> {
  const scans = await outdoorScans();
  return figureOf(
    Array.from({ length: calls }, () => {
      const began = performance.now();
      for (const points of scans) voxelMeans(points, OUTDOOR_EDGE);
      return performance.now() - began;
    }),
  );
}

function errorOf({ source, truth }: TimedPair, T_target_source: TimedPair['truth']): number {
  return poseError(T_target_source, truth, momentsOf(source)).rms;
}

function errorText(metres: number): string {
  return (1000 * metres).toPrecision(3);
}

function figureText({ median, least, most }: Figure): string {
  return `${median.toFixed(0)} (${least.toFixed(0)} to ${most.toFixed(0)})`;
}
