import { type FileHandle, open, rename } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { PatchSink } from '../../src-core/io/bytes/byte-stream.ts';
import { fileError } from './file-errors.ts';
import { flushFolder } from './flush.ts';
import { refuseKeptFile, type WriteOptions } from './kept-files.ts';
import { makeFolder } from './make-folder.ts';
import { partPath, removeAbandonedPartsOnce, removeLeftover } from './part-files.ts';

/** Size of the write buffer: writers append lines and records of a few bytes. */
const BUFFER_BYTES = 1 << 18;

/**
 * Opens an atomic output: the bytes go to a hidden file in the same folder, which `close` flushes to the disk and
 * renames. Missing folders are created. An existing file of the name stays unchanged until then; one that cannot be made
 * again is not replaced (`refuseKeptFile`).
 *
 * @param options what is written, which may replace another of its kind
 * @throws SocavonError 'file-unwritable', 'disk-full'; also from `write`, `patch` and `close`, after removing the hidden
 *   file
 */
export async function openAtomicSink(path: string, options: WriteOptions = {}): Promise<PatchSink> {
  return atomicSink(path, await openPart(path, options));
}

/** The hidden file of an output that is not finished. */
export interface PartFile {
  readonly part: string;
  readonly handle: FileHandle;
}

/** Creates the hidden file of an output, in its folder, which is created if missing. @throws as `openAtomicSink` */
export async function openPart(path: string, options: WriteOptions = {}): Promise<PartFile> {
  await refuseKeptFile(path, options);
  const folder = dirname(path);
  const part = partPath(path);
  try {
    makeFolder(folder);
    removeAbandonedPartsOnce(folder);
    return { part, handle: await open(part, 'wx') };
  } catch (error) {
    throw fileError(path, 'write', error);
  }
}

/** Gives a complete hidden file its name; it is on the disk then. */
export async function publishPart(path: string, { part, handle }: PartFile): Promise<void> {
  await handle.sync();
  await handle.close();
  await rename(part, path);
  flushFolder(dirname(path));
}

/** Removes a hidden file; what fails of that does not hide the reason for the discard. */
export async function discardPart({ part, handle }: PartFile): Promise<void> {
  await handle.close().catch(() => {});
  removeLeftover(part);
}

/** Writes all bytes at the end, or at a position of the file. */
export async function writeAll(handle: FileHandle, bytes: Uint8Array, position?: number): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const place = position === undefined ? null : position + at;
    at += (await handle.write(bytes, at, bytes.length - at, place)).bytesWritten;
  }
}

function atomicSink(path: string, file: PartFile): PatchSink {
  const { handle } = file;
  const buffer = new Uint8Array(BUFFER_BYTES);
  let used = 0;
  let open = true;

  const discard = async (): Promise<void> => {
    if (!open) return;
    open = false;
    await discardPart(file);
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
  const flush = async (): Promise<void> => {
    await writeAll(handle, buffer.subarray(0, used));
    used = 0;
  };

  return {
    name: basename(path),
    write: (bytes) =>
      orDiscard(async () => {
        if (used + bytes.length > BUFFER_BYTES) await flush();
        if (bytes.length >= BUFFER_BYTES) return writeAll(handle, bytes);
        buffer.set(bytes, used);
        used += bytes.length;
      }),
    patch: (offset, bytes) =>
      orDiscard(async () => {
        await flush();
        await writeAll(handle, bytes, offset);
      }),
    close: () =>
      orDiscard(async () => {
        await flush();
        await publishPart(path, file);
        open = false;
      }),
    abort: discard,
  };
}
