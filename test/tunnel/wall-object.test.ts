import { describe, expect, it } from 'vitest';
import { type WallObject, withCuts } from '../../src-core/tunnel/wall/objects/wall-object.ts';
import { madeWall } from './simple-wall.ts';
import { axisAlong, straight } from './solids.ts';

/** A duct between chainages 15 and 16 of a wall that begins at 10, cut in the first half of it. */
const DUCT: WallObject = withCuts(
  {
    ...{ class: 'duct', treatment: 'left-out', from: 15, to: 16, outlineOn: 'plan', firstSlab: 50 },
    ...{ outline: new Float64Array(8), sigma: 0.01, points: 100 },
    ...{ area: new Float64Array(10).fill(0.06), volume: new Float64Array(10).fill(0.02) },
  },
  Array.from({ length: 5 }, (_, i) => ({
    slab: 50 + i,
    cut: { lines: [Float64Array.of(i, 0, i, 1)], isClosed: true },
  })),
);

describe('what a section shows of an object', () => {
  const axis = axisAlong(straight(0, [0, 0, 0], 0), 10, 20, 1);
  const wall = madeWall({ axis, radius: () => 2, objects: [DUCT] });
  const cutAt = (chainage: number, reach: number): number | null =>
    wall.cutsAt(chainage, reach)[0]?.lines[0][0] ?? null;

  it('is its cut there, with its name', () => {
    expect(cutAt(15.05, 0)).toBe(0);
    expect(cutAt(15.35, 0)).toBe(3);
    expect(wall.cutsAt(15.35, 0)).toMatchObject([{ name: 'D1', class: 'duct', treatment: 'left-out' }]);
  });

  it('is the nearest cut within reach to either side, and none beyond', () => {
    expect(cutAt(14.85, 0.25)).toBe(0);
    expect(cutAt(15.65, 0.25)).toBe(4);
    expect(cutAt(14.65, 0.25)).toBeNull();
    expect(cutAt(15.95, 0.25)).toBeNull();
  });
});
