import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { SocavonError } from '../../src-core/model/errors.ts';
import { requireLength } from '../../src-core/model/reading-limits.ts';
import { fileError } from './file-errors.ts';
import { noteInput } from './kept-files.ts';
import { regularFile } from './regular-file.ts';

/**
 * Reads a file that the user named, as bytes, because a drawing declares its own character encoding.
 *
 * @throws SocavonError 'file-missing', 'file-unreadable', 'file-format' (too long)
 */
export async function readBytes(path: string): Promise<Uint8Array> {
  try {
    requireLength('drawingBytes', (await regularFile(path)).size, path);
    noteInput(path);
    return await readFile(path);
  } catch (error) {
    throw fileError(path, 'read', error);
  }
}

/**
 * Reads a file of the folder of another one, of which it is a part, as a DTM has its points in an STR.
 *
 * @param path of the other one
 * @returns null if there is none of that name, or the name leads elsewhere
 * @throws SocavonError as `readBytes`, but for a file that is missing
 */
export async function bytesBeside(path: string, name: string): Promise<Uint8Array | null> {
  if (basename(name) !== name) return null;
  try {
    return await readBytes(join(dirname(path), name));
  } catch (error) {
    if (error instanceof SocavonError && error.code === 'file-missing') return null;
    throw error;
  }
}
