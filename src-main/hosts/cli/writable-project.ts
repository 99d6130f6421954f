import { accessSync, constants, existsSync } from 'node:fs';
import { copyFile, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { remark } from '../../../src-core/messages/remark.ts';
import type { StageContext } from '../../../src-core/model/context.ts';
import { fileError, systemCode } from '../../files/file-errors.ts';
import { removeLeftover } from '../../files/part-files.ts';

/** Codes of the operating system for a place that this user may not write to. */
const READ_ONLY: ReadonlySet<string | null> = new Set(['EROFS', 'EACCES', 'EPERM']);

/**
 * Runs `work` on a project that may be written: the project itself, or a temporary copy of one that is on a read-only disk
 * or in a folder of somebody else. A measurement stores what it computes; of a copy, only its files stay.
 *
 * @throws SocavonError 'disk-full', 'file-unwritable' if there is no room for the copy
 */
export async function withWritableProject<T>(
  file: string,
  context: StageContext,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const path = resolve(file);
  if (!existsSync(path) || (isWritable(path) && isWritable(dirname(path)))) return work(path);
  const folder = await mkdtemp(join(tmpdir(), 'socavon-'));
  try {
    const copy = join(folder, basename(path));
    try {
      for (const ending of ['', '-wal'])
        if (existsSync(path + ending)) await copyFile(path + ending, copy + ending);
    } catch (error) {
      throw fileError(copy, 'write', error);
    }
    context.emit({ kind: 'note', stage: 'measure', ...remark('project-measured-copy', { path }) });
    return await work(copy);
  } finally {
    removeLeftover(folder);
  }
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch (error) {
    return !READ_ONLY.has(systemCode(error));
  }
}
