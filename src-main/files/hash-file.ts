import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type CancelToken, NEVER_CANCELLED, throwIfCancelled } from '../../src-core/model/context.ts';
import { fileError } from './file-errors.ts';

const CHUNK_BYTES = 1 << 20;

/**
 * Computes the SHA-256 of a file, read in chunks of 1 MiB.
 *
 * @returns 64 lower-case hexadecimal digits
 * @throws SocavonError 'file-missing', 'file-unreadable'; CancelledError
 */
export async function hashFile(path: string, cancel: CancelToken = NEVER_CANCELLED): Promise<string> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
      throwIfCancelled(cancel, 'work-import');
      hash.update(chunk as Buffer);
    }
  } catch (error) {
    throw fileError(path, 'read', error);
  }
  return hash.digest('hex');
}
