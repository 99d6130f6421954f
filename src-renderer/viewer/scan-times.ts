/** A clock step larger than this means that the clock was set, not that the robot paused, s. */
const LONGEST_PAUSE = 86_400;

/**
 * Times of the scans by scan index.
 *
 * @param scanIndex ascending
 * @param seconds since the first scan, one per scan, sensor clock
 * @returns NaN for missing scans; null if the clock was set during the survey or ran backwards, so that it has no
 *   more information than the indices
 */
export function secondsByScan(scanIndex: Uint32Array, seconds: Float64Array): Float64Array | null {
  if (scanIndex.length === 0) return null;
  for (let i = 0; i < seconds.length; i++) {
    const step = i === 0 ? 0 : seconds[i] - seconds[i - 1];
    if (!(step >= 0 && step <= LONGEST_PAUSE)) return null;
  }
  const byScan = new Float64Array(scanIndex[scanIndex.length - 1] + 1).fill(Number.NaN);
  scanIndex.forEach((scan, i) => {
    byScan[scan] = seconds[i];
  });
  return byScan;
}
