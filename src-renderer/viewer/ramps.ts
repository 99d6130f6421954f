import { DIVERGING } from '../../src-core/report/figures/map-classes.ts';
import { type Colour, type ColourMode, isSuppliedByPanel } from './colour.ts';

/** Uniform in lightness and safe for red-green colour blindness: after viridis (Smith and van der Walt, CC0). */
const SEQUENTIAL: readonly Colour[] = [
  [0.283, 0.141, 0.458],
  [0.254, 0.265, 0.53],
  [0.207, 0.372, 0.553],
  [0.164, 0.471, 0.558],
  [0.128, 0.567, 0.551],
  [0.135, 0.659, 0.518],
  [0.267, 0.749, 0.441],
  [0.478, 0.821, 0.318],
  [0.741, 0.873, 0.15],
  [0.993, 0.906, 0.144],
];

/** As of the unrolled wall. */
const BY_SIGN = DIVERGING.map((colour) => colour.map((value) => value / 255)) as unknown as readonly Colour[];

/** Cyclic ramp of hues of similar lightness. */
const AROUND: readonly Colour[] = [
  [0.9, 0.45, 0.45],
  [0.8, 0.62, 0.25],
  [0.5, 0.74, 0.3],
  [0.25, 0.75, 0.62],
  [0.35, 0.65, 0.9],
  [0.68, 0.52, 0.92],
  [0.9, 0.45, 0.7],
  [0.9, 0.45, 0.45],
];

/** Dynamic returns: a colour of no ramp, visible on both themes. */
export const DYNAMIC_COLOUR: Colour = [1, 0.25, 0.2];

const PLAIN: readonly Colour[] = [
  [0.72, 0.7, 0.66],
  [0.72, 0.7, 0.66],
];

/** Colours from the lowest value to the highest. */
export function rampOf(mode: ColourMode): readonly Colour[] {
  if (isSuppliedByPanel(mode)) return BY_SIGN;
  if (mode === 'scan') return AROUND;
  return mode === 'plain' ? PLAIN : SEQUENTIAL;
}

/** Colour as CSS has it. */
export function cssOf(colour: Colour): string {
  return `rgb(${colour.map((value) => Math.round(255 * value)).join(' ')})`;
}

/** Ramp resampled to n even stops. */
export function resampled(ramp: readonly Colour[], stops: number): Colour[] {
  return Array.from({ length: stops }, (_, k) => {
    const at = (k / (stops - 1)) * (ramp.length - 1);
    const i = Math.min(Math.floor(at), ramp.length - 2);
    const share = at - i;
    return ramp[i].map((value, c) => value + share * (ramp[i + 1][c] - value)) as unknown as Colour;
  });
}
