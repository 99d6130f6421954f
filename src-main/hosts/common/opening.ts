import { resolve } from 'node:path';

/**
 * The project that a command line names: what the operating system gives when a project file is opened, behind the
 * program and its switches.
 *
 * @param cwd of whoever started the program
 * @returns its absolute path, or null
 */
export function projectIn(argv: readonly string[], cwd: string): string | null {
  const named = argv
    .slice(1)
    .find((word) => !word.startsWith('-') && word.toLowerCase().endsWith('.socavon'));
  return named === undefined ? null : resolve(cwd, named);
}
