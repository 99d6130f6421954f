import { readFileSync, writeSync } from 'node:fs';

/** Preloaded into a measured process: as it ends, tells its largest resident memory on this descriptor, KiB. */
export const PEAK_DESCRIPTOR = 3;

process.on('exit', () => writeSync(PEAK_DESCRIPTOR, String(peakKiB())));

/**
 * Linux counts in `maxRSS` what the parent held when it started this process; the high-water mark of the
 * process itself is told in /proc.
 */
function peakKiB(): number {
  try {
    const [, mark] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    if (mark !== undefined) return Number(mark);
  } catch {
    // No /proc on this system.
  }
  return process.resourceUsage().maxRSS;
}
