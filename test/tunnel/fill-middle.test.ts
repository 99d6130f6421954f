import { describe, expect, it } from 'vitest';
import { fillWall } from '../../src-core/tunnel/wall/cells/fill-wall.ts';
import { PROFILE_DEFAULTS } from '../../src-core/tunnel/wall/cells/profile-options.ts';
import { radiusFrom } from '../../src-core/tunnel/wall/cells/slab-radius.ts';
import { angleOf } from '../../src-core/tunnel/wall/cells/typical-section.ts';
import { FILLED, MEASURED, UNKNOWN, type WallGrid } from '../../src-core/tunnel/wall/cells/wall-grid.ts';
import { fillBehind } from '../../src-core/tunnel/wall/objects/fill-behind.ts';

const { slab: SLAB, angleBins: BINS } = PROFILE_DEFAULTS;
const SLABS = 80;
/** A round drive about the axis, whose sections have middles of their own, as where floor or crown were not seen. */
const RADIUS = 2.2;
const middleAt = (k: number): readonly [number, number] => [
  0.1 * Math.sin(k / 9),
  0.15 * Math.cos(k / 11) + 0.12 * Math.sin(k / 4),
];

/** Distance from the middle of a slab to the circle. */
function truthAt(k: number, j: number): number {
  const [x, y] = middleAt(k);
  const [cosine, sine] = [Math.cos(angleOf(j, BINS)), Math.sin(angleOf(j, BINS))];
  const along = x * cosine + y * sine;
  return Math.sqrt(along ** 2 + RADIUS ** 2 - x * x - y * y) - along;
}

function wallWithHole(isHole: (k: number, j: number) => boolean): WallGrid {
  const cells = SLABS * BINS;
  const grid: WallGrid = {
    slabs: SLABS,
    bins: BINS,
    radius: new Float64Array(cells),
    state: new Uint8Array(cells).fill(UNKNOWN),
    points: new Uint32Array(cells).fill(20),
    shadow: new Float32Array(cells),
  };
  for (let cell = 0; cell < cells; cell++) {
    const [k, j] = [Math.floor(cell / BINS), cell % BINS];
    if (isHole(k, j)) continue;
    grid.radius[cell] = truthAt(k, j);
    grid.state[cell] = MEASURED;
  }
  return grid;
}

function centres(): Float64Array {
  const centre = new Float64Array(2 * SLABS);
  for (let k = 0; k < SLABS; k++) centre.set(middleAt(k), 2 * k);
  return centre;
}

function largestError(grid: WallGrid, isHole: (k: number, j: number) => boolean): number {
  let largest = 0;
  for (let cell = 0; cell < grid.radius.length; cell++) {
    const [k, j] = [Math.floor(cell / BINS), cell % BINS];
    if (!isHole(k, j)) continue;
    expect(grid.state[cell]).toBe(FILLED);
    largest = Math.max(largest, Math.abs(grid.radius[cell] - truthAt(k, j)));
  }
  return largest;
}

describe('a hole between sections whose middles move', () => {
  it('radiusFrom is where the ray meets the circle of the other section', () => {
    const grid = wallWithHole(() => false);
    const centre = centres();
    for (const [from, k] of [
      [10, 20],
      [40, 31],
      [60, 60],
    ])
      for (let j = 0; j < BINS; j++)
        expect(Math.abs(radiusFrom(grid, centre, from, k, j) - truthAt(k, j))).toBeLessThan(1e-3);
  });

  it('is filled along the axis on the wall, as wide as it is', () => {
    // Too wide to be filled around the section, 1.8 m along the axis.
    const isHole = (k: number, j: number): boolean => k >= 30 && k < 48 && j >= 20 && j < 110;
    const grid = wallWithHole(isHole);
    fillWall(grid, centres(), SLAB, PROFILE_DEFAULTS);
    // The radii of the rims, taken as they are, miss it by 0.1 m and more.
    expect(Math.abs(truthAt(29, 45) - truthAt(39, 45))).toBeGreaterThan(0.1);
    expect(largestError(grid, isHole)).toBeLessThan(5e-3);
  });

  it('behind a thing on the floor is filled on the wall', () => {
    const isHole = (k: number, j: number): boolean => k >= 25 && k < 55 && j >= 30 && j < 75;
    const grid = wallWithHole(isHole);
    const places = (k: number): number[] => {
      const [x, y] = middleAt(k);
      return [52].flatMap((j) => [x + Math.cos(angleOf(j, BINS)), y + Math.sin(angleOf(j, BINS))]);
    };
    const slabs = Array.from({ length: 30 }, (_, i) => ({ slab: 25 + i, places: places(25 + i) }));
    fillBehind({ slabs, points: 1000 }, grid, centres(), SLAB);
    expect(largestError(grid, isHole)).toBeLessThan(5e-3);
  });
});
