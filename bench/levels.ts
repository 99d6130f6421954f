import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { buildLevels } from '../src-core/map-levels/build-levels.ts';
import { seededRandom } from '../src-core/math/random.ts';
import type { PointCloud } from '../src-core/model/cloud.ts';
import { SILENT_CONTEXT } from '../src-core/model/context.ts';
import { LevelFiles, NODES_FILE } from '../src-main/files/level-files.ts';
import { parsePositive, parseSeed } from '../src-main/hosts/cli/option-parsers.ts';
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
const ORIGIN: readonly [number, number, number] = [352_118, 9_001_447, 4213];

/** `npm run bench -- levels`: a map of any size put in order on the disk. */
export function registerLevels(program: Command): void {
  benchCommand(program, 'levels', 'building the levels of detail of a large map: time and memory')
    .option('--points <n>', 'of the map', parsePositive, 50_000_000)
    .option('--seed <n>', 'of the points', parseSeed, 1)
    .action((options: LevelsBenchOptions) => present('levels', options, () => levelsBench(options)));
}

async function levelsBench({ points, seed }: LevelsBenchOptions): Promise<BenchReport> {
  return inTemporaryFolder(async (folder) => {
    const own = join(folder, 'levels');
    await mkdir(own);
    const files = await LevelFiles.create(own);
    const scans = Math.ceil(points / SCAN_POINTS);
    let peak = 0;
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage.rss());
    }, 50);
    say(`building the levels of ${scans} scans`);
    const began = performance.now();
    const built = await buildLevels(drive(scans, seed), scans, files, SILENT_CONTEXT);
    await files.finish();
    const seconds = (performance.now() - began) / 1000;
    clearInterval(watch);
    const { size } = await stat(join(own, NODES_FILE));
    const counts = built.nodes.map(({ count }) => count).sort((a, b) => a - b);
    return {
      title: 'Levels of detail',
      body: [
        `A drive of ${(ADVANCE * scans).toFixed(0)} m, ${built.points} points in ${scans} scans, each point drawn from the walls up to 25 m before and behind the sensor; the time of making them up is in it.`,
        markdownTable(
          ['what', 'value'],
          [
            ['seconds', seconds.toFixed(0)],
            ['points a second', Math.round(built.points / seconds)],
            ['peak memory, MiB', Math.round(peak / 2 ** 20)],
            ['on the disk, MiB', Math.round(size / 2 ** 20)],
            ['nodes', built.nodes.length],
            ['points of a node, median', counts[counts.length >> 1]],
            ['points of a node, most', counts.at(-1) ?? 0],
          ],
        ),
      ],
      boundsMet: true,
    };
  });
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
