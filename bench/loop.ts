import type { Command } from 'commander';
import { loopVerdict } from '../src-core/closing/loops/loop-criteria.ts';
import { LoopRegistrar } from '../src-core/closing/loops/loop-registration.ts';
import { LoopSubmapBuilder } from '../src-core/closing/loops/loop-submap.ts';
import { pathLengths } from '../src-core/graph/anchors.ts';
import { edgeCovariance, POSE_SWAY } from '../src-core/graph/edge-covariance.ts';
import { exp, identity } from '../src-core/math/se3.ts';
import { NEVER_CANCELLED, SILENT_CONTEXT } from '../src-core/model/context.ts';
import { NO_CONTROL } from '../src-core/model/control.ts';
import type { LoopDecision } from '../src-core/model/loop.ts';
import type { ScanPose } from '../src-core/model/pose.ts';
import type { RefinedTrajectory } from '../src-core/model/refined-trajectory.ts';
import {
  REFINE_DEFAULTS,
  type RefineDiagnostics,
  refineTrajectory,
} from '../src-core/survey/refine-trajectory.ts';
import { parsePositive, parseSeed } from '../src-main/hosts/cli/option-parsers.ts';
import { type AlignedDrive, alignedDrive, withLongerWayOut } from './support/aligned-drive.ts';
import { markdownTable, signed, verdict } from './support/markdown-table.ts';
import { type BenchReport, benchCommand, present, say } from './support/present.ts';

interface LoopBenchOptions {
  readonly seeds: readonly number[];
  readonly length: number;
  readonly write?: boolean;
}

/** Distance of the end from the truth, relative to the start, after the adjustment, m. */
const CLOSING_BOUND = 0.05;
/** Scale error planted in the outward pass: more than a drive of this length drifts by itself. */
const PLANTED_SCALE = 0.001;
/** Path lengths over which the odometry is compared with its stated uncertainty, m. */
const WINDOWS = [8, 20, 45];

/** `npm run bench -- loop` */
export function registerLoop(program: Command): void {
  benchCommand(
    program,
    'loop',
    'closing error of an out-and-back drive before and after its loops are closed',
  )
    .option('--seeds <numbers>', 'separated by commas', (text) => text.split(',').map(parseSeed), [1, 2, 3])
    .option('--length <m>', 'of the drive', parsePositive, 60)
    .action((options: LoopBenchOptions) => present('loop', options, () => loop(options)));
}

async function loop({ seeds, length }: LoopBenchOptions): Promise<BenchReport> {
  const closing: string[][] = [];
  const rejected: string[][] = [];
  const windows: Window[] = [];
  let boundsMet = true;
  for (const seed of seeds) {
    say(`loop, seed ${seed}`);
    const drive = await alignedDrive('loop', length, seed);
    windows.push(...windowsOf(drive));
    const planted = withLongerWayOut(drive.poses, PLANTED_SCALE);
    for (const [name, poses] of [
      ['odometry', drive.poses],
      [`outward pass ${signed(100 * PLANTED_SCALE, 1)} %`, planted],
    ] as const) {
      const { value, diagnostics } = await refine(drive, poses, []);
      const after = drive.endError(value.trajectory.poses);
      boundsMet &&= after < CLOSING_BOUND;
      closing.push(closingRow(`${seed} ${name}`, drive, poses, value, diagnostics));
    }
    const falseLoops = [await plantedLoop(drive), ...(await lookAlikes(drive))];
    boundsMet &&= falseLoops.every(({ isRefused }) => isRefused);
    rejected.push(...falseLoops.map(({ row }) => [`${seed} ${row[0]}`, ...row.slice(1)]));
  }
  return {
    title: 'Loop closure on an out-and-back drive',
    body: [
      `Preset loop, ${length} m at 1 m/s, in and back out. The end error is that of the last scan relative to the first; the largest error is that of any scan. The second line of each seed has the outward pass stretched on purpose. Bound: ${100 * CLOSING_BOUND} cm after. The submap of the odometry reaches 120 m, so on the return it still contains the walls of the inward pass: that is why so little is left to close.`,
      markdownTable(
        [
          'seed',
          'path m',
          'end before mm',
          'after mm',
          'largest before mm',
          'after mm',
          'places',
          'closed',
          'chi2',
          'of',
          's',
          'bound',
        ],
        closing,
      ),
      'False loops. Planted: two scans some metres apart, accepted by hand as one place. Look-alike: the walls at two places of the same drive, registered as if they were one and tested by the walls alone.',
      markdownTable(
        [
          'seed',
          'scans',
          'apart m',
          'overlap',
          'inliers',
          'rms mm',
          'one-sided mm',
          'rival',
          'chi2',
          'verdict',
          'bound',
        ],
        rejected,
      ),
      'Error of the odometry over some metres against its stated uncertainty (rms over all windows; stated: the edge model with the sway of both poses).',
      windowTable(windows),
    ],
    boundsMet,
  };
}

async function refine(
  { scans }: AlignedDrive,
  poses: readonly ScanPose[],
  decisions: readonly LoopDecision[],
): Promise<{ value: RefinedTrajectory; diagnostics: RefineDiagnostics }> {
  return refineTrajectory({ poses }, scans, NO_CONTROL, decisions, REFINE_DEFAULTS, SILENT_CONTEXT);
}

function closingRow(
  name: string,
  drive: AlignedDrive,
  before: readonly ScanPose[],
  { trajectory: { poses }, graph }: RefinedTrajectory,
  { loopsLookedAt, loopsClosed, seconds }: RefineDiagnostics,
): string[] {
  const mm = (metres: number): string => (1000 * metres).toFixed(1);
  return [
    name,
    (pathLengths(before).at(-1) ?? 0).toFixed(1),
    mm(drive.endError(before)),
    mm(drive.endError(poses)),
    mm(drive.largestError(before)),
    mm(drive.largestError(poses)),
    String(loopsLookedAt),
    String(loopsClosed),
    graph.chi2.toFixed(1),
    String(graph.degreesOfFreedom),
    seconds.toFixed(1),
    verdict(drive.endError(poses) < CLOSING_BOUND),
  ];
}

interface FalseLoop {
  readonly row: readonly string[];
  readonly isRefused: boolean;
}

/** Two places a tenth and three tenths of the path from its start, accepted by hand as one place. */
async function plantedLoop(drive: AlignedDrive): Promise<FalseLoop> {
  const [fromScan, toScan] = drive.scansAt([0.1, 0.3]);
  const T_from_to = exp([0, 0, 0, 0.2, 0, 0]);
  const { value } = await refine(drive, drive.poses, [{ fromScan, toScan, verdict: 'accept', T_from_to }]);
  const loop = value.graph.loops.find(
    (evidence) => evidence.fromScan === fromScan && evidence.toScan === toScan,
  );
  const isRefused =
    loop?.refusal === 'contradicted' && drive.endError(value.trajectory.poses) < CLOSING_BOUND;
  const off = drive.trueDistance(fromScan, toScan).toFixed(1);
  const row = ['planted', `${fromScan}-${toScan}`, off, '', '', '', '', '', (loop?.chi2 ?? 0).toFixed(0)];
  return { row: [...row, loop?.refusal ?? 'not examined', verdict(isRefused)], isRefused };
}

/** Places 10 to 20 m apart, registered as one. */
async function lookAlikes(drive: AlignedDrive): Promise<FalseLoop[]> {
  const builder = new LoopSubmapBuilder(drive.scans, drive.poses, pathLengths(drive.poses));
  const registrar = new LoopRegistrar();
  const out: FalseLoop[] = [];
  for (const [from, to] of [
    [0.1, 0.2],
    [0.15, 0.25],
    [0.2, 0.4],
  ]) {
    const [a, b] = drive.scansAt([from, to]);
    const [A, B] = [await builder.around(drive.indexOf(a)), await builder.around(drive.indexOf(b))];
    const registered = registrar.register(A, B, identity(), 0, [1, 0, 0], NEVER_CANCELLED);
    const refusal = loopVerdict(registered, 0);
    const { overlap, inlierShare, rms, asymmetry, rival } = registered.figures;
    const isRefused = refusal !== 'none';
    out.push({
      isRefused,
      row: [
        'look-alike',
        `${a}-${b}`,
        drive.trueDistance(a, b).toFixed(1),
        overlap.toFixed(2),
        inlierShare.toFixed(3),
        (1000 * rms).toFixed(0),
        (1000 * asymmetry).toFixed(0),
        rival.toFixed(2),
        '',
        refusal,
        verdict(isRefused),
      ],
    });
  }
  return out;
}

/** Errors over a stretch of the path and what was stated of them; rad, rad, rad, m, m, m, squared. */
interface Window {
  readonly metres: number;
  readonly found: Float64Array;
  readonly stated: Float64Array;
}

function windowsOf(drive: AlignedDrive): Window[] {
  const path = pathLengths(drive.poses);
  const end = path[path.length - 1];
  return WINDOWS.flatMap((metres) => {
    const windows: Window[] = [];
    for (let start = 0; start + metres < end; start += metres / 4) {
      const [i, j] = [start, start + metres].map((at) => path.findIndex((length) => length >= at));
      const C = edgeCovariance(drive.poses.slice(i, j + 1));
      const stated = Float64Array.from([0, 1, 2, 3, 4, 5], (k) => {
        const sway = k < 3 ? POSE_SWAY.rotation : POSE_SWAY.translation;
        return C[7 * k] + 2 * sway ** 2;
      });
      windows.push({ metres, found: drive.stepError(i, j).map((value) => value * value), stated });
    }
    return windows;
  });
}

function windowTable(windows: readonly Window[]): string {
  const axes = ['roll', 'pitch', 'yaw', 'along', 'left', 'up'];
  const rows = WINDOWS.flatMap((metres) => {
    const own = windows.filter((window) => window.metres === metres);
    if (own.length === 0) return [];
    const rms = (of: 'found' | 'stated') => (_: string, k: number) =>
      (1000 * Math.sqrt(own.reduce((sum, window) => sum + window[of][k], 0) / own.length)).toFixed(2);
    return [
      [`${metres} m, ${own.length} windows: found`, ...axes.map(rms('found'))],
      [`${metres} m: stated`, ...axes.map(rms('stated'))],
    ];
  });
  return markdownTable(['over', ...axes.map((axis, k) => `${axis} ${k < 3 ? 'mrad' : 'mm'}`)], rows);
}
