import { type Command, Option } from 'commander';
import { covariancesFromStart } from '../src-core/graph/path-covariance.ts';
import { solveCholesky } from '../src-core/math/cholesky.ts';
import { applyToPoint } from '../src-core/math/se3.ts';
import { SILENT_CONTEXT } from '../src-core/model/context.ts';
import type { ControlPoint } from '../src-core/model/control.ts';
import { controlPointCount, rmsOfResiduals } from '../src-core/report/control-summary.ts';
import {
  NOTHING_ASKED,
  REFINE_SURVEY_DEFAULTS,
  refine,
  type SurveyRefinement,
} from '../src-core/survey/refine.ts';
import { parsePositive, parseSeed } from '../src-main/hosts/cli/option-parsers.ts';
import { surveyedTargets, targetGroups } from '../src-simulate/targets.ts';
import { type AlignedDrive, alignedDrive } from './support/aligned-drive.ts';
import { inProcesses } from './support/in-processes.ts';
import { markdownTable, verdict } from './support/markdown-table.ts';
import { type BenchReport, benchCommand, present, say } from './support/present.ts';
import { type TaskOptions, withTaskOptions } from './support/task-options.ts';

interface ControlBenchOptions extends TaskOptions {
  readonly seeds: number;
  readonly length: number;
  readonly every: number;
  readonly one?: string;
  readonly write?: boolean;
}

/** Largest distance of a check point, m. */
const CHECK_BOUND = 0.03;
/** Share of seeds whose error without control lies within what was stated. */
const COVERED_BOUND = 0.9;
/** 95 % bound of chi-square with 3 degrees of freedom. */
const CHI2_95_3 = 7.815;
/** Of each three targets this one, from 0, only checks. */
const CHECK_OF_GROUP = 1;
/** Diameter of the discs, and how far from either end of the drive they begin and end, m. */
const SIZE = 0.3;
const MARGIN = 5;

/** `npm run bench -- control` */
export function registerControl(program: Command): void {
  withTaskOptions(
    benchCommand(
      program,
      'control',
      'check points between surveyed targets, and the stated error without them',
    ),
    'drives',
  )
    .option('--seeds <n>', 'drives, seeds 1 to n', parseSeed, 2)
    .option('--length <m>', 'of each drive', parsePositive, 90)
    .option('--every <m>', 'between groups of three targets', parsePositive, 30)
    .addOption(new Option('--one <seed>', 'a single drive: its row as JSON').hideHelp())
    .action(async (options: ControlBenchOptions) => {
      if (options.one === undefined) return present('control', options, () => control(options));
      process.stdout.write(JSON.stringify(await rowOf(options, options.one)));
    });
}

async function control(options: ControlBenchOptions): Promise<BenchReport> {
  const { seeds, length, every } = options;
  const keys = Array.from({ length: seeds }, (_, k) => String(k + 1));
  const flags = ['--length', String(length), '--every', String(every)];
  const result = await inProcesses('control', keys, options, (seed) => rowOf(options, seed), flags);
  const rows = result.map(({ row }) => row);
  const checksKept = result.every(({ isKept }) => isKept);
  const covered = result.filter(({ isCovered }) => isCovered).length;
  const isCovered = covered >= COVERED_BOUND * seeds;
  return {
    title: 'Control points on a straight drive',
    body: [
      `Preset rough, ${length} m, ${seeds} ${seeds === 1 ? 'seed' : 'seeds'}; three surveyed discs of ${SIZE} m every ${every} m, two of which are control points and one a check point. Bounds: every check point within ${100 * CHECK_BOUND} cm; without control the end, relative to the start, within the stated 95 % ellipsoid for ${100 * COVERED_BOUND} % of the seeds.`,
      markdownTable(
        [
          ...['seed', 'targets', 'found', 'control', 'outliers', 'control rms mm', 'check rms mm'],
          ...['worst check mm', 'bound', 'end with mm', 'end without mm', 'chi2 of 3', 'covered'],
        ],
        rows,
      ),
      `Without control, ${covered} of ${seeds} are covered: ${verdict(isCovered)}.`,
    ],
    boundsMet: checksKept && isCovered,
  };
}

/** One drive as a row of the table. */
async function rowOf(
  { length, every }: ControlBenchOptions,
  seed: string,
): Promise<{ row: string[]; isKept: boolean; isCovered: boolean }> {
  say(`control, seed ${seed}`);
  const targets = targetGroups(MARGIN, length - MARGIN, every, SIZE, Number(seed));
  const drive = await alignedDrive('rough', length, Number(seed), { targets });
  const without = errorWithout(drive);
  const isCovered = without.chi2 <= CHI2_95_3;
  const { row, isKept } = await withControl(drive);
  const odometry = [millimetres(without.error), without.chi2.toFixed(2), verdict(isCovered)];
  return { row: [seed, ...row, ...odometry], isKept, isCovered };
}

async function withControl(drive: AlignedDrive): Promise<{ row: string[]; isKept: boolean }> {
  const surveyed = surveyedTargets(drive.scans.drive.targets);
  const points = surveyed.map(
    (point, i): ControlPoint => ({ ...point, role: i % 3 === CHECK_OF_GROUP ? 'check' : 'control' }),
  );
  const refinement = await refine(
    drive.scans,
    { poses: drive.poses },
    { ...NOTHING_ASKED, points },
    REFINE_SURVEY_DEFAULTS,
    SILENT_CONTEXT,
  );
  const { graph, unseen } = refinement;
  const checks = graph.residuals.filter(({ role }) => role === 'check');
  const worst = Math.max(...checks.map(({ distance }) => distance));
  // A check point that nobody saw checks nothing.
  const isKept = checks.length > 0 && worst <= CHECK_BOUND;
  const row = [
    String(points.length),
    String(points.length - unseen.length),
    String(controlPointCount(graph)),
    String(graph.leftOut.length),
    millimetres(rmsOfResiduals(graph, 'control') ?? Number.NaN),
    millimetres(rmsOfResiduals(graph, 'check') ?? Number.NaN),
    millimetres(worst),
    verdict(isKept),
    millimetres(endInGrid(drive, refinement)),
  ];
  return { row, isKept };
}

/** Distance of the last scan from its true position in the mine grid, m. */
function endInGrid(drive: AlignedDrive, { poses }: SurveyRefinement): number {
  const { scanIndex, T_map_sensor } = poses[poses.length - 1];
  const { t } = drive.scans.drive.trajectory.poseAt(scanIndex / 10);
  const [x, y, z] = applyToPoint(T_map_sensor, 0, 0, 0);
  return Math.hypot(x - t[0], y - t[1], z - t[2]);
}

/** The end seen from the start by the odometry alone, m, and its square in what was stated of it. */
function errorWithout(drive: AlignedDrive): { error: number; chi2: number } {
  const last = drive.poses.length - 1;
  const e = drive.stepError(0, last).slice(3);
  let stated = new Float64Array(36);
  for (const covariance of covariancesFromStart(drive.poses)) stated = Float64Array.from(covariance);
  const C = Float64Array.from({ length: 9 }, (_, i) => stated[6 * (3 + Math.floor(i / 3)) + 3 + (i % 3)]);
  const solved = solveCholesky(C, e, 3);
  if (solved === null) throw new Error('The stated covariance is not positive definite.');
  return { error: Math.hypot(...e), chi2: e.reduce((sum, value, k) => sum + value * solved[k], 0) };
}

function millimetres(metres: number): string {
  return (1000 * metres).toFixed(1);
}
