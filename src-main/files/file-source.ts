import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import type { ReadSource } from '../../src-core/io/bytes/byte-stream.ts';
import { message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { fileError } from './file-errors.ts';
import { noteInput } from './kept-files.ts';
import { regularFile } from './regular-file.ts';

/** File as a random-access source of the core; the caller closes it. */
export interface FileSource extends ReadSource {
  readonly path: string;
  close(): Promise<void>;
}

/**
 * Opens a file for random access.
 *
 * @param options `isOwn`: the program wrote it itself, so that it is no input of the command
 * @throws SocavonError 'file-missing', 'file-unreadable'
 */
export async function openFileSource(
  path: string,
  { isOwn = false }: { readonly isOwn?: boolean } = {},
): Promise<FileSource> {
  let handle: FileHandle | undefined;
  try {
    await regularFile(path);
    handle = await open(path, 'r');
    const stat = await handle.stat();
    if (stat.isDirectory()) throw new SocavonError('file-unreadable', message('file-is-folder', { path }));
    if (!isOwn) noteInput(path);
    return fileSource(path, handle, stat.size);
  } catch (error) {
    await handle?.close();
    throw fileError(path, 'read', error);
  }
}

function fileSource(path: string, handle: FileHandle, size: number): FileSource {
  return {
    name: basename(path),
    path,
    size,
    async read(offset, length, into) {
      const wanted = Math.max(0, Math.min(length, size - offset));
      const hasRoom = into !== undefined && into.length >= wanted;
      const bytes = hasRoom ? into.subarray(0, wanted) : new Uint8Array(wanted);
      let filled = 0;
      try {
        while (filled < bytes.length) {
          const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, offset + filled);
          if (bytesRead === 0) break; // the file was truncated after opening
          filled += bytesRead;
        }
      } catch (error) {
        throw fileError(path, 'read', error);
      }
      return filled === bytes.length ? bytes : bytes.subarray(0, filled);
    },
    close: () => handle.close(),
  };
}
