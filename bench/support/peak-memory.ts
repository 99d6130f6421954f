import { writeSync } from 'node:fs';
import { residentPeakKiB } from './resident-peak.ts';

/** Preloaded into a measured process: as it ends, writes its largest resident memory to this descriptor, KiB. */
export const PEAK_DESCRIPTOR = 3;

process.on('exit', () => writeSync(PEAK_DESCRIPTOR, String(residentPeakKiB())));
