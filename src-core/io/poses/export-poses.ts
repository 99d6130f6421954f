import { quaternionOf, rotationOf } from '../../math/se3.ts';
import { type Message, message } from '../../messages/message.ts';
import { type StageContext, throwIfCancelled } from '../../model/context.ts';
import { SocavonError, saidBy } from '../../model/errors.ts';
import { type Attempt, orThrow } from '../../model/outputs.ts';
import { endingsOf, type TrajectoryFormat } from '../../model/survey-content.ts';
import { crc32 } from '../bytes/crc32.ts';
import { writeBytes } from '../bytes/write-bytes.ts';
import type { ExportFolder } from '../cloud/export-map.ts';
import { MCAP_POSES } from './mcap-poses.ts';
import type { HandedPose, PoseFormatCode, PoseInFile, PoseNotes } from './pose-format.ts';
import { KITTI, POSES_CSV, TUM } from './text-poses.ts';

export type { HandedPose } from './pose-format.ts';
export { tumText } from './text-poses.ts';

const FORMATS: Readonly<Record<TrajectoryFormat, PoseFormatCode>> = {
  tum: TUM,
  kitti: KITTI,
  csv: POSES_CSV,
  mcap: MCAP_POSES,
};

/** Relative rounding of a covariance in a text. */
const COVARIANCE_ROUNDING = 1e-12;

interface ExportPosesOptions extends PoseNotes {
  readonly formats: readonly TrajectoryFormat[];
  /** File name without what the format adds. */
  readonly baseName: string;
}

/**
 * Writes poses in each format and verifies each by reading it back: every pose, stamp and covariance, and the bytes; the
 * files of one that differs are removed.
 *
 * @param attempt of each format; default: the first that fails ends the export
 * @returns the names of the files, in the order in which they were written
 * @throws SocavonError 'export-range' for a coordinate that is no number; CancelledError. An attempt gets 'export-range' for
 *   a stamp that ROS has no place for, and 'export-mismatch'
 */
export async function exportPoses(
  poses: readonly HandedPose[],
  folder: ExportFolder,
  { formats, baseName, ...notes }: ExportPosesOptions,
  context: StageContext,
  attempt: Attempt = orThrow,
): Promise<string[]> {
  for (const { scanIndex, T_map_sensor } of poses)
    if (![...T_map_sensor.t, ...T_map_sensor.R].every(Number.isFinite))
      throw new SocavonError('export-range', message('pose-not-finite', { scan: scanIndex }));
  const written: string[] = [];
  for (const format of formats) {
    throwIfCancelled(context.cancel, 'work-export');
    const code = FORMATS[format];
    const names = endingsOf('trajectory', format).map((ending) => `${baseName}${ending}`);
    await attempt(names[0], async () => {
      const files = (await code.files(poses, notes)).map((bytes, i) => [names[i], bytes] as const);
      const created: string[] = [];
      try {
        for (const [name, bytes] of files) {
          await writeBytes(bytes, await folder.create(name));
          created.push(name);
        }
        await verify(code, poses, files, folder);
      } catch (error) {
        for (const name of created) await folder.remove(name);
        throw error;
      }
      written.push(...created);
    });
  }
  return written;
}

async function verify(
  code: PoseFormatCode,
  poses: readonly HandedPose[],
  files: readonly (readonly [string, Uint8Array])[],
  folder: ExportFolder,
): Promise<void> {
  const sources: Awaited<ReturnType<ExportFolder['open']>>[] = [];
  const differs = (name: string, what: Message, cause?: unknown): SocavonError =>
    new SocavonError('export-mismatch', message('export-differs', { name, what }), { cause });
  try {
    for (const [name] of files) sources.push(await folder.open(name));
    const [source] = sources;
    let read: readonly PoseInFile[];
    try {
      read = await code.read(sources);
    } catch (cause) {
      const what = cause instanceof Error ? saidBy(cause) : String(cause);
      throw differs(source.name, message('mesh-unreadable', { what }), cause);
    }
    if (read.length !== poses.length)
      throw differs(source.name, message('poses-count', { found: read.length, written: poses.length }));
    const other = poses.findIndex((pose, i) => !isSame(pose, read[i], code.rounding));
    if (other >= 0) throw differs(source.name, message('poses-pose', { scan: poses[other].scanIndex }));
    for (const [i, [name, bytes]] of files.entries())
      if (crc32(await sources[i].read(0, sources[i].size)) !== crc32(bytes))
        throw differs(name, message('verify-checksum'));
  } finally {
    for (const source of sources) await source.close();
  }
}

/** Whether a pose of a file is the one that was written, to its rounding. */
function isSame(
  pose: HandedPose,
  file: PoseInFile,
  { metres, rotation }: PoseFormatCode['rounding'],
): boolean {
  const near = (a: ArrayLike<number>, b: ArrayLike<number>, most: (value: number) => number): boolean =>
    Array.from(a).every((value, i) => Math.abs(value - b[i]) <= most(value));
  const { T_map_sensor: T, covariance } = pose;
  return (
    (file.scanIndex === undefined || file.scanIndex === pose.scanIndex) &&
    (file.stampNs === undefined || file.stampNs === pose.stampNs) &&
    near(T.t, file.T_map_sensor.t, (value) => metres + Math.abs(value) * 2 ** -50) &&
    near(rotationOf(quaternionOf(T.R)), file.T_map_sensor.R, () => rotation) &&
    (file.covariance === undefined ||
      file.covariance === null ||
      (covariance !== null &&
        near(covariance, file.covariance, (value) => Math.abs(value) * COVARIANCE_ROUNDING)))
  );
}
