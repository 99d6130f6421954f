/** A step of the clock larger than this says that it was set, not how long the robot stood, s. */
const LONGEST_PAUSE = 86_400;

/**
 * When the scans were taken, by scan index.
 *
 * @param scanIndex ascending
 * @param seconds since the first scan, one for each of them, sensor clock
 * @returns NaN for scans that are not among them; null where the clock was set on the way or ran backwards, so that it
 *   tells only their order, which the indices tell as well
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
