import { readFileSync } from 'node:fs';

/**
 * Memory of a process as Linux knows it, KiB; null where the process is gone, or the system has no /proc.
 *
 * @param what VmRSS: resident now; VmHWM: the most that it was
 */
export function processMemoryKiB(pid: number | 'self', what: 'VmRSS' | 'VmHWM'): number | null {
  const kibibytes = Number.parseInt(processStatus(pid, what) ?? '', 10);
  return Number.isNaN(kibibytes) ? null : kibibytes;
}

/** A field of /proc/PID/status; null where there is none. */
export function processStatus(pid: number | 'self', field: string): string | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return new RegExp(`^${field}:\\s+(.*)$`, 'm').exec(status)?.[1] ?? null;
  } catch {
    return null;
  }
}
