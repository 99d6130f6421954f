import type { Command } from 'commander';
import { compose, invert } from '../src-core/math/se3.ts';
import { median } from '../src-core/math/statistics.ts';
import { SILENT_CONTEXT } from '../src-core/model/context.ts';
import type { ScanPose } from '../src-core/model/pose.ts';
import { COVERAGE_95 } from '../src-core/model/reliability.ts';
import type { Rigid } from '../src-core/model/rigid.ts';
import { alignmentQuality } from '../src-core/odometry/alignment-quality.ts';
import { Odometry } from '../src-core/odometry/odometry.ts';
import { ODOMETRY_DEFAULTS, type OdometryOptions } from '../src-core/odometry/odometry-options.ts';
import { axisFromTrajectory } from '../src-core/tunnel/axis/axis-from-trajectory.ts';
import { AxisGeometry } from '../src-core/tunnel/axis/axis-geometry.ts';
import { reliability } from '../src-core/tunnel/axis/reliability.ts';
import { parsePositive } from '../src-main/hosts/cli/option-parsers.ts';
import type { AlbedoOptions } from '../src-simulate/albedo.ts';
import { type PresetName, presetOptions } from '../src-simulate/presets.ts';
import { type SimulatedScans, simulateScans } from '../src-simulate/simulate-scans.ts';
import { markdownTable } from './support/markdown-table.ts';
import { type BenchReport, benchCommand, present, say } from './support/present.ts';

interface StripOptions {
  readonly seeds: number;
  readonly length: number;
  readonly write?: boolean;
}

/** A kind of drive, and what its walls show. */
const DRIVES: readonly { name: string; preset: PresetName; albedo: AlbedoOptions }[] = [
  { name: 'rough', preset: 'rough', albedo: { kind: 'rock' } },
  { name: 'smooth, with texture', preset: 'smooth', albedo: { kind: 'rock' } },
  { name: 'smooth, one colour', preset: 'smooth', albedo: { kind: 'plain' } },
];
const UNITS: readonly { name: string; options: Partial<OdometryOptions> }[] = [
  { name: 'with', options: {} },
  { name: 'without', options: { accelerometer: false, gyro: false } },
];

/** The end of one drive, along the axis, to the left and up, m. */
interface End {
  readonly errors: readonly number[];
  readonly sigmas: readonly number[];
  readonly isWarned: boolean;
}

/** `npm run bench -- strip` */
export function registerStrip(program: Command): void {
  benchCommand(
    program,
    'strip',
    'whether the ± of the reliability strip covers the truth of simulated drives',
  )
    .option('--seeds <count>', 'of each drive, from 1 on', parsePositive, 5)
    .option('--length <m>', 'of each drive', parsePositive, 30)
    .action((options: StripOptions) => present('strip', options, () => strip(options)));
}

async function strip({ seeds, length }: StripOptions): Promise<BenchReport> {
  const rows: (string | number)[][] = [];
  let isKept = true;
  for (const { name, preset, albedo } of DRIVES) {
    const ends = UNITS.map((): End[] => []);
    for (let seed = 1; seed <= seeds; seed++) {
      say(`${name}, seed ${seed}`);
      const simulated = simulateScans({ ...presetOptions(preset, length), albedo, seed }, SILENT_CONTEXT);
      for (const [k, unit] of UNITS.entries())
        ends[k].push(endOf(simulated, await placed(simulated, unit.options)));
    }
    UNITS.forEach((unit, k) => {
      rows.push([name, unit.name, ...figures(ends[k])]);
      if (!ends[k].every((end) => end.isWarned || isCovered(end, 0))) isKept = false;
    });
  }
  return {
    title: 'Coverage of the reliability strip',
    body: [
      `The end of drives of ${length} m (seeds 1 to ${seeds}, the robot drives ${length - 12} m of them at 1 m/s), in the frame of the first scan: the error of the last pose along the axis, to the left and up, against the standard deviations of the last metre of the strip. *Within* counts the drives whose error is within the ± (95 %); *rms e/σ* is 1 if the stated deviations are correct, less if they are conservative. Bound: no error along the axis beyond its ± without the warning \`length-unobserved\`.`,
      markdownTable(
        [
          'drive',
          'inertial unit',
          ...['along', 'left', 'up'].flatMap((axis) => [`${axis}: within`, 'rms e/σ']),
          'median error along mm',
          'median ± along mm',
          'warned',
        ],
        rows,
      ),
    ],
    boundsMet: isKept,
  };
}

function figures(ends: readonly End[]): (string | number)[] {
  const within = [0, 1, 2].flatMap((axis) => {
    const squares = ends.map(({ errors, sigmas }) => (errors[axis] / sigmas[axis]) ** 2);
    const rms = Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / ends.length);
    return [`${ends.filter((end) => isCovered(end, axis)).length} of ${ends.length}`, rms.toFixed(2)];
  });
  return [
    ...within,
    (1000 * median(ends.map(({ errors }) => Math.abs(errors[0])))).toFixed(1),
    (1000 * COVERAGE_95 * median(ends.map(({ sigmas }) => sigmas[0]))).toFixed(1),
    `${ends.filter(({ isWarned }) => isWarned).length} of ${ends.length}`,
  ];
}

function isCovered({ errors, sigmas }: End, axis: number): boolean {
  return Math.abs(errors[axis]) <= COVERAGE_95 * sigmas[axis];
}

async function placed(simulated: SimulatedScans, options: Partial<OdometryOptions>): Promise<ScanPose[]> {
  const odometry = new Odometry(simulated.sensor, { ...ODOMETRY_DEFAULTS, ...options });
  const poses: ScanPose[] = [];
  for (let i = 0; i < simulated.count; i++) poses.push(...(await odometry.next(await simulated.read(i))));
  return [...poses, ...odometry.finish()];
}

/** Against the truth, along the true axis: a solution that does not move has none of its own. */
function endOf({ drive, count }: SimulatedScans, poses: readonly ScanPose[]): End {
  const T_first_world = invert(drive.trajectory.poseAt(0));
  const truth = (scan: number): Rigid => compose(T_first_world, drive.trajectory.poseAt(scan / 10));
  const positions = Float64Array.from(Array.from({ length: count }, (_, scan) => [...truth(scan).t]).flat());
  const axis = axisFromTrajectory(positions).value;
  const { position } = reliability({ poses }, axis);
  const last = poses[poses.length - 1];
  const { tangent, left, up } = new AxisGeometry(axis).frameAt(axis.chainage[axis.chainage.length - 1]);
  const error = last.T_map_sensor.t.map((value, i) => value - truth(last.scanIndex).t[i]);
  return {
    errors: [tangent, left, up].map((u) => u[0] * error[0] + u[1] * error[1] + u[2] * error[2]),
    sigmas: [...position.slice(-3)],
    isWarned: alignmentQuality({ poses }).warnings.some(({ code }) => code === 'length-unobserved'),
  };
}
