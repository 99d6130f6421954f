import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { PageStore } from '../../src-core/model/paged-bytes.ts';
import { cacheFolder } from './cache-folder.ts';
import { fileError } from './file-errors.ts';
import { makeFolder } from './make-folder.ts';
import { partPath, removeAbandonedParts, removeLeftover } from './part-files.ts';

/**
 * Opens a file of the user's cache as a store of pages. It loses its name at once, so that nothing is left of a program that
 * was killed.
 *
 * @returns null where no file can be written: pages stay in memory then
 */
export function openPageFile(): PageStore | null {
  const folder = join(cacheFolder(), 'pages');
  try {
    makeFolder(folder);
    removeAbandonedParts(folder);
    const path = partPath(join(folder, 'points'));
    return new PageFile(path, openSync(path, 'wx+', 0o600));
  } catch {
    return null;
  }
}

class PageFile implements PageStore {
  readonly #path: string;
  readonly #file: number;
  #isOpen = true;

  constructor(path: string, file: number) {
    this.#path = path;
    this.#file = file;
    this.#remove();
  }

  write(bytes: Uint8Array, place: number): boolean {
    // The number of a closed file may be that of another.
    if (!this.#isOpen) return false;
    try {
      for (let at = 0; at < bytes.length; )
        at += writeSync(this.#file, bytes, at, bytes.length - at, place + at);
      return true;
    } catch {
      return false;
    }
  }

  read(place: number, into: Uint8Array): void {
    try {
      if (!this.#isOpen) throw new Error('it is closed');
      for (let at = 0; at < into.length; ) {
        const count = readSync(this.#file, into, at, into.length - at, place + at);
        if (count === 0) throw new Error('the file ends early');
        at += count;
      }
    } catch (error) {
      throw fileError(this.#path, 'read', error);
    }
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    closeSync(this.#file);
    this.#remove();
  }

  /** Where an open file keeps its name, it is removed when it is closed. */
  #remove(): void {
    removeLeftover(this.#path);
  }
}
