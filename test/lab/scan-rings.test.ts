import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import { exp } from '../../src-core/math/se3.ts';
import { ringsOf } from '../../src-lab/clouds/scan-rings.ts';
import type { PointSet } from '../../src-lab/problem/method.ts';
import { filledWith, saddle, transformed } from './clouds.ts';

/** Room of 6 x 4 x 3 m about the origin, seen along directions that a function draws. */
function room(count: number, direction: (i: number) => readonly number[]): PointSet {
  const half = [3, 2, 1.5];
  let i = 0;
  return filledWith(count, () => {
    const d = direction(i++);
    const reach = Math.min(
      ...half.map((wall, k) => (d[k] === 0 ? Number.POSITIVE_INFINITY : wall / Math.abs(d[k]))),
    );
    return [reach * d[0], reach * d[1], reach * d[2]];
  });
}

describe('ringsOf', () => {
  it('finds them about any axis, as in a frame with z ahead', () => {
    const rings = room(16_000, (i) => {
      const azimuth = (2 * Math.PI * Math.floor(i / 16)) / 1000;
      const elevation = ((2 * (i % 16) - 15) * Math.PI) / 180;
      return [
        Math.cos(elevation) * Math.cos(azimuth),
        Math.cos(elevation) * Math.sin(azimuth),
        Math.sin(elevation),
      ];
    });
    const scanRings = ringsOf(rings);
    expect(scanRings?.edge).toBeCloseTo((scanRings?.range ?? 0) / 16, 12);
    // Median range of a room of 6 x 4 m near its middle.
    expect(scanRings?.range).toBeGreaterThan(2);
    expect(scanRings?.range).toBeLessThan(3);
    expect(ringsOf(transformed(exp([1.2, -0.7, 0.4, 0, 0, 0]), rings))).not.toBeNull();
    // From a metre beside the sensor the lines are no rings about an axis.
    expect(ringsOf(transformed(exp([0, 0, 0, 30, 0, 0]), rings))).toBeNull();
  });

  it('takes no other cloud for a scan: strewn directions, a grid, a floor with the origin in it, seed 2', () => {
    const random = seededRandom(2);
    const strewn = room(16_000, () => {
      const [x, y, z] = [random.normal(), random.normal(), random.normal()];
      const length = Math.hypot(x, y, z);
      return [x / length, y / length, z / length];
    });
    expect(ringsOf(strewn)).toBeNull();
    expect(ringsOf(saddle(60))).toBeNull();
    expect(ringsOf(filledWith(3000, () => [6 * random.uniform(), 6 * random.uniform(), 0]))).toBeNull();
    expect(ringsOf(filledWith(300, () => [random.normal(), random.normal(), random.normal()]))).toBeNull();
  });
});
