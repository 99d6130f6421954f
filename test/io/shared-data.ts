import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

const SHARED = process.env.SOCAVON_SHARED ?? resolve(import.meta.dirname, '../../../shared');

/** Folder of real captures; null, said aloud, where it is not on this machine. */
export const SHARED_DATA: string | null = existsSync(join(SHARED, 'data')) ? join(SHARED, 'data') : null;

if (SHARED_DATA === null) {
  console.warn(
    `SKIPPED: tests on real captures; ${SHARED}/data is not here (set SOCAVON_SHARED to its parent).`,
  );
}

/** Reason in the title of a skipped test. */
export const WHY_SKIPPED = SHARED_DATA === null ? ' [skipped: no shared data]' : '';
