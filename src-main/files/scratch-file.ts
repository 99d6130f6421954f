import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Scratch } from '../../src-core/io/cloud/copc-writer.ts';
import { writeAll } from './atomic-sink.ts';
import { fileError } from './file-errors.ts';
import { openFileSource } from './file-source.ts';
import { removeLeftover } from './part-files.ts';

/** A file for the time of a work, which need not reach the disk. @throws SocavonError 'disk-full', 'file-unwritable' */
export function scratchFile(path: string): Scratch {
  return {
    create: async () => {
      let handle: FileHandle;
      try {
        handle = await open(path, 'wx');
      } catch (error) {
        throw fileError(path, 'write', error);
      }
      return {
        name: basename(path),
        write: async (bytes) => {
          try {
            await writeAll(handle, bytes);
          } catch (error) {
            throw fileError(path, 'write', error);
          }
        },
        close: () => handle.close(),
        abort: () => handle.close().catch(() => {}),
      };
    },
    open: () => openFileSource(path, { isOwn: true }),
    remove: async () => removeLeftover(path),
  };
}
