import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileError } from './file-errors.ts';

/** Names of unfinished files of `openAtomicSink`. */
const PART_NAME = /^\..+\.[0-9a-f]{8}\.part$/;
const STALE_MS = 600_000;

export interface OutputFolder {
  readonly path: string;
  /** Removes the folders that were created for it, if they are still empty. */
  removeUnused(): Promise<void>;
}

/**
 * Creates a folder for results and checks by writing that it is writable, before half an hour of work rather than
 * after. Unfinished files of killed programs in it are removed.
 *
 * @throws SocavonError 'file-unwritable', 'disk-full'
 */
export async function openOutputFolder(path: string): Promise<OutputFolder> {
  const trial = join(path, `.trial.${randomBytes(4).toString('hex')}.part`);
  try {
    const topmost = await mkdir(path, { recursive: true });
    await writeFile(trial, '', { flag: 'wx' });
    await rm(trial);
    await removeStaleParts(path);
    return { path, removeUnused: () => removeEmpty(path, topmost) };
  } catch (error) {
    throw fileError(path, 'write', error);
  }
}

/** Removes unfinished files of killed programs, by age: a live program writes every few seconds. */
async function removeStaleParts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!PART_NAME.test(name)) continue;
    const part = join(folder, name);
    if (Date.now() - (await stat(part)).mtimeMs > STALE_MS) await rm(part, { force: true });
  }
}

/** @param topmost the first folder that was created; undefined: none */
async function removeEmpty(path: string, topmost: string | undefined): Promise<void> {
  if (topmost === undefined) return;
  for (let folder = path; folder.length >= topmost.length; folder = dirname(folder)) {
    try {
      await rmdir(folder);
    } catch {
      return; // not empty, so in use
    }
  }
}
