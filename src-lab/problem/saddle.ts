import { seededRandom } from '../../src-core/math/random.ts';
import type { PointSet } from './method.ts';

/** Half the side of the square domain of the surface, m. */
const HALF = 2;

/** Saddle surface of the thesis, z = x^2 - y^2 over -2 .. 2 m, as a grid of side x side points, row by row. */
export function saddle(side: number): PointSet {
  const place = (k: number): number => -HALF + (2 * HALF * k) / (side - 1);
  return surface(side * side, (i) => [place(i % side), place(Math.floor(i / side))]);
}

/** Random sample of the same surface. */
export function sampledSaddle(count: number, seed: number): PointSet {
  const random = seededRandom(seed);
  const place = (): number => 2 * HALF * random.uniform() - HALF;
  return surface(count, () => [place(), place()]);
}

function surface(count: number, place: (i: number) => readonly [x: number, y: number]): PointSet {
  const xyz = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) {
    const [x, y] = place(i);
    xyz.set([x, y, x * x - y * y], 3 * i);
  }
  return { count, xyz };
}
