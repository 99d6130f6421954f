/** Points that tell where a cloud is and how far it spreads. */
const SAMPLE = 64;
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;

/** Where in `xyz` the coordinates of some points of a cloud begin. */
export function sampleOf(count: number): Uint32Array {
  // Steps of the golden ratio: even ones would keep meeting the same column of a cloud that is ordered by rows.
  const step = GOLDEN_RATIO * count;
  return Uint32Array.from({ length: Math.min(SAMPLE, count) }, (_, k) => 3 * Math.floor((k * step) % count));
}
