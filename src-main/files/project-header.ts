import { closeSync, openSync, readSync } from 'node:fs';
import { message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { APPLICATION_ID } from './application-id.ts';
import { fileError } from './file-errors.ts';
import { regularFileSync } from './regular-file.ts';

/** The SQLite database header is the first 100 bytes, big-endian (https://sqlite.org/fileformat2.html). */
const HEADER_BYTES = 100;
const MAGIC = 'SQLite format 3\0';
const USER_VERSION_OFFSET = 60;
const APPLICATION_ID_OFFSET = 68;

/**
 * Reads the schema version of a project file without SQLite, which could write to the file or next to it.
 *
 * @throws SocavonError 'file-missing', 'file-unreadable', 'project-format'
 */
export function readSchemaVersion(path: string): number {
  const header = firstBytes(path);
  if (header.length < HEADER_BYTES || header.toString('latin1', 0, MAGIC.length) !== MAGIC)
    throw new SocavonError('project-format', message('project-other-file', { path }));
  if (header.readUInt32BE(APPLICATION_ID_OFFSET) !== APPLICATION_ID)
    throw new SocavonError('project-format', message('project-other-program', { path }));
  return header.readUInt32BE(USER_VERSION_OFFSET);
}

/** True if a file has the header of our SQLite databases; false also if it cannot be read. */
export function looksLikeProject(path: string): boolean {
  try {
    readSchemaVersion(path);
    return true;
  } catch {
    return false;
  }
}

function firstBytes(path: string): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES);
  try {
    regularFileSync(path);
    const file = openSync(path, 'r');
    try {
      return bytes.subarray(0, readSync(file, bytes, 0, HEADER_BYTES, 0));
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw fileError(path, 'read', error);
  }
}
