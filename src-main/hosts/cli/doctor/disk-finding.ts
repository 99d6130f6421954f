import { randomBytes } from 'node:crypto';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileError } from '../../../files/file-errors.ts';
import { say, sayError } from '../words.ts';
import type { Finding } from './finding.ts';

/** Recommended free space: an hour of an OS1-16 is 36000 scans of 50 kB, and as much again for map and report. */
const COMFORTABLE_BYTES = 4 * 2 ** 30;

/** Checks by writing whether results can be written to a folder. */
export async function diskFinding(folder: string): Promise<Finding> {
  const common = { name: say('doctor-folder'), required: true };
  const trial = join(folder, `.socavon-doctor-${randomBytes(4).toString('hex')}`);
  try {
    await writeFile(trial, 'x', { flag: 'wx' });
    await rm(trial);
  } catch (error) {
    await rm(trial, { force: true }).catch(() => {});
    return {
      ...common,
      state: 'missing',
      found: sayError(fileError(trial, 'write', error)),
      advice: say('doctor-folder-advice'),
    };
  }
  const { bavail, bsize } = await statfs(folder);
  const freeBytes = bavail * bsize;
  const found = say('doctor-folder-free', { folder, free: (freeBytes / 2 ** 30).toFixed(1) });
  return freeBytes >= COMFORTABLE_BYTES
    ? { ...common, state: 'works', found, details: { freeBytes } }
    : {
        ...common,
        state: 'limited',
        found,
        advice: say('doctor-disk-advice'),
        details: { freeBytes },
      };
}
