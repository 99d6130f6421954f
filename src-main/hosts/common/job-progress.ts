import type { Job } from '../../../src-core/contract/host-requests.ts';

/** Overall progress of long work for the task bar: 0..1, or 'unknown' if any total is unknown; null: no work. */
export function jobProgress(jobs: readonly Job[]): number | 'unknown' | null {
  if (jobs.length === 0) return null;
  let sum = 0;
  for (const { done, total } of jobs) {
    if (total === null || total <= 0) return 'unknown';
    sum += Math.min(1, done / total);
  }
  return sum / jobs.length;
}
