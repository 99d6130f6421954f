/** So many scans show where the walls are, however long the drive is. */
const MOST_SCANS = 60;

/** Scans whose points are drawn around a graph: evenly over those that have a pose. */
export function wallScans(scanIndex: ArrayLike<number>): number[] {
  const count = Math.min(MOST_SCANS, scanIndex.length);
  return Array.from(
    { length: count },
    (_, i) => scanIndex[Math.floor(((i + 0.5) * scanIndex.length) / count)],
  );
}
