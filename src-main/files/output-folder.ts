import { randomBytes } from 'node:crypto';
import { mkdir, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileError } from './file-errors.ts';

export interface OutputFolder {
  readonly path: string;
  /** Takes away again what folders were made for it, as far as nothing came to lie in them. */
  removeUnused(): Promise<void>;
}

/**
 * Makes a folder for results and tries by writing whether it takes them: better known before half an hour of
 * work than after.
 *
 * @throws SocavonError 'file-unwritable', 'disk-full'
 */
export async function openOutputFolder(path: string): Promise<OutputFolder> {
  const trial = join(path, `.${randomBytes(4).toString('hex')}.part`);
  try {
    const topmost = await mkdir(path, { recursive: true });
    await writeFile(trial, '', { flag: 'wx' });
    await rm(trial);
    return { path, removeUnused: () => removeEmpty(path, topmost) };
  } catch (error) {
    throw fileError(path, 'write', error);
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
