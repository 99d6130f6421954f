import { readFile, stat } from 'node:fs/promises';
import { message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { fileError } from './file-errors.ts';

/** Greatest size of an axis or design; a longer file was named by mistake. */
const LONGEST_BYTES = 256 << 20;

/**
 * Reads a file that the user named, as bytes, because a drawing declares its own character encoding.
 *
 * @throws SocavonError 'file-missing', 'file-unreadable', 'file-format' (too long)
 */
export async function readBytes(path: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(path);
    if (size > LONGEST_BYTES) throw new SocavonError('file-format', message('text-none', { path }));
    return await readFile(path);
  } catch (error) {
    throw fileError(path, 'read', error);
  }
}
