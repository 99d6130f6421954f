import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { type CancelToken, NEVER_CANCELLED, throwIfCancelled } from '../../src-core/model/context.ts';
import { fileError } from './file-errors.ts';
import { regularFile } from './regular-file.ts';

const CHUNK_BYTES = 1 << 20;

/**
 * Computes the SHA-256 of a file, read in chunks of 1 MiB.
 *
 * @returns 64 lower-case hexadecimal digits
 * @throws SocavonError 'file-missing', 'file-unreadable'; CancelledError
 */
export async function hashFile(path: string, cancel: CancelToken = NEVER_CANCELLED): Promise<string> {
  try {
    await regularFile(path);
    const file = await open(path);
    try {
      return await digestOf(file, cancel);
    } finally {
      await file.close();
    }
  } catch (error) {
    throw fileError(path, 'read', error);
  }
}

/** Reads into two buffers in turns: the next chunk comes while one is hashed, and no memory is left to collect. */
async function digestOf(file: FileHandle, cancel: CancelToken): Promise<string> {
  const hash = createHash('sha256');
  let [reading, hashing] = [Buffer.allocUnsafeSlow(CHUNK_BYTES), Buffer.allocUnsafeSlow(CHUNK_BYTES)];
  let pending = file.read(reading);
  for (;;) {
    const { bytesRead } = await pending;
    throwIfCancelled(cancel, 'work-import');
    if (bytesRead === 0) return hash.digest('hex');
    [reading, hashing] = [hashing, reading];
    pending = file.read(reading);
    hash.update(hashing.subarray(0, bytesRead));
  }
}
