import type { Command } from 'commander';
import { wholeAxis } from '../src-core/model/design.ts';
import { NO_RELIABILITY } from '../src-core/model/reliability.ts';
import { designOutline } from '../src-core/tunnel/design/design.ts';
import { unrolledLayer, unrollWall } from '../src-core/tunnel/sections/unroll.ts';
import { wallToDesign } from '../src-core/tunnel/sections/wall-layers.ts';
import { MEASURE_DEFAULTS, measureWall } from '../src-core/tunnel/volume/measure-drive.ts';
import { ProfileAccumulator } from '../src-core/tunnel/wall/profile-accumulator.ts';
import { parsePositive, parseSeed } from '../src-main/hosts/cli/option-parsers.ts';
import { markdownTable, verdict } from './support/markdown-table.ts';
import { type BenchReport, benchCommand, present, say } from './support/present.ts';
import { residentPeakKiB } from './support/resident-peak.ts';
import { MADE_SECTION, madeAxis, madeScans } from './support/simulated-drive.ts';

interface TunnelBenchOptions {
  readonly points: number;
  readonly length: number;
  readonly every: number;
  readonly seed: number;
  readonly reflectivity?: boolean;
  readonly write?: boolean;
}

/** What is wanted of 500 m, 20 million points, profiles every 0.25 m. */
const MOST_SECONDS = 20;
const MOST_MEMORY = 2 * 2 ** 30;

/** `npm run bench -- tunnel`: from the points of a map to profiles, volumes and the unrolled wall. */
export function registerTunnel(program: Command): void {
  benchCommand(program, 'tunnel', 'from points to profiles, volumes and the unrolled wall: time and memory')
    .option('--points <n>', 'of the map', parsePositive, 20_000_000)
    .option('--length <m>', 'of the drive', parsePositive, 500)
    .option('--every <m>', 'interval of the profiles', parsePositive, 0.25)
    .option('--seed <n>', 'of the points', parseSeed, 1)
    .option('--reflectivity', 'gathers the reflectivity of the wall too')
    .action((options: TunnelBenchOptions) => present('tunnel', options, () => tunnelBench(options)));
}

async function tunnelBench({
  points,
  length,
  every,
  seed,
  reflectivity = false,
}: TunnelBenchOptions): Promise<BenchReport> {
  const axis = madeAxis(length);
  const stages = new Stages();
  say(`making and gathering ${points} points`);
  const accumulator = new ProfileAccumulator(axis, { reflectivity });
  for (const scan of madeScans(axis, points, seed))
    stages.time('gathering', () => accumulator.add(scan.xyz, scan.origin, scan.count, scan.reflectivity));
  say('measuring');
  const wall = stages.time('wall', () => accumulator.wall());
  const options = { ...MEASURE_DEFAULTS, volume: { ...MEASURE_DEFAULTS.volume, every } };
  const measures = stages.time('profiles, volumes, breaks', () =>
    measureWall(
      {
        axis,
        travelledAxis: axis,
        wall,
        driven: { from: wall.surveyedFrom, to: wall.surveyedTo },
        unobserved: [],
        points: 0,
      },
      NO_RELIABILITY,
      { ...options, design: wholeAxis(MADE_SECTION) },
    ),
  );
  const outline = designOutline(MADE_SECTION);
  const unrolled = stages.time('unrolled wall', () => {
    const flat = unrollWall(wall, outline, wall.surveyedFrom, wall.surveyedTo);
    return {
      flat,
      over: unrolledLayer(
        flat,
        wallToDesign(wall, () => outline),
      ),
    };
  });
  const peak = 1024 * residentPeakKiB();
  const { clock, processor } = stages.all;
  return {
    title: 'Profiles, volumes and unrolled wall of a long drive',
    body: [
      `A drive of ${length} m, ${points} points as a robot sends them that goes along it once, ${measures.profiles.length} profiles. The points are made in between, which is not in the times but in the memory.`,
      markdownTable(
        ['stage', 's', 'processor s'],
        [...stages.rows(), ['all', clock.toFixed(1), processor.toFixed(1)]],
      ),
      `The unrolled wall has ${unrolled.flat.columns} x ${unrolled.flat.rows} cells of ${unrolled.flat.cell} m, each with its distance to the design.`,
      `Peak memory ${Math.round(peak / 2 ** 20)} MiB. Volume ${measures.volume.volume.value.toFixed(1)} ± ${measures.volume.volume.plusMinus.toFixed(1)} m³.`,
      `Wanted of 500 m and 20 million points on two cores: under ${MOST_SECONDS} s (${verdict(clock < MOST_SECONDS)} on the clock, ${verdict(processor < MOST_SECONDS)} in processor time, which is what a machine needs that does nothing else), under ${MOST_MEMORY / 2 ** 30} GiB (${verdict(peak < MOST_MEMORY)}).`,
    ],
    boundsMet: peak < MOST_MEMORY,
  };
}

/** Seconds by stage, on the clock and of the processor: on a machine that does other work too they differ. */
class Stages {
  readonly #spent = new Map<string, { clock: number; processor: number }>();

  time<T>(stage: string, work: () => T): T {
    const cpu = process.cpuUsage();
    const began = performance.now();
    const result = work();
    const clock = performance.now() - began;
    const { user, system } = process.cpuUsage(cpu);
    const before = this.#spent.get(stage) ?? { clock: 0, processor: 0 };
    this.#spent.set(stage, {
      clock: before.clock + clock / 1000,
      processor: before.processor + (user + system) / 1e6,
    });
    return result;
  }

  get all(): { clock: number; processor: number } {
    const all = { clock: 0, processor: 0 };
    for (const { clock, processor } of this.#spent.values()) {
      all.clock += clock;
      all.processor += processor;
    }
    return all;
  }

  rows(): string[][] {
    return [...this.#spent].map(([stage, { clock, processor }]) => [
      stage,
      clock.toFixed(1),
      processor.toFixed(1),
    ]);
  }
}
