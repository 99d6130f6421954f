import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import { MEASURED, UNKNOWN, type WallGrid } from '../../src-core/tunnel/wall/cells/wall-grid.ts';
import { WallRelief } from '../../src-core/tunnel/wall/cells/wall-relief.ts';

const SEED = 8;
const [SLABS, BINS, SLAB, RADIUS] = [400, 12, 0.1, 2.5];
/** Slabs from here on are rough. */
const ROUGH = 200;
const SIGMA = 0.05;

function wall(isMeasured: (slab: number) => boolean = () => true): WallGrid {
  const random = seededRandom(SEED);
  const radius = new Float64Array(SLABS * BINS);
  for (let cell = 0; cell < radius.length; cell++)
    radius[cell] = RADIUS + (cell >= ROUGH * BINS ? SIGMA * random.normal() : 0);
  const state = Uint8Array.from(radius, (_, cell) =>
    isMeasured(Math.floor(cell / BINS)) ? MEASURED : UNKNOWN,
  );
  return { slabs: SLABS, bins: BINS, radius, state, points: new Uint32Array(radius.length) };
}

describe(`the relief of a wall that is smooth at first, then rough from cell to cell (seed ${SEED})`, () => {
  const relief = new WallRelief(wall(), SLAB);

  it('is none in the smooth stretch, for the widest patches too', () => {
    for (const width of [0.1, 0.2, 0.4, 0.8, 1.6, 3.2])
      expect(relief.sigmaOf(width, 100, 5)).toBeLessThan(1e-12);
  });

  it('is in the rough one that of the mean of a patch and of its rim of four slabs', () => {
    for (const size of [1, 2, 4]) {
      const expected = SIGMA * Math.sqrt(1 / size + 1 / 4);
      // From some 180 patches that overlap by half, over 5: to 15 % of three standard deviations of a root of squares.
      expect(Math.abs(relief.sigmaOf(size * SLAB, 300, 5) / expected - 1)).toBeLessThan(0.25);
    }
  });

  it('is that of the whole wall where hardly anything was measured near by', () => {
    const sparse = new WallRelief(
      wall((slab) => slab < 20 || slab >= ROUGH),
      SLAB,
    );
    expect(sparse.sigmaOf(SLAB, 110, 5)).toBeGreaterThan(0.8 * SIGMA);
  });
});
