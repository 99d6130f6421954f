import type { Points } from '../../src-core/contract/shapes.ts';
import { quantile } from '../../src-core/math/statistics.ts';

/** Colour modes of points. */
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

/** True for modes whose values are supplied by the panel; their range is symmetric about zero. */
export function isSuppliedByPanel(mode: ColourMode): mode is 'distance' | 'convergence' {
  return mode === 'distance' || mode === 'convergence';
}

export type Colour = readonly [red: number, green: number, blue: number];

/** Additional values of points for colouring. */
interface PointFacts {
  /** Signed distance of each point to the design, or movement of the wall there, m, outward positive; for what `isTold` only. */
  readonly distance?: Float32Array | null;
  /** Seconds since the first scan by scan index; needed for 'time' only; the scan index is used if missing. */
  readonly secondsOfScan?: ArrayLike<number> | null;
}

/**
 * Marks an unknown value of a point, which is then drawn grey. A power of two, so that f32 represents it exactly;
 * larger than any real value of a range or shader.
 */
export const NO_VALUE = 2 ** 126;

/** The golden ratio separates the colours of consecutive scans best among constant steps. */
const GOLDEN = 0.6180339887498949;

/**
 * Value of each point for the colour lookup, `NO_VALUE` if unknown. Height is the map's z, m, with a resolution of
 * a quarter of a millimetre.
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

/** Values of the lowest and the highest colour. */
export type ValueRange = readonly [low: number, high: number];

/** Greatest number of values sampled for a range; more would make no visible difference. */
const RANGE_SAMPLE = 4096;

/** Range of values, robust to a few outliers; null if there are no values. */
export function rangeOfValues(values: Float32Array): ValueRange | null {
  const step = Math.max(1, Math.floor(values.length / RANGE_SAMPLE));
  const sample: number[] = [];
  for (let i = 0; i < values.length; i += step) if (values[i] < NO_VALUE) sample.push(values[i]);
  return sample.length === 0 ? null : [quantile(sample, 0.01), quantile(sample, 0.99)];
}

/** Union of ranges; scan colours are cyclic, those of a distance symmetric about zero. */
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
