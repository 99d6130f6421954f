import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type CaptureSummary, inspectCapture } from '../../src-core/io/capture/inspect-capture.ts';
import { parseSensorMetadata } from '../../src-core/io/capture/metadata.ts';
import {
  metadataCandidates,
  metadataMisfit,
  rankMetadata,
} from '../../src-core/io/capture/metadata-candidates.ts';
import { type Message, message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import type { SensorModel } from '../../src-core/model/sensor.ts';
import { openCaptureSource } from './capture-source.ts';
import { fileError } from './file-errors.ts';
import { firstBytes } from './first-bytes.ts';
import { readText } from './read-text.ts';

/** Sensor metadata with the file it was read from. */
export interface FoundMetadata {
  readonly path: string;
  readonly name: string;
  readonly text: string;
  readonly sensor: SensorModel;
}

/** Bytes of a capture that are read to check whether metadata fits it: several rotations of any sensor. */
const HEAD_BYTES = 8 << 20;

/**
 * Finds the metadata of a capture: the given file or, without one, the JSON file next to the capture that follows
 * the naming of recorders; failing that, one that shares the start of the capture's name and fits its packets.
 *
 * @param explicit path of the metadata, if the user gave one
 * @throws SocavonError 'metadata-missing' (with the names that were searched), 'metadata-malformed',
 *   'file-missing', 'file-unreadable', 'file-format', and what reading the capture throws
 */
export async function findMetadata(capturePath: string, explicit?: string): Promise<FoundMetadata> {
  if (explicit !== undefined) return readMetadata(explicit);
  const folder = dirname(capturePath);
  const captureName = basename(capturePath);
  const usual = metadataCandidates(captureName);
  const ranked = rankMetadata(captureName, await namesIn(folder));

  const named = ranked.find((name) => usual.includes(name));
  if (named !== undefined) return readMetadata(join(folder, named));

  const misfits: Message[] = [];
  let summary: CaptureSummary | null = null;
  for (const name of ranked) {
    const found = await readMetadata(join(folder, name)).catch(ifNotMetadata);
    summary ??= await inspectHead(capturePath);
    const misfit = found && metadataMisfit(found.sensor, summary);
    if (found !== null && misfit === null) return found;
    misfits.push(message('metadata-misfit-of', { name, why: misfit?.why ?? message('metadata-not-one') }));
  }
  throw missing(capturePath, usual, misfits);
}

/**
 * Reads a metadata file.
 *
 * @throws SocavonError 'file-missing', 'file-unreadable', 'file-format', 'metadata-malformed'
 */
export async function readMetadata(path: string): Promise<FoundMetadata> {
  const name = basename(path);
  const text = await readText(path);
  return { path, name, text, sensor: parseSensorMetadata(text, name) };
}

function ifNotMetadata(error: unknown): null {
  if (error instanceof SocavonError && ['metadata-malformed', 'file-format'].includes(error.code))
    return null;
  throw error;
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    throw fileError(folder, 'read', error);
  }
}

async function inspectHead(capturePath: string): Promise<CaptureSummary> {
  const source = await openCaptureSource(capturePath);
  try {
    return await inspectCapture(firstBytes(source, HEAD_BYTES));
  } finally {
    await source.close();
  }
}

function missing(capturePath: string, usual: readonly string[], misfits: readonly Message[]): SocavonError {
  const figures = {
    name: basename(capturePath),
    folder: dirname(capturePath),
    names: usual,
    remedy: message('metadata-remedy'),
  };
  // The command line says all of it, the window lists the files that it offers.
  const fitting = { ...figures, misfits };
  return new SocavonError(
    'metadata-missing',
    misfits.length > 0 ? message('metadata-none-fitting', fitting) : message('metadata-none', figures),
  );
}
