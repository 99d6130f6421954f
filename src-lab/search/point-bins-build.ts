import type { PointSet } from '../problem/method.ts';

/** Maximum bins per point: more cost memory and empty bins to skip, fewer cost points to test. */
const BINS_PER_POINT = 4;

/** Points sorted into a box of cubic bins, as flat, transferable arrays. */
export interface PointBinsArrays {
  /** Corner of the box with the smallest coordinates, m. */
  readonly origin: readonly [number, number, number];
  /** Edge of a bin, m. */
  readonly edge: number;
  /** Number of bins along x, y, z. */
  readonly size: readonly [number, number, number];
  /** Slots of bin b = i + sizeX * (j + sizeY * k) in `order` and `xyz`: start[b] .. start[b + 1] - 1. */
  readonly start: Uint32Array;
  /** Index in the cloud of the point in each slot, ascending in each bin. */
  readonly order: Uint32Array;
  /** Points by slot, so that a row of bins is read sequentially, m. */
  readonly xyz: Float64Array;
}

/** Sorts points into the smallest bins within the limit of `BINS_PER_POINT`, by counting sort. O(n). */
export function fillPointBins({ count, xyz }: PointSet): PointBinsArrays {
  const { origin, extent } = boundsOf(count, xyz);
  const edge = smallestEdge(extent, BINS_PER_POINT * Math.max(count, 2));
  const size = binsAlong(extent, edge);
  const binOf = new Uint32Array(count);
  const start = new Uint32Array(size[0] * size[1] * size[2] + 1);
  for (let i = 0; i < count; i++) {
    let bin = 0;
    for (let axis = 2; axis >= 0; axis--) {
      const along = Math.floor((xyz[3 * i + axis] - origin[axis]) / edge);
      bin = bin * size[axis] + Math.min(size[axis] - 1, along);
    }
    binOf[i] = bin;
    start[bin + 1]++;
  }
  for (let bin = 1; bin < start.length; bin++) start[bin] += start[bin - 1];
  const next = start.slice();
  const order = new Uint32Array(count);
  const sorted = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) {
    const slot = next[binOf[i]]++;
    order[slot] = i;
    for (let axis = 0; axis < 3; axis++) sorted[3 * slot + axis] = xyz[3 * i + axis];
  }
  return { origin, edge, size, start, order, xyz: sorted };
}

function boundsOf(
  count: number,
  xyz: Float64Array,
): { origin: [number, number, number]; extent: [number, number, number] } {
  const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const high = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let at = 0; at < 3 * count; at++) {
    const axis = at % 3;
    if (xyz[at] < low[axis]) low[axis] = xyz[at];
    if (xyz[at] > high[axis]) high[axis] = xyz[at];
  }
  const [x, y, z] = low;
  return { origin: [x, y, z], extent: [high[0] - x, high[1] - y, high[2] - z] };
}

function binsAlong(extent: readonly number[], edge: number): [number, number, number] {
  const along = (axis: number): number => Math.floor(extent[axis] / edge) + 1;
  return [along(0), along(1), along(2)];
}

/** Bisects the bin edge to within one per cent. */
function smallestEdge(extent: readonly number[], mostBins: number): number {
  const widest = Math.max(...extent);
  if (!(widest > 0)) return 1;
  let tooSmall = widest / mostBins;
  let enough = 2 * widest;
  while (enough > 1.01 * tooSmall) {
    const edge = Math.sqrt(tooSmall * enough);
    const [x, y, z] = binsAlong(extent, edge);
    if (x * y * z <= mostBins) enough = edge;
    else tooSmall = edge;
  }
  return enough;
}
