import { readFile } from 'node:fs/promises';
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
