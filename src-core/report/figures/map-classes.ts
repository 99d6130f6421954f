import { niceStep } from './scale.ts';

/** Colour classes of a value: it belongs to the first class whose upper limit exceeds it. */
export interface MapClasses {
  /** Limits between the classes, ascending: one fewer than there are colours. */
  readonly ends: readonly number[];
  /** Hexadecimal, `#rrggbb`. */
  readonly colours: readonly string[];
}

type Rgb = readonly [red: number, green: number, blue: number];

/**
 * Colours of a signed distance, 0..255: underbreak or inward movement blue, zero a pale grey, overbreak or outward
 * movement orange to red. The farther from zero, the stronger the colour on either side, so that the greatest break is
 * what is seen first; blue and orange stay apart for any colour blindness.
 */
export const DIVERGING: readonly Rgb[] = [
  [8, 45, 140],
  [35, 105, 210],
  [110, 165, 235],
  [184, 207, 235],
  [219, 219, 214],
  [250, 209, 143],
  [252, 153, 51],
  [240, 96, 18],
  [205, 24, 16],
];

/** Rising lightness from blue to yellow: safe for colour blindness, and in order on a greyscale printer. */
const RISING: readonly Rgb[] = [
  [11, 42, 91],
  [31, 78, 150],
  [63, 116, 184],
  [125, 156, 192],
  [181, 181, 174],
  [217, 192, 122],
  [239, 203, 77],
  [251, 223, 94],
  [255, 246, 168],
];

/**
 * Classes symmetric about 0, blue below and orange to red above it; the middle one contains negligible values.
 *
 * @param step width of a class, m; the middle one extends half of it to either side
 * @param perSide classes on either side of the middle one; the outermost are unbounded
 */
export function divergingClasses(step: number, perSide = 4): MapClasses {
  const ends = Array.from({ length: 2 * perSide }, (_, i) => (i - perSide + 0.5) * step);
  return { ends, colours: shades(DIVERGING, 2 * perSide + 1) };
}

/** Classes of equal width from `low` to `high`, dark to light. */
export function risingClasses(low: number, high: number, count = 8): MapClasses {
  const step = (high - low) / count;
  return {
    ends: Array.from({ length: count - 1 }, (_, i) => low + (i + 1) * step),
    colours: shades(RISING, count),
  };
}

/**
 * Step for `divergingClasses`, 1, 2 or 5 times a power of ten, such that most non-negligible values fall inside the
 * outermost classes: where little changed, the changes should not all look the same.
 *
 * @param values NaN: none
 * @param inside required share of those values, 0..1
 */
export function divergingStep(values: Float32Array, inside = 0.98, perSide = 4): number {
  const sizes = values
    .filter((value) => Number.isFinite(value) && value !== 0)
    .map(Math.abs)
    .sort();
  const most = sizes.length === 0 ? 0 : sizes[Math.floor(inside * (sizes.length - 1))];
  return niceStep(Math.max(0.001, most / perSide));
}

/** Class of a value; -1 for NaN. */
export function classOf({ ends }: MapClasses, value: number): number {
  if (Number.isNaN(value)) return -1;
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value < ends[middle]) high = middle;
    else low = middle + 1;
  }
  return low;
}

function shades(ramp: readonly Rgb[], count: number): string[] {
  return Array.from({ length: count }, (_, i) => {
    const at = (i / Math.max(1, count - 1)) * (ramp.length - 1);
    const below = Math.min(ramp.length - 2, Math.floor(at));
    const part = (k: 0 | 1 | 2): string =>
      Math.round(ramp[below][k] + (at - below) * (ramp[below + 1][k] - ramp[below][k]))
        .toString(16)
        .padStart(2, '0');
    return `#${part(0)}${part(1)}${part(2)}`;
  });
}
