import { randomBytes } from 'node:crypto';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileError } from '../../../files/file-errors.ts';
import type { Finding } from './finding.ts';

/** An hour of an OS1-16: 36000 scans at 50 kB, and as much again for the map and the report. */
const COMFORTABLE_BYTES = 4 * 2 ** 30;

/** Whether results can be written to a folder, tried by writing. */
export async function diskFinding(folder: string): Promise<Finding> {
  const common = { name: 'Working folder', required: true };
  const trial = join(folder, `.socavon-doctor-${randomBytes(4).toString('hex')}`);
  try {
    await writeFile(trial, 'x', { flag: 'wx' });
    await rm(trial);
  } catch (error) {
    await rm(trial, { force: true }).catch(() => {});
    return {
      ...common,
      state: 'missing',
      found: fileError(trial, 'write', error).message,
      advice: 'Go to a folder that this user may write to, or give --project and --out in one.',
    };
  }
  const { bavail, bsize } = await statfs(folder);
  const freeBytes = bavail * bsize;
  const found = `${folder} can be written, ${(freeBytes / 2 ** 30).toFixed(1)} GiB free`;
  return freeBytes >= COMFORTABLE_BYTES
    ? { ...common, state: 'works', found, details: { freeBytes } }
    : {
        ...common,
        state: 'limited',
        found,
        advice: 'An hour of capture takes about 4 GiB; free some space or work on another disk.',
        details: { freeBytes },
      };
}
