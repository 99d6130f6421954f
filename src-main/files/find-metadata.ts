import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type CaptureSummary, inspectCapture } from '../../src-core/io/capture/inspect-capture.ts';
import { parseSensorMetadata } from '../../src-core/io/capture/metadata.ts';
import {
  metadataCandidates,
  metadataMisfit,
  rankMetadata,
} from '../../src-core/io/capture/metadata-candidates.ts';
import { isOsf, osfMetadata } from '../../src-core/io/capture/osf-capture.ts';
import type { SenderChoice } from '../../src-core/io/capture/sender.ts';
import { type Message, message } from '../../src-core/messages/message.ts';
import { remark } from '../../src-core/messages/remark.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import type { SensorModel } from '../../src-core/model/sensor.ts';
import { openCaptureSource } from './capture-source.ts';
import { fileError } from './file-errors.ts';
import { openFileSource } from './file-source.ts';
import { headOf } from './first-bytes.ts';
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
 * the naming of recorders; failing that, one that shares the start of the capture's name and fits its packets, then any
 * whose serial number and start are those of the packets, which also goes before a namesake of another sensor.
 *
 * An OSF file holds its own.
 *
 * @param explicit path of the metadata, if the user gave one
 * @param chosen the one of several sensors of an OSF file
 * @throws SocavonError 'metadata-missing' (with the names that were searched), 'metadata-malformed',
 *   'file-missing', 'file-unreadable', 'file-format', and what reading the capture throws
 */
export async function findMetadata(
  capturePath: string,
  explicit?: string,
  chosen: SenderChoice | null = null,
): Promise<FoundMetadata> {
  if (explicit !== undefined) return readMetadata(explicit);
  const inside = await metadataInside(capturePath, chosen);
  if (inside !== null) return inside;
  const folder = dirname(capturePath);
  const captureName = basename(capturePath);
  const usual = metadataCandidates(captureName);
  const names = await namesIn(folder);
  const ranked = rankMetadata(captureName, names);

  const named = ranked.find((name) => usual.includes(name));
  if (named !== undefined) {
    const metadata = await readMetadata(join(folder, named));
    return (await betterThan(metadata, capturePath, names)) ?? metadata;
  }

  const misfits: Message[] = [];
  let summary: CaptureSummary | null = null;
  for (const name of ranked) {
    const candidate = await readMetadata(join(folder, name)).catch(ifNotMetadata);
    summary ??= await inspectHead(capturePath);
    const misfit = candidate && metadataMisfit(candidate.sensor, summary);
    if (candidate !== null && misfit === null) return candidate;
    misfits.push(message('metadata-misfit-of', { name, why: misfit?.why ?? message('metadata-not-one') }));
  }
  const others = names.filter((name) => !ranked.includes(name));
  const identified = await identifiedAmong(others, folder, capturePath, summary);
  if (identified !== null) return identified;
  throw missing(capturePath, usual, misfits);
}

/** Metadata has some kilobytes; a larger JSON file is something else. */
const LARGEST_BYTES = 1 << 20;
/** JSON files of a folder that are looked at. */
const MOST_FILES = 64;

/** Where the metadata beside a capture is that of another sensor: another file of the folder that is of this one. */
async function betterThan(
  metadata: FoundMetadata,
  capturePath: string,
  names: readonly string[],
): Promise<FoundMetadata | null> {
  // A capture that cannot be read is refused by its reader, which says why.
  const summary = await inspectHead(capturePath).catch(ifRefused);
  if (summary === null || metadataMisfit(metadata.sensor, summary) === null) return null;
  const others = names.filter((name) => name !== metadata.name);
  return identifiedAmong(others, dirname(capturePath), capturePath, summary);
}

/**
 * The file among others whose serial number and start are those that the packets carry; null if there is none. Legacy
 * packets carry neither, so nothing is taken for them that is not named after the capture.
 */
async function identifiedAmong(
  names: readonly string[],
  folder: string,
  capturePath: string,
  known: CaptureSummary | null,
): Promise<FoundMetadata | null> {
  const candidates = names.filter((name) => /\.json$/i.test(name)).slice(0, MOST_FILES);
  if (candidates.length === 0) return null;
  const summary = known ?? (await inspectHead(capturePath).catch(ifRefused));
  if (summary === null || summary.identities.length === 0) return null;
  for (const name of candidates) {
    const path = join(folder, name);
    if ((await stat(path)).size > LARGEST_BYTES) continue;
    const metadata = await readMetadata(path).catch(ifNotMetadata);
    if (metadata === null || !isIdentified(metadata.sensor, summary)) continue;
    if (metadataMisfit(metadata.sensor, summary) === null) return noted(metadata);
  }
  return null;
}

function isIdentified({ initId, serial }: SensorModel, { identities }: CaptureSummary): boolean {
  return identities.some(
    (identity) => identity.serial === serial && (initId === null || identity.initId === initId),
  );
}

function noted(metadata: FoundMetadata): FoundMetadata {
  const said = remark('metadata-identified', { name: metadata.name, serial: metadata.sensor.serial });
  return { ...metadata, sensor: { ...metadata.sensor, assumptions: [...metadata.sensor.assumptions, said] } };
}

function ifRefused(error: unknown): null {
  if (error instanceof SocavonError && error.code !== 'cancelled') return null;
  throw error;
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

/** Metadata that an OSF file holds of its sensor; null for any other file. */
async function metadataInside(path: string, chosen: SenderChoice | null): Promise<FoundMetadata | null> {
  const source = await openFileSource(path);
  try {
    if (!(await isOsf(source))) return null;
    const text = await osfMetadata(source, chosen);
    return { path, name: source.name, text, sensor: parseSensorMetadata(text, source.name) };
  } finally {
    await source.close();
  }
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
    return await inspectCapture(await headOf(source, HEAD_BYTES));
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
