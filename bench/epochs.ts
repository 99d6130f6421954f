import { type Command, Option } from 'commander';
import { median } from '../src-core/math/statistics.ts';
import { SILENT_CONTEXT } from '../src-core/model/context.ts';
import type { EpochComparison } from '../src-core/model/epoch.ts';
import { compareEpochs } from '../src-core/tunnel/epochs/compare-epochs.ts';
import { convergence } from '../src-core/tunnel/epochs/convergence.ts';
import type { SurveyedEpoch } from '../src-core/tunnel/epochs/epoch-options.ts';
import { parsePositive } from '../src-main/hosts/cli/option-parsers.ts';
import type { SimulateOptions } from '../src-simulate/options.ts';
import { presetOptions } from '../src-simulate/presets.ts';
import { simulateScans } from '../src-simulate/simulate-scans.ts';
import { epochsTruth } from '../src-simulate/truth/truth-epochs.ts';
import { inProcesses } from './support/in-processes.ts';
import { markdownTable, verdict } from './support/markdown-table.ts';
import { type BenchReport, benchCommand, present, say } from './support/present.ts';
import { alignedEpochs, epochAtTruth, lineOf } from './support/simulated-epochs.ts';
import { type TaskOptions, withTaskOptions } from './support/task-options.ts';

interface EpochsOptions extends TaskOptions {
  readonly seeds: number;
  readonly poses: 'both' | 'true';
  readonly one?: string;
  readonly write?: boolean;
}

/** Bounds of the product: period volume, %, and advance, m. */
const BOUNDS = { volume: 1.5, advance: 0.03 };
/** The whole working, the face of the earlier survey, and where the comparison begins, m. */
const WORKING = { length: 34, earlier: 30.6, from: 12 };

/** `npm run bench -- epochs` */
export function registerEpochs(program: Command): void {
  withTaskOptions(
    benchCommand(
      program,
      'epochs',
      'period volume, face advance and false alarms of two simulated surveys, with the truth',
    ),
    'workings',
  )
    .option('--seeds <n>', 'number of workings', parsePositive, 20)
    .addOption(
      new Option('--poses <which>', 'true poses alone, or estimated poses too')
        .choices(['both', 'true'])
        .default('both'),
    )
    .addOption(new Option('--one <seed>', 'a single working: its results as JSON').hideHelp())
    .action(async (options: EpochsOptions) => {
      const run = (key: string) => runsOf(Number(key), options.poses);
      if (options.one === undefined) return present('epochs', options, () => epochs(options, run));
      process.stdout.write(JSON.stringify(await run(options.one)));
    });
}

/** Results of one comparison beside the truth. */
interface Run {
  readonly poses: 'true' | 'own';
  readonly volume: number;
  readonly trueVolume: number;
  readonly volumePlusMinus: number;
  readonly advance: number;
  readonly trueAdvance: number;
  readonly advancePlusMinus: number;
  /** Share of the compared patches that are reported as moved; nothing moved. */
  readonly alarms: number;
  readonly warnings: readonly string[];
}

async function epochs(
  { seeds, poses, ...tasks }: EpochsOptions,
  run: (key: string) => Promise<Run[]>,
): Promise<BenchReport> {
  const keys = Array.from({ length: seeds }, (_, k) => String(k + 1));
  const runs = (await inProcesses('epochs', keys, tasks, run, ['--poses', poses])).flat();
  const rows = (['true', 'own'] as const)
    .map((which) => runs.filter((one) => one.poses === which))
    .filter((some) => some.length > 0)
    .map(rowOf);
  return {
    title: 'Two surveys of one working',
    body: [
      `Simulated blast-rough drives with a gentle curve, surveyed when the face stood at ${WORKING.earlier} m and again at ${WORKING.length} m along another trajectory and with other noise; OS1-16, 1 m/s, range noise 20 mm, 2 % dropouts. The period volume is measured from chainage ${WORKING.from} m to the surface of both faces; nothing moved but the face. Own: the earlier survey by odometry, the later joined to it.`,
      'Error of the period volume, % of the truth, and of the advance, mm: median and largest of the seeds. Covered: seeds whose truth lies within the ± (95 %). Alarms: share of the wall that is reported as moved, mean and largest.',
      markdownTable(
        [
          'poses',
          'seeds',
          'volume %',
          'largest',
          '± %',
          'covered',
          'advance mm',
          'largest',
          '± mm',
          'covered',
          'alarms %',
          'largest',
          'warned',
          'bounds',
        ],
        rows.map(({ cells }) => cells),
      ),
    ],
    boundsMet: rows.every(({ boundsMet }) => boundsMet),
  };
}

/** One working, by its true poses and by the program's own. */
async function runsOf(seed: number, which: EpochsOptions['poses']): Promise<Run[]> {
  say(`working ${seed}`);
  const working: SimulateOptions = { ...presetOptions('rough', WORKING.length), seed };
  const earlier = simulateScans({ ...working, faceAt: WORKING.earlier }, SILENT_CONTEXT);
  const later = simulateScans(
    { ...working, surveySeed: seed + 1000, lateralOffset: -0.2, start: 5 },
    SILENT_CONTEXT,
  );
  const axis = lineOf(later.drive);
  const truth = epochsTruth(earlier.drive, later.drive, WORKING.from);
  const runOf = (
    poses: Run['poses'],
    before: SurveyedEpoch,
    after: SurveyedEpoch,
    relative: readonly [number, number, number],
  ): Run => {
    const epochs = compareEpochs(before, after, [], { from: WORKING.from, relativeSigma: relative[0] });
    const { from, to } = epochs.common;
    const { significant, distance } = convergence(before.wall, after.wall, () => relative, from, to);
    const compared = distance.filter((d) => !Number.isNaN(d)).length;
    const run: Run = {
      poses,
      ...figures(epochs),
      trueVolume: truth.periodVolume,
      trueAdvance: truth.advance,
      alarms: significant.reduce((sum, one) => sum + one, 0) / compared,
      warnings: epochs.warnings.map(({ code }) => code),
    };
    say(
      `  ${poses}: volume ${(100 * (run.volume / run.trueVolume - 1)).toFixed(2)} % ± ${((100 * run.volumePlusMinus) / run.trueVolume).toFixed(2)}, advance ${(1000 * (run.advance - run.trueAdvance)).toFixed(1)} mm ± ${(1000 * run.advancePlusMinus).toFixed(1)}, alarms ${(100 * run.alarms).toFixed(1)} % ${run.warnings.join(' ')}`,
    );
    return run;
  };
  const atTruth = runOf(
    'true',
    await epochAtTruth(earlier, axis, 'earlier'),
    await epochAtTruth(later, axis, 'later'),
    [0, 0, 0],
  );
  if (which === 'true') return [atTruth];
  const own = await alignedEpochs(earlier, later, axis);
  return [atTruth, runOf('own', own.earlier, own.later, own.relative)];
}

function figures({ volume, advance }: EpochComparison) {
  return {
    volume: volume.value,
    volumePlusMinus: volume.plusMinus,
    advance: advance?.value ?? Number.NaN,
    advancePlusMinus: advance?.plusMinus ?? Number.NaN,
  };
}

function rowOf(runs: readonly Run[]): { cells: (string | number)[]; boundsMet: boolean } {
  const volume = runs.map((run) => 100 * Math.abs(run.volume / run.trueVolume - 1));
  const advance = runs.map((run) => Math.abs(run.advance - run.trueAdvance));
  const alarms = runs.map((run) => run.alarms);
  const covered = (value: (run: Run) => number, plusMinus: (run: Run) => number) =>
    `${runs.filter((run) => Math.abs(value(run)) <= plusMinus(run)).length}/${runs.length}`;
  const meanAlarms = alarms.reduce((sum, share) => sum + share, 0) / alarms.length;
  const boundsMet =
    volume.every((error) => error <= BOUNDS.volume) &&
    advance.every((error) => error <= BOUNDS.advance) &&
    meanAlarms <= 0.05;
  return {
    boundsMet,
    cells: [
      runs[0].poses,
      runs.length,
      median(volume).toFixed(2),
      Math.max(...volume).toFixed(2),
      median(runs.map((run) => (100 * run.volumePlusMinus) / run.trueVolume)).toFixed(2),
      covered(
        (run) => run.volume - run.trueVolume,
        (run) => run.volumePlusMinus,
      ),
      (1000 * median(advance)).toFixed(1),
      (1000 * Math.max(...advance)).toFixed(1),
      (1000 * median(runs.map((run) => run.advancePlusMinus))).toFixed(1),
      covered(
        (run) => run.advance - run.trueAdvance,
        (run) => run.advancePlusMinus,
      ),
      (100 * meanAlarms).toFixed(1),
      (100 * Math.max(...alarms)).toFixed(1),
      runs.filter(({ warnings }) => warnings.length > 0).length,
      `${BOUNDS.volume} %, ${1000 * BOUNDS.advance} mm, 5 %: ${verdict(boundsMet)}`,
    ],
  };
}
