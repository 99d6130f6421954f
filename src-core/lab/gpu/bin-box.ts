import type { LocalCloud, Triple } from './local-cloud.ts';
import { sampleOf } from './sample.ts';

/**
 * The box of bins of shaders/bins.wgsl, halved again and again along its longest side; the bins are numbered along
 * Morton's curve. Points outside count to the bins at its sides.
 */
export interface BinBox {
  /** Corner with the smallest coordinates, m. */
  readonly origin: Triple;
  /** Bins for each metre along each axis. */
  readonly scale: Triple;
  /** log2 of the bins along each axis. */
  readonly bits: Triple;
  /** The axis of each halving, 0 x, 1 y, 2 z. */
  readonly halvings: readonly number[];
}

/** Counts and first slots of more bins would cost more than the order of the points gains. */
const MOST_HALVINGS = 22;
const LEAST_HALVINGS = 6;
/** Part of the sample that may be outliers at either end of an axis. */
const OUTLIERS = 1 / 16;
/** What lies beyond the outermost points of the sample, in widths of the bulk. */
const MARGIN = 1 / 32;

/**
 * Bins as small as leaves some ten points of a surface in each that the surface passes through, around the bulk of
 * the cloud: a few points far away must not make all bins too large.
 */
export function binBox(cloud: LocalCloud): BinBox {
  const low: number[] = [];
  const extent: number[] = [];
  const sample = sampleOf(cloud.count);
  for (let axis = 0; axis < 3; axis++) {
    const [from, to] = bulkOf(cloud, sample, axis);
    low.push(from);
    extent.push(to - from);
  }
  // A surface through a box of n^3 bins passes through about n^2 of them.
  const wanted = Math.floor(1.5 * Math.log2(cloud.count) - 5);
  const halvings = longestSides(extent, Math.min(MOST_HALVINGS, Math.max(LEAST_HALVINGS, wanted)));
  const bits = [0, 1, 2].map((axis) => halvings.filter((halved) => halved === axis).length);
  const scale = bits.map((count, axis) => (extent[axis] > 0 ? 2 ** count / extent[axis] : 0));
  return { origin: triple(low), scale: triple(scale), bits: triple(bits), halvings };
}

/** The axes of the halvings as shaders take them: two bits each, the first one lowest, sixteen to a word. */
export function packedAxes(halvings: readonly number[]): [number, number] {
  const words: [number, number] = [0, 0];
  halvings.forEach((axis, k) => {
    words[k >> 4] |= axis << (2 * (k & 15));
  });
  return [words[0] >>> 0, words[1] >>> 0];
}

/** The range of the sample along an axis, but no more than one width of the bulk beyond it. */
function bulkOf({ xyz }: LocalCloud, points: Uint32Array, axis: number): [from: number, to: number] {
  const { length } = points;
  const sample = Float32Array.from(points, (at) => xyz[at + axis]);
  sample.sort();
  const out = Math.floor(OUTLIERS * length);
  const from = sample[out];
  const to = sample[length - 1 - out];
  const width = to - from;
  const [least, greatest] = [sample[0], sample[length - 1]];
  return [Math.max(least - MARGIN * width, from - width), Math.min(greatest + MARGIN * width, to + width)];
}

function longestSides(extent: readonly number[], count: number): number[] {
  const left = [...extent];
  return Array.from({ length: count }, () => {
    const axis = left.indexOf(Math.max(...left));
    left[axis] /= 2;
    return axis;
  });
}

function triple([x, y, z]: readonly number[]): Triple {
  return [x, y, z];
}
