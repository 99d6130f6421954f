import type { Points } from '../../src-core/contract/shapes.ts';
import type { WallPiece } from '../../src-core/tunnel/sections/wall-triangles.ts';
import {
  type Colour,
  type ColourMode,
  commonRange,
  isSuppliedByPanel,
  NO_VALUE,
  type ValueRange,
} from './colour.ts';
import { rampOf } from './ramps.ts';

/** What the surface of the wall wears. */
export const SURFACE_COLOURS = [
  'plain',
  'distance',
  'convergence',
  'reflectivity',
  'bands',
  'height',
] as const satisfies readonly (ColourMode | 'bands')[];
export type SurfaceColour = (typeof SURFACE_COLOURS)[number];

/** Colouring of the surface; a null range is that of the surface itself. */
export interface SurfaceColouring {
  readonly mode: SurfaceColour;
  readonly range: ValueRange | null;
  /** Length of a band of chainage, m. */
  readonly bandLength: number;
}

/** Colours of the even and the odd bands of chainage, alike in lightness to no colour blindness. */
export const BAND_COLOURS: readonly [Colour, Colour] = [
  [0.36, 0.5, 0.66],
  [0.9, 0.76, 0.48],
];

/** Vertices of a piece as points, for what is known of points by their place. */
export function verticesOf({ origin: [x, y, z], xyz }: WallPiece): Points {
  return { origin: [x, y, z], xyz, reflectivity: null, scanIndex: null };
}

/**
 * Value of each vertex for the colour lookup, `NO_VALUE` where there is none. Of the bands: the chainage, m.
 *
 * @param distance to the design, or movement, of each vertex, m; null: not known
 */
export function surfaceValues(
  mode: SurfaceColour,
  piece: WallPiece,
  distance: Float32Array | null,
): Float32Array {
  const { chainage, origin, xyz, reflectivity } = piece;
  if (mode === 'bands') return chainage;
  if (mode === 'height') return chainage.map((_, i) => origin[2] + xyz[3 * i + 2]);
  if (mode === 'plain') return new Float32Array(chainage.length);
  const known = mode === 'reflectivity' ? reflectivity : distance;
  if (known === null) return new Float32Array(chainage.length).fill(NO_VALUE);
  return known.map((value) => (Number.isNaN(value) ? NO_VALUE : value));
}

/** Values of the lowest and the highest colour over the ranges of all pieces. */
export function surfaceRange(mode: SurfaceColour, ranges: Iterable<ValueRange | null>): ValueRange {
  return mode === 'bands' ? [0, 1] : commonRange(mode, ranges);
}

/** Colours of the surface from the lowest value to the highest. */
export function surfaceRamp(mode: SurfaceColour): readonly Colour[] {
  return mode === 'bands' ? BAND_COLOURS : rampOf(mode);
}

/** True if the panel supplies a value for each vertex. */
export function isSuppliedToSurface(mode: SurfaceColour): mode is 'distance' | 'convergence' {
  return mode !== 'bands' && isSuppliedByPanel(mode);
}

/** Stretches of chainage of the bands of each colour that lie in a range, m; at most `most` of each. */
export function bandStretches(
  from: number,
  to: number,
  length: number,
  most: number,
): readonly [readonly ValueRange[], readonly ValueRange[]] {
  const stretches: [ValueRange[], ValueRange[]] = [[], []];
  for (let k = Math.floor(from / length); k * length < to; k++) {
    const own = stretches[((k % 2) + 2) % 2];
    own.push([Math.max(from, k * length), Math.min(to, (k + 1) * length)]);
    if (stretches.every(({ length: count }) => count > most)) break;
  }
  return [stretches[0].slice(0, most), stretches[1].slice(0, most)];
}
