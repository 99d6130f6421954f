/** Sample size for estimating the position and spread of a cloud. */
export const SAMPLE = 64;
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;

/** Offsets in `xyz` of the sampled points of a cloud. */
export function sampleOf(count: number): Uint32Array {
  // Golden-ratio steps: equal steps would keep hitting the same column of a cloud that is ordered by rows.
  const step = GOLDEN_RATIO * count;
  const sample = new Uint32Array(Math.min(SAMPLE, count));
  for (let k = 0; k < sample.length; k++) sample[k] = 3 * Math.floor((k * step) % count);
  return sample;
}
