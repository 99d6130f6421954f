import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Flushes what was written into a file, by whatever program. @throws errors of node:fs */
export function flushFile(path: string): void {
  flush(path, 'r+'); // Windows flushes none that is open for reading alone
}

/**
 * Flushes the names in a folder, so that they survive a power cut. Windows cannot open a folder; there NTFS journals
 * renames.
 *
 * @throws errors of node:fs
 */
export function flushFolder(folder: string): void {
  if (process.platform !== 'win32') flush(folder, 'r');
}

function flush(path: string, flags: string): void {
  const file = openSync(path, flags);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
