import type { Points } from '../../src-core/contract/shapes.ts';
import { quantile } from '../../src-core/math/statistics.ts';

/** What the colour of a point says. */
export const COLOUR_MODES = [
  'height',
  'reflectivity',
  'scan',
  'time',
  'distance',
  'convergence',
  'plain',
] as const;
export type ColourMode = (typeof COLOUR_MODES)[number];

/** Those that are told of the points by who shows them, even on both sides of nothing. */
export function isSuppliedByPanel(mode: ColourMode): mode is 'distance' | 'convergence' {
  return mode === 'distance' || mode === 'convergence';
}

export type Colour = readonly [red: number, green: number, blue: number];

/** What is known of points beside the points themselves. */
export interface PointFacts {
  /** Signed distance of each point to the design, or movement of the wall there, m, outward positive; for what `isTold` only. */
  readonly distance?: Float32Array | null;
  /** Seconds since the first scan by scan index; needed for 'time' only, and scans stand for it where it is missing. */
  readonly secondsOfScan?: ArrayLike<number> | null;
}

/**
 * Stands for a number that is not known of a point, which is drawn grey then. A power of two, so that it is the same in
 * f32; larger than what a range or a shader would take for a number that is meant.
 */
export const NO_VALUE = 2 ** 126;

/** The golden section parts colours of scans that follow each other as far as any constant can. */
const GOLDEN = 0.6180339887498949;

/**
 * The number of each point that its colour is looked up by, `NO_VALUE` where the points do not have it. Height is the
 * map's z, m, to a quarter of a millimetre.
 */
export function coloured(mode: ColourMode, points: Points, facts: PointFacts): Float32Array {
  const count = points.xyz.length / 3;
  const values = new Float32Array(count).fill(mode === 'plain' ? 0 : NO_VALUE);
  const { scanIndex, reflectivity } = points;
  const { distance, secondsOfScan } = facts;
  if (mode === 'height') for (let i = 0; i < count; i++) values[i] = points.origin[2] + points.xyz[3 * i + 2];
  else if (mode === 'reflectivity' && reflectivity) values.set(reflectivity);
  else if (mode === 'scan' && scanIndex)
    for (let i = 0; i < count; i++) values[i] = (scanIndex[i] * GOLDEN) % 1;
  else if (mode === 'time' && scanIndex)
    for (let i = 0; i < count; i++) values[i] = secondsOfScan?.[scanIndex[i]] ?? scanIndex[i];
  else if (isSuppliedByPanel(mode) && distance) values.set(distance);
  return values;
}

/** Lowest and highest of what colours stand for. */
export type ValueRange = readonly [low: number, high: number];

/** At most this many values are looked at for a range: more would change no colour that an eye could tell. */
const RANGE_SAMPLE = 4096;

/** The range that a few outliers do not stretch; null where there are no values. */
export function rangeOfValues(values: Float32Array): ValueRange | null {
  const step = Math.max(1, Math.floor(values.length / RANGE_SAMPLE));
  const sample: number[] = [];
  for (let i = 0; i < values.length; i += step) if (values[i] < NO_VALUE) sample.push(values[i]);
  return sample.length === 0 ? null : [quantile(sample, 0.01), quantile(sample, 0.99)];
}

/** The range that holds all of them; the colours of a scan are around a circle, those of a distance even on both sides. */
export function commonRange(mode: ColourMode, ranges: Iterable<ValueRange | null>): ValueRange {
  if (mode === 'scan') return [0, 1];
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const range of ranges) {
    if (range === null) continue;
    low = Math.min(low, range[0]);
    high = Math.max(high, range[1]);
  }
  if (!(low <= high)) return [0, 1];
  if (!isSuppliedByPanel(mode)) return [low, Math.max(high, low + 1e-3)];
  const reach = Math.max(-low, high, 1e-3);
  return [-reach, reach];
}
