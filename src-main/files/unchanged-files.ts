import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { fileError } from './file-errors.ts';

/** Refuses files that are other than they were. @throws SocavonError 'file-unreadable' */
export type Unchanged = () => Promise<void>;

/**
 * Watches that files stay what they are between two readings: the digest of a capture is of the same bytes as its scans
 * only if nobody wrote to it meanwhile.
 *
 * @param before from before the first reading, one for each path; absent: they are looked at now
 * @throws SocavonError 'file-missing', 'file-unreadable'
 */
export async function unchangedSince(
  paths: readonly string[],
  before?: readonly Stats[],
): Promise<Unchanged> {
  const known = before ?? (await Promise.all(paths.map(statsOf)));
  return async () => {
    for (const [i, path] of paths.entries()) {
      const now = await statsOf(path);
      const { size, mtimeMs, ino } = known[i];
      if (now.size !== size || now.mtimeMs !== mtimeMs || now.ino !== ino)
        throw new SocavonError('file-unreadable', message('capture-changed', { name: basename(path) }));
    }
  };
}

async function statsOf(path: string): Promise<Stats> {
  try {
    return await stat(path);
  } catch (error) {
    throw fileError(path, 'read', error);
  }
}
