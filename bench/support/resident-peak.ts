import { processMemoryKiB } from './process-memory.ts';

/**
 * The largest resident memory of this process so far, KiB. Linux counts in `maxRSS` the memory of the parent when it started
 * this process; the high-water mark of the process itself is in /proc.
 */
export function residentPeakKiB(): number {
  return processMemoryKiB('self', 'VmHWM') ?? process.resourceUsage().maxRSS;
}
