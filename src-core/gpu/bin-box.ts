import type { LocalCloud, Triple } from './local-cloud.ts';

/** The box of cubic bins of shaders/bins.wgsl. Points outside count to the bins at its sides. */
export interface BinBox {
  /** Corner with the smallest coordinates, m. */
  readonly origin: Triple;
  /** Edge of a bin, m. */
  readonly edge: number;
  readonly size: Triple;
  /** How many bins there are. */
  readonly bins: number;
}

/** Counts and first slots of more bins would outgrow the smallest buffer that WebGPU promises. */
const MOST_BINS = 2 ** 24;
const LEAST_BINS = 64;
/** Points whose spread sets the box. */
const SAMPLE = 128;
/** Part of the sample that may be outliers at either end of an axis. */
const OUTLIERS = 1 / 16;
/** What lies beyond the outermost points of the sample, in widths of the bulk. */
const MARGIN = 1 / 32;
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;

/**
 * Bins as small as leaves about six points of a surface in each that the surface passes through, around the bulk of
 * the cloud: a few points far away must not make all bins too large.
 */
export function binBox(cloud: LocalCloud): BinBox {
  const low: number[] = [];
  const extent: number[] = [];
  for (let axis = 0; axis < 3; axis++) {
    const [from, to] = bulkOf(cloud, axis);
    low.push(from);
    extent.push(to - from);
  }
  // A surface through a box of n^3 bins passes through about n^2 of them.
  const most = Math.min(MOST_BINS, Math.max(LEAST_BINS, Math.floor(cloud.count ** 1.5 / 32)));
  const edge = Math.fround(smallestEdge(extent, most));
  const [x, y, z] = extent.map((length) => binsAlong(length, edge));
  return { origin: [low[0], low[1], low[2]], edge, size: [x, y, z], bins: x * y * z };
}

/** The range of the sample along an axis, but no more than one width of the bulk beyond it. */
function bulkOf({ count, xyz }: LocalCloud, axis: number): [from: number, to: number] {
  const length = Math.min(SAMPLE, count);
  const sample = new Float32Array(length);
  // Steps of the golden ratio: even ones would keep meeting the same column of a cloud that is ordered by rows.
  for (let k = 0; k < length; k++) sample[k] = xyz[3 * Math.floor(((k * GOLDEN_RATIO) % 1) * count) + axis];
  sample.sort();
  const out = Math.floor(OUTLIERS * length);
  const from = sample[out];
  const to = sample[length - 1 - out];
  const width = to - from;
  const [least, greatest] = [sample[0], sample[length - 1]];
  return [Math.max(least - MARGIN * width, from - width), Math.min(greatest + MARGIN * width, to + width)];
}

function binsAlong(length: number, edge: number): number {
  return Math.floor(length / edge) + 1;
}

/** Halves the interval that holds the edge until it is known to a hundredth. */
function smallestEdge(extent: readonly number[], mostBins: number): number {
  const widest = Math.max(...extent);
  if (!(widest > 0)) return 1;
  let tooSmall = widest / mostBins;
  let enough = 2 * widest;
  while (enough > 1.01 * tooSmall) {
    const edge = Math.sqrt(tooSmall * enough);
    if (extent.reduce((bins, length) => bins * binsAlong(length, edge), 1) <= mostBins) enough = edge;
    else tooSmall = edge;
  }
  return enough;
}
