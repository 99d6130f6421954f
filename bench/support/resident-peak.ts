import { readFileSync } from 'node:fs';

/**
 * The largest resident memory of this process so far, KiB. Linux counts in `maxRSS` the memory of the parent when it started
 * this process; the high-water mark of the process itself is in /proc.
 */
export function residentPeakKiB(): number {
  try {
    const [, mark] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    if (mark !== undefined) return Number(mark);
  } catch {
    // No /proc on this system.
  }
  return process.resourceUsage().maxRSS;
}
