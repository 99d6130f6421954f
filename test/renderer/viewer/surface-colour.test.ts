import { describe, expect, it } from 'vitest';
import type { WallPiece } from '../../../src-core/tunnel/sections/wall-triangles.ts';
import { NO_VALUE, rangeOfValues } from '../../../src-renderer/viewer/colour.ts';
import {
  BAND_COLOURS,
  bandStretches,
  isSuppliedToSurface,
  SURFACE_COLOURS,
  surfaceRamp,
  surfaceRange,
  surfaceValues,
  verticesOf,
} from '../../../src-renderer/viewer/surface-colour.ts';

/** Three vertices in the mine grid. */
const PIECE: WallPiece = {
  origin: [352_118, 9_001_447, 4213],
  xyz: Float32Array.of(0, 0, 0.25, 1, 0, -0.5, 0, 1, 2),
  normal: Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1),
  triangles: Uint32Array.of(0, 1, 2),
  chainage: Float32Array.of(10.05, 10.15, 10.25),
  reflectivity: Float32Array.of(40, Number.NaN, 60),
};

describe('what the surface wears', () => {
  it('is the elevation, the reflectivity or the chainage of its vertices', () => {
    expect([...surfaceValues('height', PIECE, null)]).toEqual([4213.25, 4212.5, 4215]);
    expect([...surfaceValues('reflectivity', PIECE, null)]).toEqual([40, NO_VALUE, 60]);
    expect(surfaceValues('bands', PIECE, null)).toEqual(PIECE.chainage);
  });

  it('is nothing where nothing is known of a vertex', () => {
    const none = [NO_VALUE, NO_VALUE, NO_VALUE];
    expect([...surfaceValues('reflectivity', { ...PIECE, reflectivity: null }, null)]).toEqual(none);
    for (const mode of ['distance', 'convergence'] as const) {
      expect(isSuppliedToSurface(mode)).toBe(true);
      expect([...surfaceValues(mode, PIECE, null)]).toEqual(none);
      expect([...surfaceValues(mode, PIECE, Float32Array.of(0.5, NO_VALUE, -0.25))]).toEqual([
        0.5,
        NO_VALUE,
        -0.25,
      ]);
    }
  });

  it('has the greatest overbreak at the end of the ramp, whatever the underbreak, and the design in its middle', () => {
    const values = surfaceValues('distance', PIECE, Float32Array.of(-0.1, 0.4, 0.2));
    const [low, high] = surfaceRange('distance', [rangeOfValues(values)]);
    expect(high).toBeGreaterThan(0.39);
    expect(low).toBe(-high);
    const ramp = surfaceRamp('distance');
    const chroma = ramp.map((colour) => Math.max(...colour) - Math.min(...colour));
    expect(chroma[chroma.length - 1]).toBeGreaterThan(5 * chroma[(chroma.length - 1) / 2]);
  });

  it('has a range and a ramp for every colouring', () => {
    for (const mode of SURFACE_COLOURS) {
      const [low, high] = surfaceRange(mode, []);
      expect(low).toBeLessThan(high);
      expect(surfaceRamp(mode).length).toBeGreaterThanOrEqual(2);
    }
    expect(surfaceRamp('bands')).toBe(BAND_COLOURS);
  });

  it('knows its vertices as points in the frame of the map', () => {
    expect(verticesOf(PIECE)).toMatchObject({ origin: [352_118, 9_001_447, 4213], xyz: PIECE.xyz });
  });
});

describe('the stretches of the bands', () => {
  it('begin at multiples of their length and end with the wall', () => {
    expect(bandStretches(3, 27, 10, 5)).toEqual([
      [
        [3, 10],
        [20, 27],
      ],
      [[10, 20]],
    ]);
  });

  it('have their colour before the datum too', () => {
    expect(bandStretches(-12, 5, 10, 5)).toEqual([
      [
        [-12, -10],
        [0, 5],
      ],
      [[-10, 0]],
    ]);
  });

  it('are at most as many as the legend holds, also of ten kilometres', () => {
    const [even, odd] = bandStretches(0, 10_000, 0.5, 3);
    expect([even.length, odd.length]).toEqual([3, 3]);
    expect(odd[2]).toEqual([2.5, 3]);
  });
});
