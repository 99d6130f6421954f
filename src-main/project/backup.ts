import { basename, dirname } from 'node:path';
import { fileError, systemCode } from '../files/file-errors.ts';
import { partPath, placeNew, removeAbandonedParts, removeLeftover } from '../files/part-files.ts';

/**
 * Writes a backup beside a project, `PROJECT.LABEL.backup` or with a number where that exists; it appears whole or not at
 * all, and never in place of another. Several programs may do so at once.
 *
 * @param label what it was, such as `v3`
 * @param copy writes the backup into a new file
 * @returns its path
 * @throws SocavonError 'disk-full', 'file-unwritable', and what `copy` throws
 */
export function writeBackup(project: string, label: string, copy: (part: string) => void): string {
  const path = `${project}.${label}.backup`;
  const part = partPath(path);
  try {
    removeAbandonedParts(dirname(path), basename(path));
    copy(part);
    return takeFreeName(part, project, label);
  } catch (error) {
    throw systemCode(error)?.startsWith('E') ? fileError(path, 'write', error) : error;
  } finally {
    removeLeftover(part);
  }
}

function takeFreeName(part: string, project: string, label: string): string {
  for (let n = 1; ; n++) {
    const path = `${project}.${label}${n === 1 ? '' : `-${n}`}.backup`;
    if (placeNew(part, path)) return path;
  }
}
