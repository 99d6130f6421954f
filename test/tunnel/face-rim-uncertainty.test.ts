import { describe, expect, it } from 'vitest';
import { type Random, seededRandom } from '../../src-core/math/random.ts';
import { rootMeanSquare } from '../../src-core/math/statistics.ts';
import type { FaceSurface } from '../../src-core/model/face.ts';
import { faceRimUncertainty } from '../../src-core/tunnel/epochs/void-to-face.ts';
import { FILLED, MEASURED } from '../../src-core/tunnel/wall/cells/wall-grid.ts';
import type { WallSurface } from '../../src-core/tunnel/wall/wall-surface.ts';
import { madeWall } from './simple-wall.ts';
import { axisAlong, straight } from './solids.ts';

const SEED = 93;
const LENGTH = 12;
const AXIS = axisAlong(straight(), 0, LENGTH, 0.5);
const OPTIONS = { angleBins: 90 };
/** Wall between the last whole section and the mean of the face, m. */
const FACE = { wholeTo: 11, mean: 11.6 } as FaceSurface;
/** Half of the crown that is not seen before the face, rad. */
const HIDDEN = 0.6;
const inCrown = (angle: number): boolean => Math.abs(angle - Math.PI / 2) < HIDDEN;

describe('a hole in the wall', () => {
  const holeOf = (from: number, to: number, end: number): WallSurface =>
    madeWall({
      axis: AXIS,
      options: OPTIONS,
      radius: (s, angle) => (inCrown(angle) && s > end ? 0 : 2),
      state: (s, angle) => (inCrown(angle) && s > from && s < to ? FILLED : MEASURED),
    });

  it('is as wide as its narrower way', () => {
    expect(holeOf(5, 5.4, LENGTH).holes[0].width).toBeCloseTo(0.4, 6);
  });

  it('is as wide as its way round the section where nothing is known behind it', () => {
    expect(holeOf(5, 5.4, 5.4).holes[0].width).toBeCloseTo(2 * 2 * HIDDEN, 1);
    expect(holeOf(11.6, LENGTH, LENGTH).holes[0].width).toBeCloseTo(2 * 2 * HIDDEN, 1);
  });
});

describe(`the wall before a face (seeds ${SEED} to ${SEED + 29})`, () => {
  const rock = (s: number, angle: number, relief: Relief): number => 2 + relief(s, 2 * angle);

  it('is worth nothing less where all of it was seen', () => {
    const relief = reliefOf(seededRandom(SEED));
    const seen = madeWall({ axis: AXIS, options: OPTIONS, radius: (s, angle) => rock(s, angle, relief) });
    expect(faceRimUncertainty(seen, FACE, 0.05)).toBe(0);
  });

  it('is off by as much as is told where the crown was held from before', () => {
    const errors = Array.from({ length: 30 }, (_, i) => {
      const relief = reliefOf(seededRandom(SEED + i));
      const wall = madeWall({
        axis: AXIS,
        options: OPTIONS,
        radius: (s, angle) => rock(s, angle, relief),
        state: (s, angle) => (inCrown(angle) && s > FACE.wholeTo ? FILLED : MEASURED),
      });
      return heldError(wall) / faceRimUncertainty(wall, FACE, 0.05);
    });
    expect(rootMeanSquare(errors)).toBeGreaterThan(0.6);
    expect(rootMeanSquare(errors)).toBeLessThan(1.5);
  });
});

/** Outward, m, by chainage and girth. */
type Relief = (s: number, girth: number) => number;

/** Rock of some centimetres with blocks of half a metre to two metres. */
function reliefOf(random: Random): Relief {
  const waves = Array.from({ length: 12 }, () => ({
    direction: 2 * Math.PI * random.uniform(),
    number: (2 * Math.PI) / (0.5 + 1.5 * random.uniform()),
    phase: 2 * Math.PI * random.uniform(),
  }));
  return (s, girth) =>
    0.017 *
    waves.reduce(
      (sum, { direction, number, phase }) =>
        sum + Math.cos(number * (s * Math.cos(direction) + girth * Math.sin(direction)) + phase),
      0,
    );
}

/** Volume by which the crown held from the last whole slab is larger than the crown is, m^3. */
function heldError({ grid, options, firstSlab }: WallSurface): number {
  const { bins, radius } = grid;
  const first = Math.round(FACE.wholeTo / options.slab) - firstSlab;
  const last = Math.round(FACE.mean / options.slab) - firstSlab;
  let sum = 0;
  for (let j = 0; j < bins; j++) {
    if (!inCrown(((j + 0.5) * 2 * Math.PI) / bins - Math.PI)) continue;
    const held = radius[(first - 1) * bins + j];
    for (let k = first; k < last; k++)
      sum += ((held ** 2 - radius[k * bins + j] ** 2) / 2) * ((2 * Math.PI) / bins) * options.slab;
  }
  return sum;
}
