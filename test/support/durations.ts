import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

/**
 * CPU seconds of the files of tests that take more than a second, by their paths; `node build/test-durations.ts` records
 * them. They order the files and choose the quick ones, no test hangs on them.
 */
const recorded: Readonly<Record<string, number>> = JSON.parse(
  readFileSync(new URL('durations.json', import.meta.url), 'utf8'),
);

const byName = new Map(Object.entries(recorded).map(([path, seconds]) => [basename(path), seconds]));

/** CPU seconds that are taken for those of a file of the long tier that is not recorded. */
const LONG_SECONDS = 20;

/** CPU seconds of a file of tests; of one that was moved since by its name, of one that is new a guess. */
export function durationOf(path: string): number {
  return recorded[path] ?? byName.get(basename(path)) ?? (path.endsWith('.long.test.ts') ? LONG_SECONDS : 1);
}
