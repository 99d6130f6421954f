import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileError } from './file-errors.ts';

/** Files of messages in the folder of a ROS 2 bag. */
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
    const names = (await readdir(path)).filter((name) => STORAGE.test(name));
    if (names.length === 0) return [path];
    return names.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).map((name) => join(path, name));
  } catch (error) {
    throw fileError(path, 'read', error);
  }
}
