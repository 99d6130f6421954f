import type { LocalCloud, Triple } from './local-cloud.ts';
import { SAMPLE, sampleOf } from './sample.ts';

/**
 * Bounding box of the bins of shaders/bins.wgsl, repeatedly halved along its longest side; bins are numbered along
 * Hilbert curves. Points outside are assigned to the boundary bins.
 */
export interface BinBox {
  /** Corner with the smallest coordinates, m. */
  readonly origin: Triple;
  /** Bins per metre along each axis. */
  readonly scale: Triple;
  /** log2 of the number of bins along each axis. */
  readonly bits: Triple;
  /** The axis of each halving, 0 x, 1 y, 2 z. */
  readonly halvings: readonly number[];
}

/** Upper bound: counts and first slots of more bins cost more than the improved point order gains. */
const MOST_HALVINGS = 22;
const LEAST_HALVINGS = 6;
/** Fraction of the sample treated as outliers at either end of an axis. */
const OUTLIERS = 1 / 16;
/** Margin beyond the outermost points of the sample, in widths of the bulk. */
const MARGIN = 1 / 32;

/**
 * Computes bins around the bulk of the cloud, small enough that each bin crossed by a surface holds about ten of its
 * points. Fitted to the bulk, because a few points far away must not enlarge all bins.
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
  // A surface through a box of n^3 bins crosses about n^2 of them.
  const wanted = Math.floor(1.5 * Math.log2(cloud.count) - 5);
  const halvings = longestSides(extent, Math.min(MOST_HALVINGS, Math.max(LEAST_HALVINGS, wanted)));
  const bits = [0, 0, 0];
  for (const axis of halvings) bits[axis]++;
  const scale = bits.map((count, axis) => (extent[axis] > 0 ? 2 ** count / extent[axis] : 0));
  return { origin: triple(low), scale: triple(scale), bits: triple(bits), halvings };
}

/** Axes of the halvings packed for shaders: two bits each, the first one lowest, sixteen per word. */
export function packedAxes(halvings: readonly number[]): [number, number] {
  const words: [number, number] = [0, 0];
  halvings.forEach((axis, k) => {
    words[k >> 4] |= axis << (2 * (k & 15));
  });
  return [words[0] >>> 0, words[1] >>> 0];
}

/** Cubes of bins that Hilbert's curve runs through, for shaders/bins.wgsl: as many bins along each axis that has any. */
export function cubeOf(bits: Triple): { order: Triple; cubeAxes: number; cubeBits: number } {
  const [x, y, z] = [0, 1, 2].sort((a, b) => bits[b] - bits[a]);
  const halved = bits.filter((count) => count > 0);
  // Along a single axis there is nothing to fold.
  const cubeBits = halved.length > 1 ? Math.min(...halved) : 0;
  return { order: [x, y, z], cubeAxes: halved.length, cubeBits };
}

/** Range of the sample along an axis, limited to one width of the bulk beyond it. */
function bulkOf({ xyz }: LocalCloud, points: Uint32Array, axis: number): [from: number, to: number] {
  const { length } = points;
  const out = Math.floor(OUTLIERS * length);
  for (let k = 0; k < length; k++) {
    // Kept in order by insertion: a few at either end, since sorting all takes a part of a short call.
    const value = xyz[points[k] + axis];
    if (k <= out || value < lowest[out]) {
      let at = Math.min(k, out);
      for (; at > 0 && lowest[at - 1] > value; at--) lowest[at] = lowest[at - 1];
      lowest[at] = value;
    }
    if (k <= out || value > highest[out]) {
      let at = Math.min(k, out);
      for (; at > 0 && highest[at - 1] < value; at--) highest[at] = highest[at - 1];
      highest[at] = value;
    }
  }
  const from = lowest[out];
  const to = highest[out];
  const width = to - from;
  const [least, greatest] = [lowest[0], highest[0]];
  return [Math.max(least - MARGIN * width, from - width), Math.min(greatest + MARGIN * width, to + width)];
}

const lowest = new Float32Array(1 + OUTLIERS * SAMPLE);
const highest = new Float32Array(1 + OUTLIERS * SAMPLE);

function longestSides(extent: readonly number[], count: number): number[] {
  const left = [...extent];
  const axes: number[] = [];
  for (let k = 0; k < count; k++) {
    const axis = left[0] >= left[1] && left[0] >= left[2] ? 0 : left[1] >= left[2] ? 1 : 2;
    left[axis] /= 2;
    axes.push(axis);
  }
  return axes;
}

function triple([x, y, z]: readonly number[]): Triple {
  return [x, y, z];
}
