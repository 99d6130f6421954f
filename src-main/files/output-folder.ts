import { rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileError } from './file-errors.ts';
import { makeFolder } from './make-folder.ts';
import { partPath, removeAbandonedParts } from './part-files.ts';

interface OutputFolder {
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
  const trial = partPath(join(path, 'trial'));
  try {
    const topmost = makeFolder(path);
    await writeFile(trial, '', { flag: 'wx' });
    await rm(trial);
    removeAbandonedParts(path);
    return { path, removeUnused: () => removeEmpty(path, topmost) };
  } catch (error) {
    throw fileError(path, 'write', error);
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
