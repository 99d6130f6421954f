import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { type Message, message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { diskFull } from '../files/file-errors.ts';

/** Free space below which a failed write is attributed to a full disk: SQLite grows by at least a page or two. */
const FULL_DISK_BYTES = 1 << 17;

/**
 * Converts an error of SQLite at a project file to a SocavonError; errors that the user cannot fix (a wrong
 * statement, a violated constraint) are returned unchanged.
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
    return new SocavonError(
      'project-format',
      message('project-damaged', { path, why: message('why-structure') }),
      {
        cause,
      },
    );
  if (code.startsWith('SQLITE_READONLY') || code.startsWith('SQLITE_CANTOPEN') || code === 'SQLITE_PERM')
    return new SocavonError('file-unwritable', message('project-read-only', { path, why: reasonOf(code) }), {
      cause,
    });
  if (code.startsWith('SQLITE_IOERR'))
    return freeBytes(path) < FULL_DISK_BYTES
      ? diskFull(path, cause)
      : new SocavonError(
          'file-unwritable',
          message('project-not-read', { path, why: message('why-disk-fault') }),
          { cause },
        );
  return cause;
}

function reasonOf(code: string): Message {
  if (code.startsWith('SQLITE_READONLY')) return message('why-read-only');
  return message(code === 'SQLITE_PERM' ? 'why-no-right' : 'why-beside');
}

function freeBytes(path: string): number {
  try {
    const { bavail, bsize } = statfsSync(dirname(path));
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY; // unknown: do not blame the disk without evidence
  }
}
