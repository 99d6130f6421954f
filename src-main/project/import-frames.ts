import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { openFrames } from '../../src-core/io/capture/open-frames.ts';
import type { CloudReader } from '../../src-core/io/cloud/cloud-reader.ts';
import { inOneUnit, type SaidUnits, unitsOf } from '../../src-core/io/cloud/cloud-unit.ts';
import { inSensorFrame } from '../../src-core/io/tables/kitti-poses.ts';
import type { StampedPose } from '../../src-core/io/tables/tum.ts';
import { message } from '../../src-core/messages/message.ts';
import { remark } from '../../src-core/messages/remark.ts';
import type { PointCloud } from '../../src-core/model/cloud.ts';
import type { StageContext } from '../../src-core/model/context.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { type FrameFiles, openFrameFolder } from '../files/frame-folder.ts';
import { hashFile } from '../files/hash-file.ts';
import { readText } from '../files/read-text.ts';
import { unchangedSince } from '../files/unchanged-files.ts';
import type { CaptureFile } from './captures.ts';
import { openedClouds } from './cloud-files.ts';
import { readPoses, trajectoryOf } from './cloud-trajectory.ts';
import { type ImportResult, importCaptures, knownSession } from './import-captures.ts';
import {
  CLOUD_FLAGS,
  type CloudChoice,
  importReaders,
  refuseOtherCloud,
  saidUnits,
} from './import-clouds.ts';
import type { Project } from './project.ts';

/**
 * Imports the frames of a drive, a cloud each, as one session: its scans are timed clouds, which the odometry aligns. With
 * the poses of another program they are placed by these as they are, and the session is a cloud, whose accuracy is
 * stated and not observed.
 *
 * @throws SocavonError of the files; see `openFrames`; 'capture-format' for poses that are not one for each frame; errors of
 *   the project; CancelledError
 */
export async function importFrames(
  project: Project,
  frames: FrameFiles,
  choice: CloudChoice,
  context: StageContext,
): Promise<ImportResult> {
  if (frames.files.length === 1)
    throw new SocavonError('usage', message('frames-one', { name: basename(frames.path) }));
  const { files, times } = frames;
  const unchanged = await unchangedSince(times === null ? files : [...files, times]);
  const captures = [await folderCapture(frames, context)];
  if (choice.trajectory === undefined) refuseAlone(frames, choice);
  const known = knownSession(project, captures, context);
  if (known !== null) {
    if (known.cloud !== null) refuseOtherCloud(project, known, captures, choice);
    return { session: project.sessions.get(known.id)!, alreadyThere: true };
  }
  if (choice.trajectory !== undefined) {
    const poses = await posesOf(frames, choice.trajectory, choice.trajectoryUnit);
    context.emit({
      kind: 'note',
      stage: 'import',
      ...remark('frames-pose-stamp', { name: basename(choice.trajectory), count: poses.length }),
    });
    const trajectory = trajectoryOf(basename(choice.trajectory), poses);
    const session = await importReaders(
      project,
      { captures, unchanged, readers: placedFrames(frames, poses, saidUnits(choice)), trajectory },
      choice,
      context,
    );
    return { session, alreadyThere: false };
  }
  const folder = await openFrameFolder(frames, saidUnits(choice));
  const opened = await openFrames(folder, context);
  const session = await importCaptures(project, { captures, metadata: null, unchanged }, opened, context);
  return { session, alreadyThere: false };
}

/** Rejects what is said of a placed cloud where the frames are aligned. */
function refuseAlone({ path }: FrameFiles, choice: CloudChoice): void {
  const said = (Object.keys(CLOUD_FLAGS) as (keyof CloudChoice)[]).find(
    (key) => key !== 'unit' && key !== 'heightUnit' && choice[key] !== undefined,
  );
  if (said !== undefined)
    throw new SocavonError(
      'usage',
      message('frames-option-alone', { option: CLOUD_FLAGS[said], name: basename(path) }),
    );
}

/** The folder as one capture: its size, and a digest of the names and contents of its frames and times. */
async function folderCapture(
  { path, files, times }: FrameFiles,
  { cancel }: StageContext,
): Promise<CaptureFile> {
  const digest = createHash('sha256');
  let [sizeBytes, modified] = [0, 0];
  for (const file of times === null ? files : [...files, times]) {
    const { size, mtimeMs } = await stat(file);
    sizeBytes += size;
    modified = Math.max(modified, mtimeMs);
    digest.update(`${basename(file)} ${await hashFile(file, cancel)}\n`);
  }
  return {
    name: basename(path),
    sizeBytes,
    sha256: digest.digest('hex'),
    modifiedAt: new Date(modified).toISOString(),
  };
}

/** The pose of each frame by a trajectory, in the order of the frames. */
async function posesOf(
  { path, files, calibration }: FrameFiles,
  file: string,
  unit: CloudChoice['trajectoryUnit'],
): Promise<readonly StampedPose[]> {
  const name = basename(file);
  const read = await readPoses(file, unit);
  const placed = read.poses.map(({ T_map_sensor }) => T_map_sensor);
  const poses =
    read.format !== 'KITTI' || calibration === null
      ? read.poses
      : inSensorFrame(placed, await readText(calibration)).map((T_map_sensor, i) => ({
          stampNs: read.poses[i].stampNs,
          T_map_sensor,
        }));
  if (poses.length !== files.length)
    throw new SocavonError(
      'capture-format',
      message('frames-poses-count', {
        poses: name,
        count: poses.length,
        frames: files.length,
        name: basename(path),
      }),
    );
  return poses;
}

/** Readers of the frames whose points lie where the poses place them; each is a station of its own. */
async function* placedFrames(
  { files }: FrameFiles,
  poses: readonly StampedPose[],
  said: SaidUnits,
): AsyncGenerator<CloudReader & { name: string }> {
  let index = 0;
  for await (const opened of openedClouds(files)) {
    const units = unitsOf(opened, said);
    const reader = inOneUnit(opened, units);
    const { T_map_sensor } = poses[index++];
    // The points of a frame are in its unit, and so is the place that it is seen from.
    const T = { R: T_map_sensor.R, t: T_map_sensor.t.map((value) => value / units.plan) };
    yield {
      ...reader,
      // Its heights are converted.
      ...(reader !== opened && { crs: null }),
      timeName: null,
      announcedBounds: null,
      scanPoses: [T],
      chunks: () => placed(reader.chunks(), T),
    };
  }
}

async function* placed(chunks: AsyncIterable<PointCloud>, { R, t }: Rigid): AsyncGenerator<PointCloud> {
  for await (const { count, origin, xyz, reflectivity } of chunks) {
    const from = [0, 1, 2].map(
      (k) => R[3 * k] * origin[0] + R[3 * k + 1] * origin[1] + R[3 * k + 2] * origin[2] + t[k],
    );
    const whole = from.map(Math.round) as [number, number, number];
    const moved = new Float32Array(3 * count);
    for (let i = 0; i < 3 * count; i += 3)
      for (let k = 0; k < 3; k++)
        moved[i + k] =
          R[3 * k] * xyz[i] + R[3 * k + 1] * xyz[i + 1] + R[3 * k + 2] * xyz[i + 2] + (from[k] - whole[k]);
    yield {
      count,
      origin: whole,
      xyz: moved,
      ...(reflectivity && { reflectivity }),
      scanIndex: new Uint32Array(count),
    };
  }
}
