import { resolve } from 'node:path';

/**
 * Project path on a command line: appended by the operating system, after the program and its switches, when a
 * project file is opened.
 *
 * @param cwd working directory of the starting process
 * @returns its absolute path, or null
 */
export function projectIn(argv: readonly string[], cwd: string): string | null {
  const named = argv
    .slice(1)
    .find((word) => !word.startsWith('-') && word.toLowerCase().endsWith('.socavon'));
  return named === undefined ? null : resolve(cwd, named);
}
