import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { unpackedName } from '../../src-core/model/file-endings.ts';
import { fileError } from './file-errors.ts';

/** Files of messages in the folder of a ROS 2 bag, without the ending of their compression. */
const STORAGE = /\.(?:db3|mcap)$/i;

/**
 * The files of a capture: those of a ROS 2 bag in the order of their names, which their recorder numbers, if the path is
 * the folder of one; else the path itself.
 *
 * @throws SocavonError 'file-missing', 'file-unreadable'
 */
export async function captureFilesOf(path: string): Promise<string[]> {
  try {
    if (!(await stat(path)).isDirectory()) return [path];
    const all = await readdir(path);
    // The player of ROS 2 leaves an unpacked file beside the compressed one.
    const names = all.filter(
      (name) => STORAGE.test(unpackedName(name)) && (STORAGE.test(name) || !all.includes(unpackedName(name))),
    );
    if (names.length === 0) return [path];
    return names.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).map((name) => join(path, name));
  } catch (error) {
    throw fileError(path, 'read', error);
  }
}
