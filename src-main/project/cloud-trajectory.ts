import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type LengthUnit, METRES, unitText } from '../../src-core/io/cad/length-units.ts';
import type { CloudUnits } from '../../src-core/io/cloud/cloud-unit.ts';
import { parseTrajectory, type TrajectoryText } from '../../src-core/io/tables/trajectory-text.ts';
import type { StampedPose } from '../../src-core/io/tables/tum.ts';
import { message } from '../../src-core/messages/message.ts';
import type { Bounds } from '../../src-core/model/bounds.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { isPathInCloud, requirePathInCloud, type TimedPath } from '../../src-core/survey/cloud-chunks.ts';
import { readText } from '../files/read-text.ts';

/** A trajectory file as read. */
export interface Trajectory {
  readonly name: string;
  readonly poses: readonly StampedPose[];
  readonly path: TimedPath;
  /** False: the poses are in order, and when they were is not known. */
  readonly hasTimes: boolean;
}

/** A trajectory file as `readPoses` reads it. @throws SocavonError of the file, 'file-format' for a single pose */
export async function readTrajectory(path: string, unit?: LengthUnit): Promise<Trajectory> {
  const { poses, hasTimes } = await readPoses(path, unit);
  return trajectoryOf(basename(path), poses, hasTimes);
}

/**
 * Reads a trajectory: TUM, KITTI with the times beside it, EuRoC, or a CSV with names; in metres.
 *
 * @param unit of its positions; absent: metres, as all these formats have them
 * @throws SocavonError of the files
 */
export async function readPoses(path: string, unit: LengthUnit = 'm'): Promise<TrajectoryText> {
  const name = basename(path);
  return parseTrajectory(await readText(path), name, await timesBeside(path), METRES[unit]);
}

/** Names under which the times of KITTI's poses lie beside them: as this program writes them, and as KITTI does. */
export function timesNames(name: string): readonly [string, string, string] {
  const stem = name.replace(/\.[^.]*$/, '');
  return [`${stem}-times.txt`, `${stem}_times.txt`, 'times.txt'];
}

async function timesBeside(path: string): Promise<{ name: string; text: string } | null> {
  for (const name of timesNames(basename(path))) {
    const beside = join(dirname(path), name);
    if (beside !== path && existsSync(beside)) return { name, text: await readText(beside) };
  }
  return null;
}

/** @param poses in the order of their times @throws SocavonError 'file-format' for a single one */
export function trajectoryOf(name: string, poses: readonly StampedPose[], hasTimes = true): Trajectory {
  if (poses.length < 2)
    throw new SocavonError('file-format', message('cloud-trajectory-short', { name, count: poses.length }));
  const xyz = new Float64Array(3 * poses.length);
  poses.forEach(({ T_map_sensor }, i) => {
    xyz.set(T_map_sensor.t, 3 * i);
  });
  return {
    name,
    poses,
    path: { seconds: Float64Array.from(poses, ({ stampNs }) => Number(stampNs) / 1e9), xyz },
    hasTimes,
  };
}

/**
 * Requires the trajectory to be that of the cloud; where it would be in another unit, the refusal names it.
 *
 * @param read unit in which it was read
 * @param reach as of `isPathInCloud`
 * @throws SocavonError 'file-format', 'drawing-units'
 */
export function requireTrajectory(
  { name, path: { xyz } }: Trajectory,
  { bounds, units }: { readonly bounds: Bounds; readonly units: CloudUnits },
  read: LengthUnit = 'm',
  reach?: number,
): void {
  const isIn = (factor: number): boolean =>
    isPathInCloud(
      xyz.map((value) => value * factor),
      bounds,
      reach,
    );
  if (isIn(1)) return;
  const others = TRAJECTORY_UNITS.filter((unit) => unit !== read && isIn(METRES[unit] / METRES[read]));
  // That of the cloud before others that fit as well: the two feet are alike near zero.
  const option = others.find((unit) => METRES[unit] === units.plan) ?? others[0];
  if (option === undefined) requirePathInCloud(name, xyz, bounds);
  else
    throw new SocavonError(
      'drawing-units',
      message('cloud-trajectory-unit', { name, unit: unitText(option), read: unitText(read), option }),
    );
}

const TRAJECTORY_UNITS = ['m', 'ft', 'us-ft', 'cm', 'mm'] as const;
