import { createHash } from 'node:crypto';
import { readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeMessage, messageParts } from '../../src-core/contract/wire.ts';
import { bytesOf } from '../../src-core/model/paged-bytes.ts';
import { openAtomicSink } from './atomic-sink.ts';
import { cacheFolder } from './cache-folder.ts';

/** Greatest size of all cached products, and of one; the least recently used are evicted first. */
const MOST_BYTES = 2 * 2 ** 30;
const MOST_OF_ONE = 2 ** 30;
const DIGEST_BYTES = 32;

/**
 * Reads the plain value that is cached under a key; null: not cached, damaged or not readable, compute it again.
 *
 * @param key lower-case hexadecimal digits
 */
export async function readProduct(key: string): Promise<unknown> {
  try {
    const path = join(folder(), key);
    const bytes = await readFile(path);
    const payload = bytes.subarray(DIGEST_BYTES);
    if (!digestOf(payload).equals(bytes.subarray(0, DIGEST_BYTES))) return null;
    const now = new Date();
    await utimes(path, now, now).catch(() => {}); // a read-only cache is of use too
    return decodeMessage(payload);
  } catch {
    return null;
  }
}

/**
 * Caches a plain value under a key: the SHA-256 of the bytes, then the bytes. Two programs that write the same at once
 * do no harm. A failed write is ignored; the value is then computed again.
 */
export async function writeProduct(key: string, value: unknown): Promise<void> {
  try {
    // Not put together: the points of a long drive are hundreds of megabytes.
    const parts = messageParts(value);
    if (parts.reduce((sum, { length }) => sum + length, 0) > MOST_OF_ONE) return;
    const hash = createHash('sha256');
    const sink = await openAtomicSink(join(folder(), key));
    await sink.write(new Uint8Array(DIGEST_BYTES));
    for (const part of parts) {
      const bytes = bytesOf(part);
      hash.update(bytes);
      await sink.write(bytes);
    }
    await sink.patch(0, hash.digest());
    await sink.close();
    await removeOld();
  } catch {
    // Cache errors are ignored: the value can be computed again.
  }
}

async function removeOld(): Promise<void> {
  const names = (await readdir(folder())).filter((name) => !name.startsWith('.'));
  const entries = await Promise.all(
    names.map(async (name) => {
      const { mtimeMs, size } = await stat(join(folder(), name));
      return { name, mtimeMs, size };
    }),
  );
  let bytes = 0;
  for (const { name, size } of entries.sort((a, b) => b.mtimeMs - a.mtimeMs)) {
    bytes += size;
    if (bytes > MOST_BYTES) await rm(join(folder(), name), { force: true });
  }
}

function digestOf(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}

function folder(): string {
  return join(cacheFolder(), 'products');
}
