import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { seededRandom } from '../src-core/math/random.ts';
import type { PointCloud } from '../src-core/model/cloud.ts';
import type { CachedLevels } from '../src-main/files/level-cache.ts';
import { parsePositive, parseSeed } from '../src-main/hosts/cli/option-parsers.ts';
import { nodeThreads } from '../src-main/jobs/schedule/node-threads.ts';
import { newLevels } from '../src-main/jobs/session/new-levels.ts';
import { markdownTable } from './support/markdown-table.ts';
import { type BenchReport, benchCommand, present, say } from './support/present.ts';
import { inTemporaryFolder } from './support/temporary-folder.ts';

interface LevelsBenchOptions {
  readonly points: number;
  readonly seed: number;
  readonly write?: boolean;
}

/** Points of one scan of a 16-beam sensor, and how far the robot comes between two. */
const SCAN_POINTS = 16_384;
const ADVANCE = 0.1;
/** Requests of a window at a time, and points that it holds at most. */
const IN_FLIGHT = 4;
const MOST_LOADED = 5_000_000;
const ORIGIN: readonly [number, number, number] = [352_118, 9_001_447, 4213];

/** `npm run bench -- levels`: a map of any size put in order on the disk. */
export function registerLevels(program: Command): void {
  benchCommand(
    program,
    'levels',
    'the levels of detail of a large map: time, memory, and how fast nodes are loaded',
  )
    .option('--points <n>', 'of the map', parsePositive, 50_000_000)
    .option('--seed <n>', 'of the points', parseSeed, 1)
    .action((options: LevelsBenchOptions) => present('levels', options, () => levelsBench(options)));
}

async function levelsBench({ points, seed }: LevelsBenchOptions): Promise<BenchReport> {
  return inTemporaryFolder(async (folder) => {
    const scans = Math.ceil(points / SCAN_POINTS);
    let peak = 0;
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage.rss());
    }, 50);
    say(`making up ${scans} scans`);
    const idle = process.cpuUsage();
    const alone = await secondsOf(async () => {
      for await (const _ of drive(scans, seed));
    });
    say(`building the levels of ${scans} scans`);
    let levels: CachedLevels | null = null;
    const aloneOfProcessor = process.cpuUsage(idle);
    const before = process.cpuUsage();
    const seconds = await secondsOf(async () => {
      levels = await newLevels(folder, 'bench', async (copc) => {
        for await (const cloud of drive(scans, seed)) await copc.write(cloud);
        await copc.finish();
      });
    });
    const { user, system } = process.cpuUsage(before);
    clearInterval(watch);
    const built: CachedLevels = levels!;
    const { size } = await stat(built.file);
    const counts = built.nodes.map(({ count }) => count).sort((a, b) => a - b);
    say('loading nodes');
    const one = await loaded(built, 1);
    const window = await loaded(built, IN_FLIGHT);
    return {
      title: 'Levels of detail',
      body: [
        `A drive of ${(ADVANCE * scans).toFixed(0)} m, ${built.points} points in ${scans} scans, each point drawn from the walls up to 25 m before and behind the sensor. ${availableParallelism()} cores.`,
        markdownTable(
          ['what', 'value'],
          [
            ['seconds to build, without making up the points', (seconds - alone).toFixed(1)],
            [
              'of the processor, s',
              ((user + system - aloneOfProcessor.user - aloneOfProcessor.system) / 1e6).toFixed(1),
            ],
            ['points a second', Math.round(built.points / (seconds - alone))],
            ['peak memory, MiB', Math.round(peak / 2 ** 20)],
            ['on the disk, MiB', Math.round(size / 2 ** 20)],
            ['bytes a point', (size / built.points).toFixed(1)],
            ['nodes', built.nodes.length],
            ['points of a node, median', counts[counts.length >> 1]],
            ['points of a node, most', counts.at(-1) ?? 0],
          ],
        ),
        `Nodes as the window asks for them, largest cubes first, until ${MOST_LOADED} points are there, each from the request to its points in the thread of the engine.`,
        markdownTable(
          [
            'asked for at a time',
            'ms of a node, median',
            '95 of 100 within, ms',
            'all, s',
            'points a second',
          ],
          [one, window].map(({ inFlight, median, late, all, count }) => [
            inFlight,
            median.toFixed(1),
            late.toFixed(1),
            (all / 1000).toFixed(2),
            Math.round((1000 * count) / all),
          ]),
        ),
      ],
      boundsMet: true,
    };
  });
}

interface Loaded {
  readonly inFlight: number;
  readonly median: number;
  readonly late: number;
  readonly all: number;
  readonly count: number;
}

/** Loads nodes as the window does. */
async function loaded({ file, nodes }: CachedLevels, inFlight: number): Promise<Loaded> {
  const threads = nodeThreads();
  const open = [...nodes];
  const times: number[] = [];
  let count = 0;
  // Threads have been started and the file is open once a window has drawn anything.
  await Promise.all(Array.from({ length: 8 }, () => threads.call('node', { file, version: 0, id: '' })));
  const began = performance.now();
  const ask = async (): Promise<void> => {
    for (let node = open.shift(); node && count < MOST_LOADED; node = open.shift()) {
      const requested = performance.now();
      const { xyz } = await threads.call('node', { file, version: 0, id: node.id });
      times.push(performance.now() - requested);
      count += xyz.length / 3;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, ask));
  const all = performance.now() - began;
  await threads.end();
  times.sort((a, b) => a - b);
  return {
    inFlight,
    median: times[times.length >> 1],
    late: times[Math.floor(0.95 * times.length)],
    all,
    count,
  };
}

async function secondsOf(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

async function* drive(scans: number, seed: number): AsyncGenerator<PointCloud> {
  const random = seededRandom(seed);
  const xyz = new Float32Array(3 * SCAN_POINTS);
  const reflectivity = new Uint16Array(SCAN_POINTS).fill(40);
  const scanIndex = new Uint32Array(SCAN_POINTS);
  for (let scan = 0; scan < scans; scan++) {
    const at = ADVANCE * scan;
    for (let i = 0; i < SCAN_POINTS; i++) {
      // Beams meet the wall ever more seldom the farther away: range as 2 m over the sine of an even angle.
      const along = Math.max(-25, Math.min(25, 2 / Math.tan(Math.PI * (0.02 + 0.96 * random.uniform()))));
      const angle = 2 * Math.PI * random.uniform();
      const radius = 2 + 0.01 * random.normal();
      xyz[3 * i] = along;
      xyz[3 * i + 1] = radius * Math.cos(angle);
      xyz[3 * i + 2] = radius * Math.sin(angle);
    }
    scanIndex.fill(scan);
    const x = Math.round(at);
    for (let i = 0; i < SCAN_POINTS; i++) xyz[3 * i] += at - x;
    yield { count: SCAN_POINTS, origin: [ORIGIN[0] + x, ORIGIN[1], ORIGIN[2]], xyz, reflectivity, scanIndex };
    // The watch of the memory must have its turn.
    if (scan % 16 === 0) await new Promise(setImmediate);
  }
}
