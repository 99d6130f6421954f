import { PlaneMap } from '../../odometry/match/plane-map.ts';
import type { SubmapOptions } from '../../odometry/match/submap.ts';
import type { PlaneTable } from './plane-table.ts';

/** Must match shaders/keyframe.wgsl and scan-planes.wgsl. */
export const SUM_WORDS = 20;
export const SLOT_WORDS = 12;
const FIRST_SUM = 2;
const SUMS = 9;
const UNITS = 2 ** 24;
const SQUARE_UNITS = 2 ** 32;
const STATE = 3;
const SLOT_BARE = 2;
const WORD = 2 ** 32;

/** Heads and sums of bins, as the device stores them. */
interface WallSums {
  /** SLOT_WORDS a slot. */
  readonly planes: Int32Array<ArrayBuffer>;
  /** SUM_WORDS a slot. */
  readonly sums: Uint32Array<ArrayBuffer>;
}

/**
 * Bins of one level from the sums of the device.
 *
 * @param level counted from the finest
 * @param table its slots in `read`
 */
export function planeMapOf(
  { planes, sums }: WallSums,
  { first, mask }: PlaneTable,
  { binSize, plane }: SubmapOptions,
  level: number,
): PlaneMap {
  const bins = new PlaneMap(binSize * 2 ** level, plane);
  const values = new Float64Array(SUMS);
  for (let slot = first; slot <= first + mask; slot++) {
    const at = SUM_WORDS * slot;
    const points = sums[at];
    if (points === 0) continue;
    for (let k = 0; k < SUMS; k++) {
      const from = at + FIRST_SUM + 2 * k;
      values[k] = ((sums[from + 1] | 0) * WORD + sums[from]) * unitOf(k, bins.size);
    }
    const [i, j, k] = planes.subarray(SLOT_WORDS * slot, SLOT_WORDS * slot + 3);
    bins.put(i, j, k, points, values);
  }
  return bins;
}

/** Sums of all bins of some levels, one level after the other; the planes are not fitted yet. */
export function wallSumsOf(levels: readonly PlaneMap[]): WallSums {
  const count = levels.reduce((sum, bins) => sum + bins.count, 0);
  const planes = new Int32Array(SLOT_WORDS * count);
  const sums = new Uint32Array(SUM_WORDS * count);
  let slot = 0;
  for (const bins of levels)
    for (let bin = 0; bin < bins.count; bin++, slot++) {
      planes.set(bins.keys.subarray(3 * bin, 3 * bin + 3), SLOT_WORDS * slot);
      planes[SLOT_WORDS * slot + STATE] = SLOT_BARE;
      const at = SUM_WORDS * slot;
      sums[at] = bins.points[bin];
      bins.sumsOf(bin).forEach((value, k) => {
        const whole = Math.round(value / unitOf(k, bins.size));
        const high = Math.floor(whole / WORD);
        sums[at + FIRST_SUM + 2 * k] = whole - high * WORD;
        sums[at + FIRST_SUM + 2 * k + 1] = high;
      });
    }
  return { planes, sums };
}

/** Value of one unit of a sum: m of the first three, m^2 of the products. */
function unitOf(sum: number, edge: number): number {
  return sum < 3 ? edge / UNITS : (edge * edge) / SQUARE_UNITS;
}
