import type { Command } from 'commander';
import { SILENT_CONTEXT } from '../src-core/model/context.ts';
import { findDynamicReturns } from '../src-core/survey/find-dynamic-returns.ts';
import { parsePositive, parseSeed } from '../src-main/hosts/cli/option-parsers.ts';
import { presetOptions } from '../src-simulate/presets.ts';
import { simulateScans } from '../src-simulate/simulate-scans.ts';
import { alignedDrive } from './support/aligned-drive.ts';
import { markdownTable } from './support/markdown-table.ts';
import { type BenchReport, benchCommand, present } from './support/present.ts';

interface MovedBenchOptions {
  readonly seeds: readonly number[];
  readonly length: number;
  readonly write?: boolean;
}

const PRESETS = ['rough', 'crew'] as const;
/** Bound of the share of static returns that are removed by mistake. */
const FALSE_BOUND = 1e-3;
const WALKER = { ahead: 4, left: 0.3, vest: false };

/** `npm run bench -- moved` */
export function registerMoved(program: Command): void {
  benchCommand(
    program,
    'moved',
    'dynamic returns found of a person walking ahead, and static returns removed by mistake',
  )
    .option('--seeds <numbers>', 'separated by commas', (text) => text.split(',').map(parseSeed), [1, 2])
    .option('--length <m>', 'of the drive', parsePositive, 24)
    .action((options: MovedBenchOptions) => present('moved', options, () => moved(options)));
}

async function moved({ seeds, length }: MovedBenchOptions): Promise<BenchReport> {
  const rows: string[][] = [];
  let boundsMet = true;
  for (const preset of PRESETS)
    for (const seed of seeds) {
      const still = simulateScans({ ...presetOptions(preset, length), seed }, SILENT_CONTEXT);
      const { scans, poses } = await alignedDrive(preset, length, seed, { walker: WALKER });
      const from = performance.now();
      const dynamic = await findDynamicReturns(scans, { poses }, SILENT_CONTEXT);
      const ms = (performance.now() - from) / poses.length;
      let [hits, hit, returns] = [0, 0, 0];
      for (const { scanIndex } of poses) {
        const without = (await still.read(scanIndex)).scan.rangeMm;
        const { rangeMm } = (await scans.read(scanIndex)).scan;
        const pixels = new Set(dynamic.of(scanIndex));
        // The same random numbers are drawn with and without the person: what differs is the person.
        rangeMm.forEach((mm, pixel) => {
          if (mm >= 800 && mm <= 60_000) returns++;
          if (mm === 0 || mm === without[pixel]) return;
          hits++;
          if (pixels.has(pixel)) hit++;
        });
      }
      const others = (dynamic.count - hit) / returns;
      boundsMet &&= others < FALSE_BOUND;
      rows.push([
        preset,
        `${seed}`,
        `${poses.length}`,
        `${((100 * hit) / hits).toFixed(1)} %`,
        `${(100 * others).toFixed(4)} %`,
        ms.toFixed(2),
      ]);
    }
  return {
    title: 'Dynamic returns',
    body: [
      'A person walks 4 m ahead and stands still with the robot for its first 1.5 s and for its last second, when no later scan sees through their position: those scans are counted too.',
      markdownTable(['preset', 'seed', 'scans', 'person, found', 'static, removed', 'ms/scan'], rows),
    ],
    boundsMet,
  };
}
