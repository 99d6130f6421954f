import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseAxisCsv } from '../../src-core/io/tables/axis-csv.ts';
import { parseTum, type StampedPose } from '../../src-core/io/tables/tum.ts';
import { quaternionOf } from '../../src-core/math/se3.ts';
import { volumeBetween } from '../../src-core/tunnel/volume/volume.ts';
import { say } from './present.ts';
import { type CliRun, runCli } from './run-cli.ts';
import { inTemporaryFolder } from './temporary-folder.ts';
import { type TruePoseAt, wallAtTruePoses } from './true-poses.ts';

/** A captured drive whose truth is known. Paths of files. */
export interface KnownDrive {
  readonly name: string;
  readonly capture: string;
  readonly metadata: string;
  readonly axis: string;
  /** Pose of the sensor at the first column of each scan, TUM. */
  readonly trajectory: string;
  readonly truePoseAt: TruePoseAt;
  readonly ranges: readonly TrueRange[];
}

/** True volume (m^3) of the void between two chainages (m). */
interface TrueRange {
  readonly from: number;
  readonly to: number;
  readonly volume: number;
}

/** How `socavon run` did on a known drive. */
export interface DriveResult {
  readonly name: string;
  readonly scans: number;
  /** Length of the path, m: the true one, and the one that was found. */
  readonly path: number;
  readonly foundPath: number;
  /** Position error at the last scan and the largest at any, m. */
  readonly endError: number;
  readonly largestError: number;
  /** Of the first run, which imports and aligns. */
  readonly seconds: number;
  readonly alignMs: number | null;
  readonly ranges: readonly RangeResult[];
}

export interface RangeResult {
  readonly truth: TrueRange;
  readonly volume: number;
  readonly plusMinus: number;
  /** The same measurement with the true poses in place of the alignment, m^3. */
  readonly atTruePoses: number;
  readonly measuredShare: number;
  /** Codes. */
  readonly warnings: readonly string[];
}

/**
 * Surveys a drive with the real command line, once a range in one project (the first run aligns, the others use
 * its poses), and compares with the truth.
 *
 * @throws Error with what the command line said, where a run failed
 */
export async function surveyKnownDrive(drive: KnownDrive): Promise<DriveResult> {
  const truth = parseTum(await readFile(drive.trajectory, 'utf8'), basename(drive.trajectory));
  const { axis } = parseAxisCsv(await readFile(drive.axis, 'utf8'), basename(drive.axis));
  say(`${drive.name}: measuring with the true poses`);
  const wall = await wallAtTruePoses(drive.capture, drive.metadata, axis, drive.truePoseAt);

  return inTemporaryFolder(async (folder) => {
    const runs: CliRun[] = [];
    for (const range of drive.ranges) {
      say(`${drive.name}: socavon run, chainage ${range.from} to ${range.to} m`);
      runs.push(await run(drive, truth[0], range, folder));
    }
    const text = parseTum(await readFile(join(folder, 'trajectory.tum'), 'utf8'), 'trajectory.tum');
    const errors = positionErrors(text, truth);
    return {
      name: drive.name,
      scans: text.length,
      path: lengthOf(truth),
      foundPath: lengthOf(text),
      endError: errors[errors.length - 1],
      largestError: Math.max(...errors),
      seconds: runs[0].seconds,
      alignMs: runs[0].alignMs,
      ranges: drive.ranges.map((range, i) => {
        const { volume, measuredShare, warnings } = runs[i].json as unknown as RunSummary;
        return {
          truth: range,
          volume: volume.value,
          plusMinus: volume.plusMinus,
          atTruePoses: volumeBetween(wall, range.from, range.to).volume.value,
          measuredShare,
          warnings: warnings.map(({ code }) => code),
        };
      }),
    };
  });
}

/** What is used of the line that `socavon run --json` prints. */
interface RunSummary {
  readonly volume: { readonly value: number; readonly plusMinus: number };
  readonly measuredShare: number;
  readonly warnings: readonly { readonly code: string }[];
}

async function run(drive: KnownDrive, first: StampedPose, range: TrueRange, out: string): Promise<CliRun> {
  const { R, t } = first.T_map_sensor;
  const result = await runCli([
    'run',
    drive.capture,
    ...['--metadata', drive.metadata],
    ...['--project', join(out, 'bench.socavon')],
    ...['--out', out],
    ...['--origin-pose', [...t, ...quaternionOf(R)].join(' ')],
    ...['--axis', drive.axis],
    ...['--chainage', `${range.from}:${range.to}`],
  ]);
  if (result.status !== 0)
    throw new Error(`socavon run of ${drive.name} ended with ${result.status}: ${result.messages.join(' ')}`);
  return result;
}

/** Distance of each found position from the true one at its stamp, m. */
function positionErrors(poses: readonly StampedPose[], truth: readonly StampedPose[]): number[] {
  const byStamp = new Map(truth.map((pose) => [pose.stampNs, pose]));
  return poses.map((pose) => {
    const known = byStamp.get(pose.stampNs);
    if (known === undefined) throw new Error(`The truth has no pose at the stamp ${pose.stampNs} ns.`);
    return distance(pose, known);
  });
}

function lengthOf(poses: readonly StampedPose[]): number {
  return poses.slice(1).reduce((sum, pose, i) => sum + distance(poses[i], pose), 0);
}

function distance(a: StampedPose, b: StampedPose): number {
  const [p, q] = [a.T_map_sensor.t, b.T_map_sensor.t];
  return Math.hypot(q[0] - p[0], q[1] - p[1], q[2] - p[2]);
}
