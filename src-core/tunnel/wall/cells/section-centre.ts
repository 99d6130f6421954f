import { median, orderStatistic } from '../../../math/statistics.ts';
import { forEachSlab, type SectionVoxels, type SlabPoints } from '../voxels/section-voxels.ts';

/** Least number of voxels of a slab that is used. */
const MIN_VOXELS = 40;
/** Half-windows of the running median and of the mean after it, m of chainage. */
const MEDIAN_REACH = 2.5;
const MEAN_REACH = 1;
/** Slabs wider than the median over this half-window, m, by this factor look into a cross-cut and are not used. */
const SPAN_REACH = 10;
const WIDE = 1.25;

/**
 * Middle of the section per slab, (left, up) pairs in metres from the axis: the origin of the wall's radii.
 * Found from the points, because an axis may run on the floor, at the crown, or off to the side.
 *
 * Half way between the 5 % and 95 % quantiles of the occupied voxels (each counts once, so that the position
 * of the sensor does not matter), then a running median against niches and missing floors, and a mean, so
 * that the middle moves slowly and neighbouring slabs can be averaged radius by radius. A slab that looks
 * into a cross-cut gets the middle of its neighbours: its own may be on the wall line of the drive.
 */
export function sectionCentres(voxels: SectionVoxels): Float64Array {
  const { slabCount, slab } = voxels;
  const known: number[] = [];
  const left = new Float64Array(slabCount);
  const up = new Float64Array(slabCount);
  const spanLeft = new Float64Array(slabCount);
  const spanUp = new Float64Array(slabCount);
  forEachSlab(voxels, (k, points) => {
    if (k >= slabCount || points.count < MIN_VOXELS) return;
    [left[k], spanLeft[k]] = midrange(points.left, points);
    [up[k], spanUp[k]] = midrange(points.up, points);
    known.push(k);
  });
  const centre = new Float64Array(2 * slabCount);
  if (known.length === 0) return centre;
  smooth(left, usualOf(spanLeft, known, slab), slab).forEach((value, k) => {
    centre[2 * k] = value;
  });
  smooth(up, usualOf(spanUp, known, slab), slab).forEach((value, k) => {
    centre[2 * k + 1] = value;
  });
  return centre;
}

/** Slabs of about the median width among those near. */
function usualOf(span: Float64Array, known: readonly number[], slab: number): readonly number[] {
  const reach = SPAN_REACH / slab;
  // Every tenth neighbour is enough.
  const step = Math.max(1, Math.round(1 / slab));
  const sample = known.filter((_, i) => i % step === 0);
  let first = 0;
  return known.filter((k) => {
    while (first < sample.length - 1 && sample[first] < k - reach) first++;
    const near: number[] = [];
    for (let i = first; i < sample.length && sample[i] <= k + reach; i++) near.push(span[sample[i]]);
    return near.length === 0 || span[k] <= WIDE * median(near);
  });
}

/** Middle and width between the quantiles. */
function midrange(values: Float64Array, points: SlabPoints): [number, number] {
  const own = values.slice(0, points.count);
  const last = own.length - 1;
  const low = orderStatistic(own, Math.round(0.05 * last));
  const high = orderStatistic(own, Math.round(0.95 * last));
  return [(low + high) / 2, high - low];
}

function smooth(values: Float64Array, known: readonly number[], slab: number): Float64Array {
  const count = values.length;
  const nearest = new Int32Array(count);
  for (let k = 0, i = 0; k < count; k++) {
    while (i < known.length - 1 && Math.abs(known[i + 1] - k) <= Math.abs(known[i] - k)) i++;
    nearest[k] = known[i];
  }
  const filled = Float64Array.from(nearest, (k) => values[k]);
  const reach = Math.max(1, Math.round(MEDIAN_REACH / slab));
  const steady = filled.map((_, k) => median(filled.subarray(Math.max(0, k - reach), k + reach + 1)));
  return runningMean(steady, Math.max(1, Math.round(MEAN_REACH / slab)));
}

function runningMean(values: Float64Array, reach: number): Float64Array {
  const sums = new Float64Array(values.length + 1);
  for (let k = 0; k < values.length; k++) sums[k + 1] = sums[k] + values[k];
  return values.map((_, k) => {
    // A symmetric window, so that a slope of the middle is preserved at the ends too.
    const half = Math.min(reach, k, values.length - 1 - k);
    return (sums[k + half + 1] - sums[k - half]) / (2 * half + 1);
  });
}
