import { readFile } from 'node:fs/promises';
import { message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { requireLength } from '../../src-core/model/reading-limits.ts';
import { fileError } from './file-errors.ts';
import { noteInput } from './kept-files.ts';
import { regularFile } from './regular-file.ts';

/**
 * Reads a text file that the user named.
 *
 * @throws SocavonError 'file-missing', 'file-unreadable', 'file-format' (no text, too long)
 */
export async function readText(path: string): Promise<string> {
  try {
    requireLength('textBytes', (await regularFile(path)).size, path);
    noteInput(path);
    const text = await readFile(path, 'utf8');
    if (text.includes('\0')) throw new SocavonError('file-format', message('text-none', { path }));
    return text;
  } catch (error) {
    throw fileError(path, 'read', error);
  }
}
