import { type Command, Option } from 'commander';
import { median, rootMeanSquare } from '../src-core/math/statistics.ts';
import { parsePositive } from '../src-main/hosts/cli/option-parsers.ts';
import type { PresetName } from '../src-simulate/presets.ts';
import { exactSolids } from './support/exact-solids.ts';
import { inProcesses } from './support/in-processes.ts';
import { markdownTable, signed, verdict } from './support/markdown-table.ts';
import { type BenchReport, benchCommand, present, say } from './support/present.ts';
import { type TaskOptions, withTaskOptions } from './support/task-options.ts';
import { type MeasuredDrive, measuredDrives } from './support/volume-drive.ts';

interface VolumeBenchOptions extends TaskOptions {
  readonly seeds: number;
  readonly only?: string;
  readonly one?: string;
  readonly write?: boolean;
}

const DRIVES: readonly { readonly name: PresetName; readonly length: number }[] = [
  { name: 'curved', length: 60 },
  { name: 'niche', length: 50 },
  { name: 'crew', length: 50 },
  { name: 'rough', length: 40 },
  { name: 'smooth', length: 40 },
];

const BOUNDS = {
  /** Of each rule on an exact solid. */
  solid: 0.001,
  volume: { true: 0.0015, own: 0.003, control: 0.003 },
  breaks: 0.03,
  /** Underbreak of less than this share of the design is reported in m^3 alone. */
  leastUnder: 0.001,
  area: 0.007,
  coverage: [0.9, 0.99],
  /** Fewer runs than this cannot distinguish 99 % from all. */
  runs: 100,
} as const;

/** `npm run bench -- volume` */
export function registerVolume(program: Command): void {
  withTaskOptions(
    benchCommand(
      program,
      'volume',
      'volumes of exact solids and of simulated drives, and whether their ± covers',
    ),
    'drives',
  )
    .option('--seeds <n>', 'of each drive, from 1 on', parsePositive, 20)
    .option('--only <name>', 'drives whose name contains this; "solids" for none')
    .addOption(new Option('--one <drive>', 'a single drive, as `name/seed`: its results as JSON').hideHelp())
    .action(async (options: VolumeBenchOptions) => {
      if (options.one === undefined) return present('volume', options, () => volumes(options));
      process.stdout.write(JSON.stringify(await measured(options.one)));
    });
}

async function measured(key: string): Promise<MeasuredDrive[]> {
  say(key);
  const [name, seed] = key.split('/');
  const drive = DRIVES.find((one) => one.name === name);
  if (drive === undefined) throw new Error(`no drive '${name}'`);
  return measuredDrives(name, drive.name, drive.length, Number(seed));
}

async function volumes({ seeds, only, ...tasks }: VolumeBenchOptions): Promise<BenchReport> {
  const solids = solidRows();
  const names = DRIVES.map(({ name }) => name).filter((name) => only === undefined || name.includes(only));
  const keys = names.flatMap((name) => Array.from({ length: seeds }, (_, k) => `${name}/${k + 1}`));
  const flat = (await inProcesses('volume', keys, tasks, measured)).flat();
  const groups = SETUPS.flatMap((setup) =>
    [...names, 'all'].map((name) => ({
      ...setup,
      name,
      runs: flat.filter((run) => (name === 'all' || run.drive === name) && setup.includes(run)),
    })),
  ).filter(({ runs }) => runs.length > 0);
  const rows = groups.map(driveRow);
  return {
    title: 'Volumes',
    body: [
      '## Exact solids',
      `800,000 points with 20 mm of noise over 12 m of wall, measured from 1 to 11 m: each rule against the volume in closed form, %. Bound: ${100 * BOUNDS.solid} %; over one interval of 10 m on the taper the end areas must be too large by A'' L³ / 12.`,
      solids.table,
      ...(rows.length === 0
        ? []
        : [
            '## Simulated drives',
            `OS1-16 at 1 m/s, range noise 20 mm; the true axis; without the first 4 m and the last 2 m of the trajectory. *Calibrated*: no range bias, and none stated. *Stated*: each drive draws its bias from the distribution given by the maker's data sheet, and that bound is stated. Error of the value against the rock of the simulator: signed median, root mean square, largest. Ratio: root mean square of the error over the stated standard deviation; below 1 the ± is conservative. *Own* poses are estimated by the odometry and placed by the true pose of their first scan; *control*: the same, constrained by three surveyed targets before the measured range and three beyond it. Over- and underbreak against the design at sections every 0.2 m: median and largest error, the true underbreak, the largest error in ‰ of the design's volume, and how many over- and underbreaks lie within their own ±. A millimetre of floor is 4 to 7 % of the underbreak, and the pose of a single scan places a design no better than to some millimetres. Area: median of the sections, largest of the drives.`,
            markdownTable(
              HEADER,
              rows.map(({ cells }) => cells),
            ),
            'Uncertainty budget: components of the ±, one standard deviation, median of the seeds, % of the volume:',
            budgetTable(groups.filter(({ name }) => name !== 'all')),
          ]),
    ],
    boundsMet: solids.boundsMet && rows.every(({ boundsMet }) => boundsMet),
  };
}

function solidRows(): { readonly table: string; readonly boundsMet: boolean } {
  let boundsMet = true;
  const rows = [...exactSolids()].map(({ name, truth, every, volume, endAreaBias }) => {
    const errors = Object.entries(volume.methods).map(([method, value]) => ({
      method,
      share: (value - truth - (method === 'endArea' ? (endAreaBias ?? 0) : 0)) / truth,
      shown: value / truth - 1,
    }));
    // The solid is built from the same sections as the end areas: over one interval it has no other information.
    const bounded = errors.filter(({ method }) => endAreaBias === null || method !== 'solid');
    const isKept = bounded.every(({ share }) => Math.abs(share) < BOUNDS.solid);
    boundsMet &&= isKept;
    return [
      name,
      every,
      truth.toFixed(3),
      ...errors.map(({ shown }) => signed(100 * shown, 3)),
      endAreaBias === null ? '' : signed((100 * endAreaBias) / truth, 3),
      ((100 * volume.volume.plusMinus) / truth).toFixed(3),
      verdict(isKept),
    ];
  });
  const header = [
    'solid',
    'interval m',
    'm³',
    'integral',
    'end area',
    'prismoidal',
    'solid',
    "A'' L³/12",
    '± %',
    'bound',
  ];
  return { table: markdownTable(header, rows), boundsMet };
}

interface Setup {
  readonly poses: MeasuredDrive['poses'];
  readonly instrument: 'calibrated' | 'stated';
  includes(run: MeasuredDrive): boolean;
}

const SETUPS: readonly Setup[] = (['true', 'own', 'control'] as const).flatMap((poses) =>
  (['calibrated', 'stated'] as const).map((instrument) => ({
    poses,
    instrument,
    includes: (run: MeasuredDrive) =>
      run.poses === poses && (run.statedBias === 0) === (instrument === 'calibrated'),
  })),
);

interface Group extends Setup {
  readonly name: string;
  readonly runs: readonly MeasuredDrive[];
}

const HEADER = [
  'poses',
  'instrument',
  'drive',
  'seeds',
  'median %',
  'RMS %',
  'largest %',
  '± % median',
  'ratio',
  'covered',
  'overbreak %',
  'largest %',
  'underbreak %',
  'largest %',
  'true m³',
  '‰ of design',
  '± covers',
  'area %',
  'bound',
];

/** A bias is no fault of the measurement: the bounds of errors apply to a calibrated instrument only. */
function driveRow({ name, poses, instrument, runs }: Group): {
  readonly cells: readonly (string | number)[];
  readonly boundsMet: boolean;
} {
  const errors = runs.map(({ error }) => error);
  const covered = runs.filter(({ error, plusMinus }) => Math.abs(error) <= plusMinus).length;
  const worst = (values: readonly number[]): number => Math.max(...values.map(Math.abs));
  const middling = (values: readonly number[]): number => median(values.map(Math.abs));
  const [over, under, area] = (['over', 'under', 'area'] as const).map((key) =>
    worst(runs.map((run) => run[key])),
  );
  const boundedUnder = runs.filter(({ trueUnderShare }) => trueUnderShare >= BOUNDS.leastUnder);
  const broken = [
    ...(worst(errors) < BOUNDS.volume[poses] ? [] : ['volume']),
    ...(area < BOUNDS.area ? [] : ['area']),
    ...(over < BOUNDS.breaks ? [] : ['overbreak']),
    ...(worst(boundedUnder.map((run) => run.under)) < BOUNDS.breaks ? [] : ['underbreak']),
  ];
  const [least, most] = BOUNDS.coverage;
  const share = covered / runs.length;
  const isKept =
    name === 'all'
      ? share >= least && (share <= most || runs.length < BOUNDS.runs)
      : instrument === 'stated' || broken.length === 0;
  return {
    boundsMet: isKept,
    cells: [
      poses,
      instrument,
      name,
      runs.length,
      signed(100 * median(errors), 3),
      (100 * rootMeanSquare(errors)).toFixed(3),
      (100 * worst(errors)).toFixed(3),
      (100 * median(runs.map(({ plusMinus }) => plusMinus))).toFixed(3),
      rootMeanSquare(runs.map(({ error, plusMinus }) => (1.96 * error) / plusMinus)).toFixed(2),
      `${covered}/${runs.length}`,
      (100 * middling(runs.map((run) => run.over))).toFixed(2),
      (100 * over).toFixed(2),
      (100 * middling(runs.map((run) => run.under))).toFixed(2),
      (100 * under).toFixed(2),
      median(runs.map(({ trueUnder }) => trueUnder)).toFixed(1),
      (1000 * worst(runs.map((run) => run.under * run.trueUnderShare))).toFixed(2),
      breaksCovered(runs),
      (100 * area).toFixed(3),
      name === 'all'
        ? `${100 * least}-${100 * most} % covered: ${verdict(isKept)}`
        : instrument === 'stated'
          ? ''
          : [verdict(isKept), ...broken].join(' '),
    ],
  };
}

/** Number of over- and underbreaks whose ± covers the truth. */
function breaksCovered(runs: readonly MeasuredDrive[]): string {
  const all = runs
    .flatMap((run) => [
      [run.over, run.overPlusMinus],
      [run.under, run.underPlusMinus],
    ])
    .flatMap(([error, plusMinus]) => (error === null || plusMinus === null ? [] : [[error, plusMinus]]));
  const covered = all.filter(([error, plusMinus]) => Math.abs(error) <= plusMinus);
  return all.length === 0 ? '' : `${covered.length}/${all.length}`;
}

function budgetTable(groups: readonly Group[]): string {
  const sources = Object.keys(groups[0].runs[0].parts);
  return markdownTable(
    ['drive', 'poses', 'instrument', ...sources],
    groups.map(({ name, poses, instrument, runs }) => [
      name,
      poses,
      instrument,
      ...sources.map((source) => (100 * median(runs.map(({ parts }) => parts[source]))).toFixed(4)),
    ]),
  );
}
