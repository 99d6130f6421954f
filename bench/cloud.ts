import { writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { EXPORT_MAP_DEFAULTS, exportMap } from '../src-core/io/cloud/export-map.ts';
import { SILENT_CONTEXT } from '../src-core/model/context.ts';
import { endingsOf, formatsOf, type MapFormat } from '../src-core/model/survey-content.ts';
import { designOutline } from '../src-core/tunnel/design/design.ts';
import { exportFolder } from '../src-main/files/export-folder.ts';
import { parsePositive, parseSeed } from '../src-main/hosts/cli/option-parsers.ts';
import { markdownTable, signed, verdict } from './support/markdown-table.ts';
import { type BenchReport, benchCommand, present, say } from './support/present.ts';
import { runCli } from './support/run-cli.ts';
import { MADE_SECTION, madeAxis, madeScans } from './support/simulated-drive.ts';
import { inTemporaryFolder } from './support/temporary-folder.ts';

interface CloudBenchOptions {
  readonly points: number;
  readonly length: number;
  readonly seed: number;
  readonly formats: readonly MapFormat[];
  readonly write?: boolean;
}

/** What is wanted of 100 million points on two cores, seconds and MiB. */
const MOST_SECONDS = 360;
const MOST_MEMORY = 2048;
/** Of the design's chainages, left out at either end: the points stop there. */
const MARGIN = 2;

/** `npm run bench -- cloud`: the cloud of another scanner, from its file to the report. */
export function registerCloud(program: Command): void {
  benchCommand(program, 'cloud', 'the cloud of another scanner, from its file to the report: time and memory')
    .option('--points <n>', 'of the cloud', parsePositive, 100_000_000)
    .option('--length <m>', 'of the drive', parsePositive, 500)
    .option('--seed <n>', 'of the points', parseSeed, 1)
    .option('--formats <names>', `of ${formatsOf('map').join(',')}`, parseFormats, ['las'])
    .action((options: CloudBenchOptions) => present('cloud', options, () => cloudBench(options)));
}

function parseFormats(text: string): MapFormat[] {
  return formatsOf('map').filter((format) => text.split(',').includes(format));
}

async function cloudBench({ points, length, seed, formats }: CloudBenchOptions): Promise<BenchReport> {
  return inTemporaryFolder(async (folder) => {
    const axis = madeAxis(length);
    const rows = Array.from(axis.chainage, (at, i) => [at, ...axis.xyz.subarray(3 * i, 3 * i + 3)].join(','));
    await writeFile(join(folder, 'axis.csv'), `chainage,x,y,z\n${rows.join('\n')}\n`);
    const truth = areaOf(designOutline(MADE_SECTION)) * (length - 2 * MARGIN);
    const lines: (string | number)[][] = [];
    let stored = true;
    for (const format of formats) {
      say(`making ${points} points as ${format}`);
      async function* scans() {
        yield* madeScans(axis, points, seed);
      }
      await exportMap(
        scans,
        exportFolder(folder),
        { ...EXPORT_MAP_DEFAULTS, formats: [format] },
        SILENT_CONTEXT,
      );
      say('measuring');
      const out = join(folder, `out-${format}`);
      const { status, json, messages, seconds, peakMiB } = await runCli([
        ...[
          'run',
          join(folder, `map${endingsOf('map', format)[0]}`),
          '--project',
          join(out, 'p.socavon'),
          '--out',
          out,
        ],
        ...['--axis', join(folder, 'axis.csv'), '--chainage', `${MARGIN}:${length - MARGIN}`],
        ...['--scanner', 'mobile', '--frame', 'grid', '--report', 'pdf,html'],
      ]);
      if (status !== 0) throw new Error(`socavon run ended with ${status}: ${messages.join(' ')}`);
      const { value, plusMinus } = json.volume as { value: number; plusMinus: number };
      const isKept = seconds < MOST_SECONDS && peakMiB < MOST_MEMORY;
      stored &&= Math.abs(value - truth) < plusMinus;
      lines.push([
        format,
        seconds.toFixed(0),
        peakMiB.toFixed(0),
        value.toFixed(1),
        plusMinus.toFixed(1),
        signed(100 * (value / truth - 1), 3),
        verdict(isKept),
      ]);
    }
    return {
      title: 'The cloud of another scanner, from its file to the report',
      body: [
        `A drive of ${length} m, ${points} points, \`socavon run FILE --axis\` with map files and report, PDF and HTML. The true volume is ${truth.toFixed(1)} m³. Load at the end ${loadavg()[0].toFixed(1)}.`,
        markdownTable(
          ['file', 'seconds', 'peak memory, MiB', 'volume m³', '± m³', 'error %', 'wanted'],
          lines,
        ),
        `Wanted of 100 million points on two cores: under ${MOST_SECONDS / 60} minutes and ${MOST_MEMORY / 1024} GiB.`,
      ],
      boundsMet: stored,
    };
  });
}

function areaOf(outline: Float64Array): number {
  const n = outline.length / 2;
  let twice = 0;
  for (let i = 0, j = n - 1; i < n; j = i++)
    twice += outline[2 * j] * outline[2 * i + 1] - outline[2 * i] * outline[2 * j + 1];
  return Math.abs(twice) / 2;
}
