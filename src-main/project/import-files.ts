import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { openCapture } from '../../src-core/io/capture.ts';
import type { StageContext } from '../../src-core/model/context.ts';
import { fileError } from '../files/file-errors.ts';
import { type FileSource, openFileSource } from '../files/file-source.ts';
import { hashFile } from '../files/hash-file.ts';
import { resolveSensor, type SensorChoice } from '../files/resolve-sensor.ts';
import type { CaptureFile } from './captures.ts';
import { type ImportResult, importCaptures, knownSession } from './import-captures.ts';
import type { Project } from './project.ts';

/**
 * Imports capture files as one session of a project: names them by their bytes, finds the metadata, reads
 * and stores the scans.
 *
 * @param paths in the order in which they were recorded
 * @throws SocavonError see `hashFile`, `resolveSensor`, `openCapture`, `importCaptures`
 */
export async function importFiles(
  project: Project,
  paths: readonly string[],
  choice: SensorChoice,
  context: StageContext,
): Promise<ImportResult> {
  const captures: CaptureFile[] = [];
  for (const path of paths) captures.push(await captureFileOf(path, context));
  const known = knownSession(project, captures, context);
  if (known !== null) return { session: known, alreadyThere: true };

  const { sensor, metadata } = await resolveSensor(paths[0], choice);
  const sources: FileSource[] = [];
  try {
    for (const path of paths) sources.push(await openFileSource(path));
    const opened = await openCapture(sources, sensor, context);
    const session = await importCaptures(project, { captures, metadata }, opened, context);
    return { session, alreadyThere: false };
  } finally {
    for (const source of sources) await source.close();
  }
}

async function captureFileOf(path: string, context: StageContext): Promise<CaptureFile> {
  try {
    const { size, mtime } = await stat(path);
    const sha256 = await hashFile(path, context.cancel);
    return { name: basename(path), sizeBytes: size, sha256, modifiedAt: mtime.toISOString() };
  } catch (error) {
    throw fileError(path, 'read', error);
  }
}
