import { writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import { residentPeakKiB } from './resident-peak.ts';

/**
 * Preloaded into a measured process: as it ends, writes its largest resident memory, KiB, and the time that it took of the
 * processors, s, to this descriptor.
 */
export const PEAK_DESCRIPTOR = 3;

process.on('exit', () => {
  // Threads load it too.
  if (!isMainThread) return;
  const { user, system } = process.cpuUsage();
  writeSync(PEAK_DESCRIPTOR, `${residentPeakKiB()} ${(user + system) / 1e6}`);
});
