import { describe, expect, it } from 'vitest';
import { StrayExtent } from '../../src-core/tunnel/wall/voxels/stray-extent.ts';
import { madeWall } from './simple-wall.ts';
import { axisAlong, straight } from './solids.ts';

describe('the box of points that no section has', () => {
  const [EAST, NORTH, LEVEL] = [352_118, 9_123_456, 4213];
  const { geometry } = madeWall({
    axis: axisAlong(straight(0, [EAST, NORTH, LEVEL]), 100, 140, 1),
    radius: () => 2,
  });

  it('has two corners, takes no point that is none, and is told and restored whole', () => {
    const extent = new StrayExtent();
    expect(extent.isEmpty).toBe(true);
    extent.add(Number.NaN, 0, 0);
    expect(extent.isEmpty).toBe(true);
    extent.add(1, -5, 7);
    extent.add(-2, 3, 9);
    expect(extent.isEmpty).toBe(false);
    expect([...extent.corners]).toEqual([-2, -5, 7, 1, 3, 9]);
    const other = new StrayExtent();
    other.corners = extent.corners;
    expect(other.corners).toEqual(extent.corners);
  });

  it('is told in the grid with its distance from the axis', () => {
    const extent = new StrayExtent();
    // 300 m above the axis, which begins 100 m to the north: 94 m from the nearest corner.
    const [x, y, z] = [EAST, NORTH, LEVEL].map((value, k) => value - geometry.origin[k]);
    extent.add(x - 3, y - 4, z + 300);
    extent.add(x + 5, y + 6, z + 310);
    const { message } = extent.refusal(geometry);
    expect(message).toContain(`${Math.hypot(300, 94).toFixed(0)} m`);
    for (const corner of ['352115 ... 352123', '9123452 ... 9123462', '4513 ... 4523'])
      expect(message).toContain(corner);
  });
});
