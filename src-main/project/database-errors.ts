import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { diskFull } from '../files/file-errors.ts';

/** Below this much free space a failed write is put down to a full disk: SQLite's smallest growth is a page or two. */
const FULL_DISK_BYTES = 1 << 17;

/**
 * The sentence for what SQLite met at a project file; anything that is not the person's to mend (a wrong
 * statement, a broken constraint) comes back as it was.
 *
 * @param path the project file
 * @param cause what better-sqlite3 threw
 */
export function databaseError(path: string, cause: unknown): unknown {
  if (!(cause instanceof Database.SqliteError)) return cause;
  const code = cause.code;
  if (code === 'SQLITE_FULL') return diskFull(path, cause);
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED'))
    return new SocavonError('project-busy', message('project-locked', { path }), { cause });
  if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB')
    return new SocavonError('project-format', message('project-damaged', { path, why: cause.message }), {
      cause,
    });
  if (code.startsWith('SQLITE_READONLY') || code.startsWith('SQLITE_CANTOPEN') || code === 'SQLITE_PERM')
    return new SocavonError('file-unwritable', message('project-read-only', { path, why: code }), { cause });
  if (code.startsWith('SQLITE_IOERR'))
    return freeBytes(path) < FULL_DISK_BYTES
      ? diskFull(path, cause)
      : new SocavonError('file-unwritable', message('project-not-read', { path, why: code }), { cause });
  return cause;
}

function freeBytes(path: string): number {
  try {
    const { bavail, bsize } = statfsSync(dirname(path));
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY; // unknown: the disk is not blamed without proof
  }
}
