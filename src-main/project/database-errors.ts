import { closeSync, openSync, readSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { type Message, message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { diskFull, fileError, tooLarge, tooManyOpen } from '../files/file-errors.ts';
import { systemLimits } from '../files/system-limits.ts';

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
  if (/^SQLITE_IOERR_(WRITE|TRUNCATE|SHMSIZE|FSYNC)/.test(code) && isAtLimit(path))
    return tooLarge(path, cause);
  if (code === 'SQLITE_CANTOPEN' && mayOpenNone(path)) return fileError(path, 'read', mayOpenNone(path));
  if (code === 'SQLITE_FULL') return diskFull(path, cause);
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED'))
    return new SocavonError('project-busy', message('project-locked', { path }), { cause });
  // SQLite calls a file corrupt whose disk cannot read a sector of it.
  const isOfDisk =
    code.startsWith('SQLITE_IOERR') || (code.startsWith('SQLITE_CORRUPT') && isUnreadable(path));
  if (!isOfDisk && (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB'))
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
  if (isOfDisk)
    return freeBytes(path) < FULL_DISK_BYTES
      ? diskFull(path, cause)
      : new SocavonError(
          'file-unwritable',
          message('project-not-read', { path, why: message('why-disk-fault') }),
          { cause },
        );
  return cause;
}

/** Room for one more page and its header in a log: SQLite writes no more at a time. */
const PAGE_ROOM = 1 << 17;

/** True if one of the files of a database is as large as this process may write a file. */
function isAtLimit(path: string): boolean {
  const { fileBytes } = systemLimits();
  if (fileBytes === null) return false;
  const sizes = [path, `${path}-wal`, `${path}-shm`, `${path}-journal`].map(
    (file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0,
  );
  return Math.max(...sizes) + PAGE_ROOM >= fileBytes;
}

/** What the system says where this process may open no more files; null: it may. */
function mayOpenNone(path: string): unknown {
  try {
    closeSync(openSync(path, 'r'));
    return null;
  } catch (error) {
    return tooManyOpen(error) === null ? null : error;
  }
}

function reasonOf(code: string): Message {
  if (code.startsWith('SQLITE_READONLY')) return message('why-read-only');
  return message(code === 'SQLITE_PERM' ? 'why-no-right' : 'why-beside');
}

/** Bytes that are read to tell a damaged file from a disk that fails: more would keep a person waiting. */
const MOST_READ_BYTES = 1 << 30;

/** True if the disk does not give all of a file. */
function isUnreadable(path: string): boolean {
  const chunk = Buffer.alloc(1 << 20);
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    let at = 0;
    for (let got = 1; got > 0 && at < MOST_READ_BYTES; at += got)
      got = readSync(file, chunk, 0, chunk.length, at);
    return false;
  } catch {
    return true;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function freeBytes(path: string): number {
  try {
    const { bavail, bsize } = statfsSync(dirname(path));
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY; // unknown: do not blame the disk without evidence
  }
}
