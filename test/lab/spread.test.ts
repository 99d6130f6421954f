import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import { spreadOf } from '../../src-lab/problem/spread.ts';
import { filledWith } from './clouds.ts';

const SEED = 17;

/** By its definition, about the mean in two passes. */
function byDefinition({ count, xyz }: { count: number; xyz: Float64Array }): number {
  const mean = [0, 0, 0];
  for (let at = 0; at < 3 * count; at++) mean[at % 3] += xyz[at] / count;
  let sum = 0;
  for (let at = 0; at < 3 * count; at++) sum += (xyz[at] - mean[at % 3]) ** 2;
  return Math.sqrt(sum / count);
}

describe(`the spread of points (seed ${SEED})`, () => {
  const random = seededRandom(SEED);
  const cloud = (count: number, size: number, place: number) =>
    filledWith(count, () => [0, 1, 2].map((axis) => place + size * (axis + 1) * random.normal()));
  const clouds = {
    'one point': cloud(1, 1, 3),
    'points of one block': cloud(255, 0.1, 0),
    'points of several blocks': cloud(1000, 0.2, -5),
    'a wide cloud': cloud(5000, 20, 0),
    'a small cloud in the mine grid': cloud(3000, 0.05, 1e6),
    'points in order along a line': filledWith(2000, (k) => [0.01 * k, 0, 0]),
  };

  it.each(Object.entries(clouds))(
    'is that of its definition, and no more than asked for: %s',
    (_, points) => {
      const exact = byDefinition(points);
      expect(Math.abs(spreadOf(points) - exact)).toBeLessThanOrEqual(1e-9 * exact + 1e-9);
      for (const most of [0.5 * exact, exact * (1 + 1e-6), 1, 3])
        expect(Math.abs(spreadOf(points, most) - Math.min(most, exact))).toBeLessThanOrEqual(
          1e-9 * exact + 1e-9,
        );
    },
  );

  it('is not a number where a point is not', () => {
    const points = cloud(600, 0.1, 0);
    points.xyz[1500] = Number.NaN;
    expect(spreadOf(points, 1)).toBeNaN();
  });
});
