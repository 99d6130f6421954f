import type { CaptureHealth } from './scan.ts';

/** From the first to the last column of a capture by the sensor's clock, s; null where it holds none. */
export function captureSeconds({
  firstStampNs,
  lastStampNs,
}: Pick<CaptureHealth, 'firstStampNs' | 'lastStampNs'>): number | null {
  return firstStampNs === null || lastStampNs === null ? null : Number(lastStampNs - firstStampNs) / 1e9;
}
