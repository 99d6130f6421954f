import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { flushFolder } from './flush.ts';

/**
 * Makes a folder, and those above it that are missing, one after the other. Node's own recursive way tries for ever where the
 * system denies that a folder is there in which it takes no other, as below `/proc`. Their names are
 * flushed: what is flushed in a folder is lost with it.
 *
 * @returns the topmost that was made; undefined: it was there
 * @throws errors of node:fs
 */
export function makeFolder(path: string): string | undefined {
  const missing: string[] = [];
  for (let at = path; !existsSync(at) && dirname(at) !== at; at = dirname(at)) missing.push(at);
  if (missing.length === 0 && !statSync(path).isDirectory()) mkdirSync(path); // says what is in its place
  for (const folder of missing.toReversed())
    try {
      mkdirSync(folder);
    } catch (error) {
      // Another program may have made it just now.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !statSync(folder).isDirectory()) throw error;
    }
  for (const folder of missing) flushFolder(dirname(folder));
  return missing.at(-1);
}
