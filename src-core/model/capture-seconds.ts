import type { CaptureHealth } from './scan.ts';

/** No recording takes so long, s: a sensor clock that is set while it records jumps by years. */
export const LONGEST_CAPTURE_SECONDS = 7 * 86_400;

/**
 * Duration from the first to the last column of a capture by the sensor's clock, s; null for a capture without
 * columns.
 */
export function captureSeconds({
  firstStampNs,
  lastStampNs,
}: Pick<CaptureHealth, 'firstStampNs' | 'lastStampNs'>): number | null {
  return firstStampNs === null || lastStampNs === null ? null : Number(lastStampNs - firstStampNs) / 1e9;
}
