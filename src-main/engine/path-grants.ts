import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { isInside } from '../files/is-inside.ts';

interface Grant {
  readonly path: string;
  /** A folder grants everything in it. */
  readonly scope: 'file' | 'folder';
  readonly write?: boolean;
}

/**
 * Paths the user has granted access to: in a dialog, by dropping a file, in the list of recent projects, on the
 * command line. Requests of a window for other paths are refused, so that a fault in it opens no other file of the
 * machine. Links are resolved before a path is checked.
 */
export class PathGrants {
  readonly #files = new Map<string, boolean>();
  readonly #folders = new Map<string, boolean>();

  add({ path, scope, write = false }: Grant): void {
    const grants = scope === 'file' ? this.#files : this.#folders;
    const real = realPath(path);
    grants.set(real, write || grants.get(real) === true);
  }

  /** @returns the absolute path. @throws SocavonError 'path-refused' */
  toRead(path: string): string {
    return this.#check(path, false);
  }

  /** @returns the absolute path. @throws SocavonError 'path-refused' */
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

/** Resolves the links of a path; of a path that does not exist yet, those of its existing part. */
function realPath(path: string): string {
  const absolute = resolve(path);
  try {
    return realpathSync.native(absolute);
  } catch {
    const parent = dirname(absolute);
    return parent === absolute ? absolute : join(realPath(parent), basename(absolute));
  }
}
