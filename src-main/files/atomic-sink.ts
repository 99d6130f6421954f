import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { WriteSink } from '../../src-core/io/bytes/byte-stream.ts';
import { fileError } from './file-errors.ts';

/** Size of the write buffer: writers append lines and records of a few bytes. */
const BUFFER_BYTES = 1 << 18;

/**
 * Opens an atomic output: the bytes go to a hidden file in the same folder, which `close` flushes to the disk and
 * renames. Missing folders are created. An existing file of the name stays unchanged until then.
 *
 * @throws SocavonError 'file-unwritable', 'disk-full'; also from `write` and `close`, after removing the hidden
 *   file
 */
export async function openAtomicSink(path: string): Promise<WriteSink> {
  const folder = dirname(path);
  const part = join(folder, `.${basename(path)}.${randomBytes(4).toString('hex')}.part`);
  try {
    await mkdir(folder, { recursive: true });
    return atomicSink(path, part, await open(part, 'wx'));
  } catch (error) {
    throw fileError(path, 'write', error);
  }
}

function atomicSink(path: string, part: string, handle: FileHandle): WriteSink {
  const buffer = new Uint8Array(BUFFER_BYTES);
  let used = 0;
  let open = true;

  const discard = async (): Promise<void> => {
    if (!open) return;
    open = false;
    await handle.close().catch(() => {}); // a failed close must not hide the reason for the discard
    await rm(part, { force: true });
  };
  const orDiscard = async (work: () => Promise<void>): Promise<void> => {
    if (!open) throw new Error(`${path} is written to after it was finished`);
    try {
      await work();
    } catch (error) {
      await discard();
      throw fileError(path, 'write', error);
    }
  };
  const put = async (bytes: Uint8Array): Promise<void> => {
    for (let at = 0; at < bytes.length; ) {
      at += (await handle.write(bytes, at, bytes.length - at)).bytesWritten;
    }
  };
  const flush = async (): Promise<void> => {
    await put(buffer.subarray(0, used));
    used = 0;
  };

  return {
    name: basename(path),
    write: (bytes) =>
      orDiscard(async () => {
        if (used + bytes.length > BUFFER_BYTES) await flush();
        if (bytes.length >= BUFFER_BYTES) return put(bytes);
        buffer.set(bytes, used);
        used += bytes.length;
      }),
    close: () =>
      orDiscard(async () => {
        await flush();
        await handle.sync();
        await handle.close();
        await rename(part, path);
        open = false;
        await syncFolder(dirname(path));
      }),
    abort: discard,
  };
}

/**
 * Flushes a folder, so that the rename survives a power cut. Windows cannot open a folder; there NTFS journals the
 * rename.
 */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
