import { type Random, seededRandom } from '../../src-core/math/random.ts';
import type { PointSet } from '../../src-lab/problem/method.ts';
import { filledWith } from './clouds.ts';

/** Height over a place, m. */
type Height = (x: number, y: number) => number;

/** Ground of hills and hollows of half a metre to three metres, everywhere different. */
export function hills(seed: number): Height {
  const random = seededRandom(seed);
  const bumps = Array.from({ length: 120 }, () => ({
    x: 34 * random.uniform(),
    y: 12 * random.uniform(),
    height: random.normal() * 0.5,
    width: 0.5 + random.uniform(),
  }));
  return (x, y) =>
    bumps.reduce(
      (z, b) => z + b.height * Math.exp(-((x - b.x) ** 2 + (y - b.y) ** 2) / (2 * b.width ** 2)),
      0,
    );
}

/** Random points of a ground between two x, with noise, and as many strewn about as make up a share. */
export function ground(height: Height, from: number, to: number, random: Random, strewn = 0): PointSet {
  const count = 12_000;
  return filledWith(Math.round(count / (1 - strewn)), (i) => {
    const [x, y] = [from + (to - from) * random.uniform(), 12 * random.uniform()];
    const z = i < count ? height(x, y) + 0.01 * random.normal() : 4 * random.uniform() - 2;
    return [x, y, z];
  });
}
