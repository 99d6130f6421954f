import { compose, invert, logSo3 } from '../../src-core/math/se3.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import type { ScanPose } from '../../src-core/model/pose.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { Odometry } from '../../src-core/odometry/odometry.ts';
import { ODOMETRY_DEFAULTS, type OdometryOptions } from '../../src-core/odometry/odometry-options.ts';
import { type PresetName, presetOptions } from '../../src-simulate/presets.ts';
import { type SimulatedScan, type SimulatedScans, simulateScans } from '../../src-simulate/simulate-scans.ts';

export interface Run {
  readonly simulated: SimulatedScans;
  readonly scans: readonly SimulatedScan[];
}

/** A short drive in memory: still for 1.5 s, then 2 m/s. */
export async function simulatedRun(preset: PresetName, length: number, seed: number): Promise<Run> {
  const options = { ...presetOptions(preset, length), speed: 2, stillEnd: 0.5, seed };
  const simulated = simulateScans(options, SILENT_CONTEXT);
  const scans = await Promise.all(Array.from({ length: simulated.count }, (_, i) => simulated.read(i)));
  return { simulated, scans };
}

/** Poses of some scans, placed one after another. */
export function place(
  { simulated }: Run,
  scans: readonly SimulatedScan[],
  options: OdometryOptions = ODOMETRY_DEFAULTS,
): Promise<ScanPose[]> {
  return placeWith(new Odometry(simulated.sensor, options), scans);
}

/** Poses of some scans by an odometry of the caller's. */
export async function placeWith(odometry: Odometry, scans: readonly SimulatedScan[]): Promise<ScanPose[]> {
  const poses: ScanPose[] = [];
  for (const scan of scans) poses.push(...(await odometry.next(scan)));
  return [...poses, ...odometry.finish()];
}

interface PoseError {
  readonly millimetres: number;
  readonly degrees: number;
}

/** Error of a pose seen from the run's first pose. */
export function errorOf({ simulated }: Run, first: ScanPose, pose: ScanPose): PoseError {
  const truth = (scanIndex: number): Rigid => simulated.drive.trajectory.poseAt(scanIndex / 10);
  const T_first_sensor = compose(invert(truth(first.scanIndex)), truth(pose.scanIndex));
  const actual = compose(invert(first.T_map_sensor), pose.T_map_sensor);
  const error = compose(invert(T_first_sensor), actual);
  return {
    millimetres: 1000 * Math.hypot(...error.t),
    degrees: (180 / Math.PI) * Math.hypot(...logSo3(error.R)),
  };
}

/** Errors of the last pose and the greatest of all. */
export function errorsOf(run: Run, poses: readonly ScanPose[]): { end: PoseError; worst: PoseError } {
  const errors = poses.map((pose) => errorOf(run, poses[0], pose));
  return {
    end: errors[errors.length - 1],
    worst: {
      millimetres: Math.max(...errors.map(({ millimetres }) => millimetres)),
      degrees: Math.max(...errors.map(({ degrees }) => degrees)),
    },
  };
}

/** Length of the true path between two scans, m. */
export function travelled({ simulated }: Run, from: number, to: number): number {
  let length = 0;
  for (let i = from; i < to; i++) {
    const [a, b] = [i, i + 1].map((scan) => simulated.drive.trajectory.poseAt(scan / 10).t);
    length += Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
  }
  return length;
}
