import { writeSync } from 'node:fs';
import { residentPeakKiB } from './resident-peak.ts';

/** Preloaded into a measured process: as it ends, tells its largest resident memory on this descriptor, KiB. */
export const PEAK_DESCRIPTOR = 3;

process.on('exit', () => writeSync(PEAK_DESCRIPTOR, String(residentPeakKiB())));
