/** Greatest number of scans drawn as walls, for any length of drive. */
const MOST_SCANS = 60;

/** Scans whose points are drawn around a graph, evenly chosen from those with a pose. */
export function wallScans(scanIndex: ArrayLike<number>): number[] {
  const count = Math.min(MOST_SCANS, scanIndex.length);
  return Array.from(
    { length: count },
    (_, i) => scanIndex[Math.floor(((i + 0.5) * scanIndex.length) / count)],
  );
}
