/** Sample size for estimating the position and spread of a cloud. */
const SAMPLE = 64;
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;

/** Offsets in `xyz` of the sampled points of a cloud. */
export function sampleOf(count: number): Uint32Array {
  // Golden-ratio steps: equal steps would keep hitting the same column of a cloud that is ordered by rows.
  const step = GOLDEN_RATIO * count;
  return Uint32Array.from({ length: Math.min(SAMPLE, count) }, (_, k) => 3 * Math.floor((k * step) % count));
}
