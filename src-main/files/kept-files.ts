import { type BigIntStats, realpathSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import { captureFormat, headerFormat, latin1 } from '../../src-core/io/bytes/file-kind.ts';
import { type Message, message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { hashFile } from './hash-file.ts';
import { looksLikeProject } from './project-header.ts';
import { regularFile } from './regular-file.ts';

/** First bytes that tell a recording or a cloud. */
const HEAD_BYTES = 1024;
/** Endings of points as text that nothing else has. */
const POINTS_ENDING = /\.(xyz|asc|pts|ptx)$/i;

/** What an output is. */
export interface WriteOptions {
  /** A recording itself, by the simulator or in the format of one. */
  readonly isCapture?: boolean;
  /** A cloud of points, which may replace one. */
  readonly isCloud?: boolean;
}

/**
 * Refuses to write over what cannot be made again: a file that this command reads, one that an open project was made of, a
 * project, a recording of a sensor, whatever its name is, and a cloud of points where the output is none. Results are made
 * again, and are replaced.
 *
 * @throws SocavonError 'file-unwritable' that names the file
 */
export async function refuseKeptFile(path: string, { isCapture, isCloud }: WriteOptions = {}): Promise<void> {
  const refuse = (why: Message): never => {
    throw new SocavonError('file-unwritable', why);
  };
  const input = inputAt(path);
  if (input !== null) refuse(message('write-over-input', { path, input }));
  if (looksLikeProject(path)) refuse(message('write-over-project', { path }));
  const project = await projectOf(path);
  if (project !== null) refuse(message('write-over-source', { path, project }));
  if (isCapture) return;
  const head = await headOf(path);
  const format = captureFormat(head);
  if (format !== null) refuse(message('write-over-capture', { path, format }));
  if (isCloud) return;
  if (headerFormat(head) !== null || (POINTS_ENDING.test(path) && head !== ''))
    refuse(message('write-over-cloud', { path }));
}

/** Under which threads that are started later find the files that the command reads. */
const INPUTS = 'socavon-inputs';
type Inputs = Map<string, string>;

/**
 * Begins to note the files that are read, until it is called again: for a command, whose outputs must not replace its
 * inputs. A window opens a file and saves it again, so its host does not begin.
 */
export function beginInputs(): void {
  setEnvironmentData(INPUTS, new Map<string, string>() as never);
}

/** Notes a file that a command reads. Nothing happens where none are noted, or there is no such file. */
export function noteInput(path: string): void {
  const inputs = getEnvironmentData(INPUTS) as unknown as Inputs | undefined;
  if (inputs === undefined) return;
  for (const name of namesOf(path)) if (!inputs.has(name)) inputs.set(name, path);
}

/**
 * The file that was read and would be written over; null: none. One that is gone is none, although its place on the disk
 * may have been given to another file since.
 */
function inputAt(path: string): string | null {
  const inputs = getEnvironmentData(INPUTS) as unknown as Inputs | undefined;
  if (inputs === undefined || inputs.size === 0) return null;
  for (const name of namesOf(path)) {
    const input = inputs.get(name);
    if (input !== undefined && namesOf(input).includes(name)) return input;
  }
  return null;
}

/** As `refuseKeptFile` for inputs, of outputs that will be written: before the work rather than after it. @throws as it */
export function refuseInputsIn(folder: string, names: readonly string[]): void {
  for (const path of names.map((name) => join(folder, name))) {
    const input = inputAt(path);
    if (input !== null)
      throw new SocavonError('file-unwritable', message('write-over-input', { path, input }));
  }
}

/**
 * What tells a file from others: its place on the disk, which links and other spellings of its name lead to, and its real
 * path, for file systems that number files as they are asked for.
 */
function namesOf(path: string): string[] {
  let stats: BigIntStats | undefined;
  try {
    stats = statSync(path, { bigint: true });
    return [`${stats.dev}:${stats.ino}`, realpathSync.native(path)];
  } catch {
    return stats === undefined ? [] : [`${stats.dev}:${stats.ino}`];
  }
}

/** An open project: its path, and the SHA-256 of the files of a size that it was made of. */
interface ProjectSources {
  readonly path: string;
  sourcesOf(bytes: number): readonly string[];
}
const openProjects = new Set<ProjectSources>();

/** Keeps the files that a project was made of from being written over. @returns ends it */
export function keepSources(project: ProjectSources): () => void {
  openProjects.add(project);
  return () => void openProjects.delete(project);
}

/** The open project that was made of a file, wherever that is by now; null: none. */
async function projectOf(path: string): Promise<string | null> {
  if (openProjects.size === 0) return null;
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isFile() !== true) return null;
  const known = [...openProjects].map((project) => ({ project, sums: project.sourcesOf(stats.size) }));
  if (known.every(({ sums }) => sums.length === 0)) return null;
  const sum = await hashFile(path);
  return known.find(({ sums }) => sums.includes(sum))?.project.path ?? null;
}

/** First characters of a file; none where there is no file, or none that can be read. */
async function headOf(path: string): Promise<string> {
  try {
    await regularFile(path);
    const file = await open(path, 'r');
    try {
      const { buffer, bytesRead } = await file.read(new Uint8Array(HEAD_BYTES), 0, HEAD_BYTES, 0);
      return latin1(buffer.subarray(0, bytesRead));
    } finally {
      await file.close();
    }
  } catch {
    return '';
  }
}
