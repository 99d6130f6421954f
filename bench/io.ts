import { copyFile, stat } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { EXPORT_MAP_DEFAULTS, exportMap } from '../src-core/io/cloud/export-map.ts';
import { openCloud } from '../src-core/io/cloud/open-cloud.ts';
import { seededRandom } from '../src-core/math/random.ts';
import type { PointCloud } from '../src-core/model/cloud.ts';
import { SILENT_CONTEXT } from '../src-core/model/context.ts';
import { endingsOf, formatsOf, type MapFormat } from '../src-core/model/survey-content.ts';
import { exportFolder } from '../src-main/files/export-folder.ts';
import { openFileSource } from '../src-main/files/file-source.ts';
import { parsePositive, parseSeed } from '../src-main/hosts/cli/option-parsers.ts';
import { markdownTable } from './support/markdown-table.ts';
import { type BenchReport, benchCommand, present, say } from './support/present.ts';
import { residentPeakKiB } from './support/resident-peak.ts';
import { inTemporaryFolder } from './support/temporary-folder.ts';

interface IoBenchOptions {
  readonly points: number;
  readonly seed: number;
  readonly formats: readonly MapFormat[];
  readonly write?: boolean;
}

/** One turn of 1024 columns of a 16-beam sensor, and how far the robot comes in it. */
const COLUMNS = 1024;
const BEAMS = 16;
const ADVANCE = 0.1;
const ORIGIN: readonly [number, number, number] = [352_118, 9_001_447, 4213];

/** `npm run bench -- io`: a map of any size out and in again. */
export function registerIo(program: Command): void {
  benchCommand(program, 'io', 'files of a map out and in: points a second and memory, beside cp')
    .option('--points <n>', 'of the map', parsePositive, 50_000_000)
    .option('--seed <n>', 'of the points', parseSeed, 1)
    .option('--formats <names>', `of ${formatsOf('map').join(',')}`, parseFormats, ['las', 'laz'])
    .action((options: IoBenchOptions) => present('io', options, () => ioBench(options)));
}

function parseFormats(text: string): MapFormat[] {
  return formatsOf('map').filter((format) => text.split(',').includes(format));
}

/** What a piece of work took. */
interface Taken {
  readonly seconds: number;
  readonly cpuSeconds: number;
}

async function ioBench({ points, seed, formats }: IoBenchOptions): Promise<BenchReport> {
  return inTemporaryFolder(async (folder) => {
    const rows: (string | number)[][] = [];
    const add = (what: string, count: number, { seconds, cpuSeconds }: Taken): void => {
      const peak = Math.round(residentPeakKiB() / 1024);
      rows.push([what, seconds.toFixed(1), cpuSeconds.toFixed(1), Math.round(count / seconds), peak]);
      say(`${what}: ${seconds.toFixed(1)} s`);
    };
    const built = await timed(async () => {
      for await (const _ of drive(points, seed));
    });
    add('making the points up, once; each export does it twice', points, built);
    for (const format of formats) {
      const written = await timed(() =>
        exportMap(
          () => drive(points, seed),
          exportFolder(folder),
          { ...EXPORT_MAP_DEFAULTS, formats: [format] },
          SILENT_CONTEXT,
        ),
      );
      add(`${format} out, read back and compared`, points, written);
      const file = join(folder, `map${endingsOf('map', format)[0]}`);
      let read = 0;
      const taken = await timed(async () => {
        const source = await openFileSource(file);
        for await (const chunk of (await openCloud(source)).chunks()) read += chunk.count;
        await source.close();
      });
      if (read !== points) throw new Error(`${read} of ${points} points came back from ${file}`);
      add(`${format} in`, points, taken);
      const { size } = await stat(file);
      add(
        `cp of ${(size / 2 ** 20).toFixed(0)} MiB of ${format}`,
        points,
        await timed(() => copyFile(file, `${file}.copy`)),
      );
    }
    return {
      title: 'Files of a map',
      body: [
        `${points} points of a drive, made up scan by scan in the order of the sensor. Peak memory is that of the process so far. Load at the end ${loadavg()[0].toFixed(1)}.`,
        markdownTable(['what', 'seconds', 'of the processor', 'points a second', 'peak memory, MiB'], rows),
      ],
      boundsMet: true,
    };
  });
}

async function timed(work: () => Promise<unknown>): Promise<Taken> {
  const before = process.cpuUsage();
  const began = performance.now();
  await work();
  const { user, system } = process.cpuUsage(before);
  return { seconds: (performance.now() - began) / 1000, cpuSeconds: (user + system) / 1e6 };
}

/** Scans along a straight drive of radius 2 m with rough walls, column by column; the same at each call. */
async function* drive(points: number, seed: number): AsyncGenerator<PointCloud> {
  const random = seededRandom(seed);
  const most = COLUMNS * BEAMS;
  const reflectivity = new Uint16Array(most);
  for (let scan = 0, left = points; left > 0; scan++) {
    const count = Math.min(left, most);
    const xyz = new Float32Array(3 * count);
    const at = ADVANCE * scan;
    const x = Math.round(at);
    for (let i = 0; i < count; i++) {
      const angle = (2 * Math.PI * Math.floor(i / BEAMS)) / COLUMNS;
      const elevation = ((((i % BEAMS) - (BEAMS - 1) / 2) * 2) / 180) * Math.PI;
      const radius = 2 + 0.02 * Math.sin(7 * angle + at) + 0.01 * random.normal();
      xyz[3 * i] = at - x + radius * Math.tan(elevation);
      xyz[3 * i + 1] = radius * Math.cos(angle);
      xyz[3 * i + 2] = radius * Math.sin(angle);
      reflectivity[i] = 40 + random.below(25);
    }
    left -= count;
    yield {
      count,
      origin: [ORIGIN[0] + x, ORIGIN[1], ORIGIN[2]],
      xyz,
      reflectivity: reflectivity.slice(0, count),
      scanIndex: new Uint32Array(count).fill(scan),
    };
  }
}
