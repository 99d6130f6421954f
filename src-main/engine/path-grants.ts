import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { isInside } from '../files/is-inside.ts';

export interface Grant {
  readonly path: string;
  /** A folder stands for all in it. */
  readonly scope: 'file' | 'folder';
  readonly write?: boolean;
}

/**
 * The paths that the person chose: in a dialog, by dropping a file, in the list of recent ones, on the command line. A
 * window that asks for another is refused, so that a fault in it opens no other file of the machine. Links are
 * followed before a path is judged.
 */
export class PathGrants {
  readonly #files = new Map<string, boolean>();
  readonly #folders = new Map<string, boolean>();

  add({ path, scope, write = false }: Grant): void {
    const kept = scope === 'file' ? this.#files : this.#folders;
    const real = realPath(path);
    kept.set(real, write || kept.get(real) === true);
  }

  /** @returns the path, absolute. @throws SocavonError 'path-refused' */
  toRead(path: string): string {
    return this.#check(path, false);
  }

  /** @returns the path, absolute. @throws SocavonError 'path-refused' */
  toWrite(path: string): string {
    return this.#check(path, true);
  }

  #check(path: string, write: boolean): string {
    const absolute = resolve(path);
    const real = realPath(absolute);
    const covers = (granted: boolean | undefined): boolean => granted !== undefined && (granted || !write);
    if (covers(this.#files.get(real))) return absolute;
    for (const [folder, granted] of this.#folders)
      if (covers(granted) && isInside(folder, real)) return absolute;
    throw new SocavonError(
      'path-refused',
      message(write ? 'path-not-to-write' : 'path-not-to-read', { path }),
    );
  }
}

/** The path without links; of what is not there yet, the part that is there. */
function realPath(path: string): string {
  const absolute = resolve(path);
  try {
    return realpathSync.native(absolute);
  } catch {
    const parent = dirname(absolute);
    return parent === absolute ? absolute : join(realPath(parent), basename(absolute));
  }
}
