import type { Stats } from 'node:fs';
import { basename } from 'node:path';
import { openCapture } from '../../src-core/io/capture/capture.ts';
import { parseSender, type SenderChoice } from '../../src-core/io/capture/sender.ts';
import { type Message, message } from '../../src-core/messages/message.ts';
import { CancelSource, type CancelToken, type StageContext } from '../../src-core/model/context.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { captureFilesOf as filesOf } from '../files/bag-folder.ts';
import { openCaptureSource } from '../files/capture-source.ts';
import { fileError } from '../files/file-errors.ts';
import type { FileSource } from '../files/file-source.ts';
import { readMetadata } from '../files/find-metadata.ts';
import { frameFolderOf } from '../files/frame-folder.ts';
import { hashFile } from '../files/hash-file.ts';
import { regularFile } from '../files/regular-file.ts';
import { resolveSensor, type SensorChoice } from '../files/resolve-sensor.ts';
import { refuseOtherSensors } from '../files/sensor-evidence.ts';
import { unchangedSince } from '../files/unchanged-files.ts';
import type { CaptureFile } from './captures.ts';
import { areClouds } from './cloud-files.ts';
import {
  type ImportRequest,
  type ImportResult,
  type ImportWatch,
  importCaptures,
  knownSession,
} from './import-captures.ts';
import { CLOUD_FLAGS, type CloudChoice, importClouds, refuseOtherCloud } from './import-clouds.ts';
import { importFrames } from './import-frames.ts';
import type { Project } from './project.ts';
import type { Session } from './sessions.ts';

/** What a person says of files that the files do not: of captures their sensor, of clouds how they were made. */
export interface ImportChoice extends SensorChoice {
  readonly cloud?: CloudChoice;
  /** Clouds are refused: their scans are asked for, and they have none. */
  readonly scansOnly?: true;
}

/**
 * Imports files as one session of a project: captures of a sensor, or clouds that other programs made. Hashes them, finds
 * the metadata of captures, reads and stores scans or points.
 *
 * @param locations captures, or folders of ROS 2 bags, in the order in which they were recorded; or clouds; or a folder of the
 *   frames of a drive, a cloud each
 * @param watch hears of captures only
 * @throws SocavonError 'usage' for captures and clouds together, and for clouds where scans are asked for, 'capture-sensors' for captures of different sensors; see
 *   `hashFile`, `resolveSensor`, `openCapture`, `importCaptures`, `importClouds`
 */
export async function importFiles(
  project: Project,
  locations: readonly string[],
  { cloud = {}, scansOnly, ...choice }: ImportChoice,
  context: StageContext,
  watch?: ImportWatch,
): Promise<ImportResult> {
  const chosen = choice.address === undefined ? null : parseSender(choice.address);
  const frames = locations.length === 1 ? await frameFolderOf(locations[0]) : null;
  if (frames !== null) {
    refuseSensor(locations[0], choice);
    return importFrames(project, frames, cloud, context);
  }
  const paths = (await Promise.all(locations.map(filesOf))).flat();
  const files = await Promise.all(paths.map(statsOf));
  const isOfClouds = await areClouds(paths.filter((_, i) => files[i].isFile()));
  if (isOfClouds && scansOnly)
    throw new SocavonError('usage', message('cloud-without-scans', { name: basename(paths[0]) }));
  if (isOfClouds) refuseSensor(paths[0], choice);
  else {
    refuseCloudChoice(paths[0], cloud);
    await refuseOtherSensors(paths, context);
  }
  const unchanged = await unchangedSince(paths, files);
  const ended = new CancelSource();
  const hashing = captureFilesOf(paths, files, {
    get cancelled() {
      return context.cancel.cancelled || ended.cancelled;
    },
  });
  // Whoever awaits it hears of an error.
  hashing.catch(() => {});
  try {
    // A single capture of a size that the project has not is new: its digest can wait for the end.
    if (isOfClouds || paths.length > 1 || project.captures.ofSize(files[0].size).length > 0) {
      const captures = await hashing;
      const known = knownSession(project, captures, context);
      if (known !== null) {
        if (isOfClouds) refuseOtherCloud(project, known, captures, cloud);
        else await refuseOtherSensor(known, choice);
        return { session: project.sessions.get(known.id)!, alreadyThere: true };
      }
    }
    const session = isOfClouds
      ? await importClouds(project, paths, await hashing, unchanged, cloud, context)
      : await importScans(
          project,
          paths,
          { captures: hashing, unchanged },
          { ...choice, chosen },
          context,
          watch,
        );
    return { session, alreadyThere: false };
  } finally {
    ended.cancel();
    await hashing.catch(() => {});
  }
}

/** Reads captures of a sensor and stores their scans. */
async function importScans(
  project: Project,
  paths: readonly string[],
  request: Omit<ImportRequest, 'metadata'>,
  choice: SensorChoice & { readonly chosen: SenderChoice | null },
  context: StageContext,
  watch: ImportWatch | undefined,
): Promise<Session> {
  const { sensor, metadata } = await resolveSensor(paths[0], choice, context);
  const sources: FileSource[] = [];
  try {
    for (const path of paths) sources.push(await openCaptureSource(path, context.cancel));
    const opened = await openCapture(sources, sensor, context, {
      chosen: choice.chosen,
      refuseSeveral: choice.refuseSeveral,
    });
    return await importCaptures(project, { ...request, metadata }, opened, context, watch);
  } finally {
    for (const source of sources) await source.close();
  }
}

/** Rejects the options of a capture for a cloud, where they would have no effect. */
function refuseSensor(path: string, { metadata, sensor }: SensorChoice): void {
  const option = metadata !== undefined ? '--metadata' : sensor !== undefined ? '--sensor' : null;
  if (option !== null)
    throw new SocavonError('usage', message('cloud-capture-option', { option, name: basename(path) }));
}

/** Rejects the options of a cloud for a capture. */
function refuseCloudChoice(path: string, choice: CloudChoice): void {
  const [said] = Object.entries(CLOUD_FLAGS).filter(
    ([key]) => choice[key as keyof CloudChoice] !== undefined,
  );
  if (said !== undefined)
    throw new SocavonError('usage', message('cloud-option-alone', { option: said[1], name: basename(path) }));
}

/** Rejects another sensor choice for a known session, because its scans were decoded with its own metadata. */
async function refuseOtherSensor(
  { metadata: stored }: Session,
  { metadata, sensor }: SensorChoice,
): Promise<void> {
  const requested = metadata === undefined ? undefined : await readMetadata(metadata);
  if (requested !== undefined ? requested.text === stored?.text : sensor === undefined || stored === null)
    return;
  throw new SocavonError(
    'capture-known',
    message('capture-with-other-metadata', {
      kept: sensorWords(stored?.name),
      requested: requested?.name ?? sensor ?? '?',
    }),
  );
}

function sensorWords(metadata: string | undefined): Message {
  return metadata === undefined
    ? message('sensor-nominal-words')
    : message('metadata-named', { name: metadata });
}

async function statsOf(path: string): Promise<Stats> {
  try {
    return await regularFile(path);
  } catch (error) {
    throw fileError(path, 'read', error);
  }
}

/** The files with their digests, one after the other. @throws as `hashFile` */
async function captureFilesOf(
  paths: readonly string[],
  files: readonly Stats[],
  cancel: CancelToken,
): Promise<CaptureFile[]> {
  const captures: CaptureFile[] = [];
  for (const [i, path] of paths.entries()) {
    const { size, mtime } = files[i];
    const sha256 = await hashFile(path, cancel);
    captures.push({ name: basename(path), sizeBytes: size, sha256, modifiedAt: mtime.toISOString() });
  }
  return captures;
}
