import { pathLengths } from '../../src-core/graph/anchors.ts';
import { compose, invert, log } from '../../src-core/math/se3.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import type { ScanPose } from '../../src-core/model/pose.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import type { SimulateOptions } from '../../src-simulate/options.ts';
import { type PresetName, presetOptions } from '../../src-simulate/presets.ts';
import { type SimulatedScans, simulateScans } from '../../src-simulate/simulate-scans.ts';
import { odometryOf } from './odometry-of.ts';
import { say } from './present.ts';

/** A simulated drive in memory with its poses by the odometry, and how far they are from the truth. */
export interface AlignedDrive {
  readonly scans: SimulatedScans;
  readonly poses: readonly ScanPose[];
  /** Position error of the last pose seen from the first, m. */
  endError(poses: readonly ScanPose[]): number;
  largestError(poses: readonly ScanPose[]): number;
  /** Error of the motion between two poses, by index: twist at the later. */
  stepError(from: number, to: number): Float64Array;
  /** True distance between two scans, m. */
  trueDistance(a: number, b: number): number;
  /** Scans nearest to some shares of the path. */
  scansAt(shares: readonly number[]): number[];
  indexOf(scan: number): number;
}

/**
 * Simulates a drive and aligns it: about a minute for one of 60 m, in and out.
 *
 * @param own other options than those of the preset
 */
export async function alignedDrive(
  preset: PresetName,
  length: number,
  seed: number,
  own: Partial<SimulateOptions> = {},
): Promise<AlignedDrive> {
  say(`simulating ${preset}, seed ${seed}`);
  const scans = simulateScans({ ...presetOptions(preset, length), ...own, seed }, SILENT_CONTEXT);
  say('aligning');
  const { poses } = await odometryOf(scans);

  const truth = (scan: number): Rigid => scans.drive.trajectory.poseAt(scan / 10);
  const seen = (a: Rigid, b: Rigid): Rigid => compose(invert(a), b);
  const errorOf = (first: ScanPose, pose: ScanPose): Float64Array =>
    log(
      compose(
        invert(seen(truth(first.scanIndex), truth(pose.scanIndex))),
        seen(first.T_map_sensor, pose.T_map_sensor),
      ),
    );
  const metres = (twist: Float64Array): number => Math.hypot(twist[3], twist[4], twist[5]);
  return {
    scans,
    poses,
    endError: (poses) => metres(errorOf(poses[0], poses[poses.length - 1])),
    largestError: (poses) => Math.max(...poses.map((pose) => metres(errorOf(poses[0], pose)))),
    stepError: (from, to) => errorOf(poses[from], poses[to]),
    trueDistance: (a, b) => Math.hypot(...seen(truth(a), truth(b)).t),
    scansAt: (shares) => {
      const path = pathLengths(poses);
      return shares.map(
        (share) => poses[path.findIndex((at) => at >= share * path[path.length - 1])].scanIndex,
      );
    },
    indexOf: (scan) => poses.findIndex(({ scanIndex }) => scanIndex === scan),
  };
}

/** The same poses with the first half of the path stretched. */
export function withLongerWayOut(poses: readonly ScanPose[], scale: number): ScanPose[] {
  const path = pathLengths(poses);
  const out: ScanPose[] = [poses[0]];
  for (let k = 1; k < poses.length; k++) {
    const { R, t } = compose(invert(poses[k - 1].T_map_sensor), poses[k].T_map_sensor);
    const factor = path[k] < path[path.length - 1] / 2 ? 1 + scale : 1;
    const step = { R, t: t.map((value) => factor * value) };
    out.push({ ...poses[k], T_map_sensor: compose(out[k - 1].T_map_sensor, step) });
  }
  return out;
}
