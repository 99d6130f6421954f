import { describe, expect, it } from 'vitest';
import { PROFILE_DEFAULTS } from '../../src-core/tunnel/wall/cells/profile-options.ts';
import { findMuck } from '../../src-core/tunnel/wall/objects/muck.ts';
import { madeWall } from './simple-wall.ts';
import { axisAlong, straight } from './solids.ts';

const [HALF, FLOOR, ROOF] = [2.2, 1.7, 2.2];
/** A cone on the floor: chainage of its top, radius of its foot and height, m. */
const HEAP = { s: 10, foot: 1.3, height: 0.8 };
const LENGTH = 20;

/** Height over the floor by the distance from the middle of what lies on it, m. */
const cone = (off: number): number => HEAP.height * Math.max(0, 1 - off / HEAP.foot);
/** As high all over, with steep sides. */
const slab = (off: number): number => Math.max(0, Math.min(0.35, 6 * (1.5 - off)));

/** Distance to a rectangular section with something on its floor, by bisection. */
function radiusOver(height: (off: number) => number, s: number, angle: number): number {
  const [c, u] = [Math.cos(angle), Math.sin(angle)];
  const bare = Math.min(HALF / Math.abs(c), u < 0 ? FLOOR / -u : ROOF / u);
  const isOver = (r: number): boolean => r * u + FLOOR > height(Math.hypot(s - HEAP.s, r * c));
  if (isOver(bare - 1e-9)) return bare;
  let [low, high] = [0, bare];
  while (high - low > 1e-6) {
    const middle = (low + high) / 2;
    if (isOver(middle)) low = middle;
    else high = middle;
  }
  return low;
}

function controlFound(
  height: (off: number) => number,
  byHand: (size: number) => Uint8Array | null = () => null,
) {
  const radius = (s: number, angle: number): number => radiusOver(height, s, angle);
  const { grid, centre } = madeWall({ axis: axisAlong(straight(0, [0, 0, 0], 0), 0, LENGTH, 1), radius });
  const heaps = findMuck(grid, centre, [], {
    ...{ start: 0, slab: 0.1, treatment: 'left-out', byHand: byHand(grid.radius.length) },
    ...{ reach: PROFILE_DEFAULTS.recess.reach, lineSigma: PROFILE_DEFAULTS.recess.lineSigma },
  });
  return { heaps, grid };
}

const sum = (values: Float64Array): number => values.reduce((all, one) => all + one, 0);

describe('a cone of muck on a level floor', () => {
  it('is found with the volume and footprint of what rises 12 cm over the floor, and the floor is put back', () => {
    const { heaps, grid } = controlFound(cone);
    expect(heaps).toHaveLength(1);
    const [heap] = heaps;
    const edge = HEAP.foot * (1 - 0.12 / HEAP.height);
    const volume = 2 * Math.PI * HEAP.height * (edge ** 2 / 2 - edge ** 3 / (3 * HEAP.foot));
    // Of cells 0.1 m by 0.06 m, of which those of the edge count by their middle.
    expect(Math.abs(sum(heap.volume) / volume - 1)).toBeLessThan(0.05);
    expect(Math.abs(sum(heap.area) / (Math.PI * edge ** 2) - 1)).toBeLessThan(0.15);
    expect(Math.abs(heap.from - (HEAP.s - edge))).toBeLessThan(0.21);
    expect(Math.abs(heap.to - (HEAP.s + edge))).toBeLessThan(0.21);
    // Straight down under its top.
    expect(grid.radius[100 * grid.bins + grid.bins / 4]).toBeCloseTo(FLOOR, 2);
  });

  it('is none where a person says that it is wall', () => {
    expect(controlFound(cone, (size) => new Uint8Array(size).fill(1)).heaps).toEqual([]);
  });

  it('is told from a slab, which is nearly as high everywhere as at its highest', () => {
    expect(controlFound(slab).heaps).toEqual([]);
  });
});
