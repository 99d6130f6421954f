import { describe, expect, it } from 'vitest';
import type { VolumeWarning } from '../../src-core/model/tunnel.ts';
import { volumeBetween } from '../../src-core/tunnel/volume/volume.ts';
import type { FloorWater, MeasuredPool } from '../../src-core/tunnel/wall/cells/floor-water.ts';
import { madeWall } from './simple-wall.ts';
import { axisAlong, bend, straight } from './solids.ts';

const LENGTH = 12;

describe('the warning of planes that meet inside the section', () => {
  /** Warnings for a tube of 2 m radius about an axis that bends to the left. */
  const codesAt = (radius: number): string[] => {
    const axis = axisAlong(bend(radius), 0, LENGTH, 0.02);
    const wall = madeWall({ axis, radius: () => 2 });
    return volumeBetween(wall, 0, LENGTH, {}).warnings.map(({ code }) => code);
  };

  it('is given where the axis bends more sharply than the wall is away, and not where it does not', () => {
    expect(codesAt(1.9)).toContain('axis-fold');
    expect(codesAt(2.15)).not.toContain('axis-fold');
  });
});

describe('the warnings of standing water', () => {
  const axis = axisAlong(straight(), 0, LENGTH, 0.5);
  /** 1 m² of a pool from 2 to 3 m, in slabs of 0.1 m. */
  const pool: MeasuredPool = {
    ...{ level: 0, levelSigma: 0, firstSlab: 20, area: new Float64Array(10).fill(0.1) },
    ...{ outline: new Float64Array(0), by: 'rim', depthBound: 0.5, points: 50 },
  };
  const warningsOf = (water: Partial<FloorWater>, from: number, to: number): readonly VolumeWarning[] => {
    const wall = madeWall({
      axis,
      radius: () => 2,
      more: ({ slabs, bins }) => ({
        water: {
          ...{ cells: new Uint16Array(slabs * bins), pools: [], mirrored: [], undecided: [], depth: null },
          ...water,
        },
      }),
    });
    return volumeBetween(wall, from, to, {}).warnings.filter(({ code }) => code.startsWith('water'));
  };

  it('are of the part of a pool within the range: its area, what it may hold, and its chainages', () => {
    const [{ code, message }] = warningsOf({ pools: [pool] }, 2.5, 6);
    expect(code).toBe('water-depth');
    expect(message).toContain('2.5-3.0');
    expect(message).toContain('0.5 m²');
    expect(warningsOf({ pools: [pool] }, 0, 6)[0].message).toContain('1.0 m²');
  });

  it('are none of a pool that only touches the range', () => {
    expect(warningsOf({ pools: [pool] }, 3, 6)).toEqual([]);
    expect(warningsOf({ pools: [pool] }, 0, 2)).toEqual([]);
    const undecided = [{ from: 2, to: 3, volume: 4 }];
    expect(warningsOf({ undecided }, 3, 6)).toEqual([]);
    expect(warningsOf({ undecided }, 0, 2)).toEqual([]);
    expect(warningsOf({ undecided }, 1, 6).map(({ code }) => code)).toEqual(['water-undecided']);
  });
});
