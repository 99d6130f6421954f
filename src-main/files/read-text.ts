import { readFile, stat } from 'node:fs/promises';
import { message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { fileError } from './file-errors.ts';

/** Greatest size of an axis, design or metadata; a longer file was named by mistake. */
const LONGEST_BYTES = 64 << 20;

/**
 * Reads a text file that the user named.
 *
 * @throws SocavonError 'file-missing', 'file-unreadable', 'file-format' (no text)
 */
export async function readText(path: string): Promise<string> {
  try {
    const { size } = await stat(path);
    if (size > LONGEST_BYTES) throw noText(path);
    const text = await readFile(path, 'utf8');
    if (text.includes('\0')) throw noText(path);
    return text;
  } catch (error) {
    throw fileError(path, 'read', error);
  }
}

function noText(path: string): SocavonError {
  return new SocavonError('file-format', message('text-none', { path }));
}
