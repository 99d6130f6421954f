import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileError } from './file-errors.ts';

/** As `openAtomicSink` names what is not whole yet. */
const PART_NAME = /^\..+\.[0-9a-f]{8}\.part$/;
const STALE_MS = 600_000;

export interface OutputFolder {
  readonly path: string;
  /** Takes away again what folders were made for it, as far as nothing came to lie in them. */
  removeUnused(): Promise<void>;
}

/**
 * Makes a folder for results and tries by writing whether it takes them: better known before half an hour of
 * work than after. What a killed program left half-written there is removed.
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

/** What a program that was killed was writing when it died. One that lives writes every few seconds. */
async function removeStaleParts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!PART_NAME.test(name)) continue;
    const part = join(folder, name);
    if (Date.now() - (await stat(part)).mtimeMs > STALE_MS) await rm(part, { force: true });
  }
}

/** @param topmost the first folder that had to be made; undefined where none had to */
async function removeEmpty(path: string, topmost: string | undefined): Promise<void> {
  if (topmost === undefined) return;
  for (let folder = path; folder.length >= topmost.length; folder = dirname(folder)) {
    try {
      await rmdir(folder);
    } catch {
      return; // it holds something: it is used
    }
  }
}
