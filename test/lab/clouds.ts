import type { Random } from '../../src-core/math/random.ts';
import type { PointSet } from '../../src-lab/problem/method.ts';

export { saddle } from '../../src-lab/problem/saddle.ts';
export { transformPoints as transformed } from '../../src-lab/problem/transform-points.ts';

export function pointSet(points: readonly (readonly number[])[]): PointSet {
  return { count: points.length, xyz: Float64Array.from(points.flat()) };
}

export function filledWith(count: number, point: (i: number) => readonly number[]): PointSet {
  return pointSet(Array.from({ length: count }, (_, i) => point(i)));
}

/** Clouds that search structures and estimators find hard, by name. */
export function nastyClouds(random: Random, count: number): Record<string, PointSet> {
  const box = (): number[] => [random.uniform() * 10, random.uniform() * 6, random.uniform() * 4];
  const side = Math.ceil(Math.cbrt(count));
  return {
    uniform: filledWith(count, box),
    'two clusters': filledWith(count, (i) => box().map((v) => (i % 2 ? v : v / 100 + 1000))),
    'a hundred km away': filledWith(count, () => box().map((v, k) => v + [1e5, -1e5, 1e5][k])),
    'plus and minus 10^6': filledWith(count, (i) => box().map((v) => v + (i % 2 ? 1e6 : -1e6))),
    'integer grid': filledWith(count, (i) => [
      i % side,
      Math.floor(i / side) % side,
      Math.floor(i / side ** 2),
    ]),
    coplanar: filledWith(count, () => [random.uniform() * 10, random.uniform() * 10, 3]),
    collinear: filledWith(count, () => [2, random.uniform() * 10, -1]),
    duplicates: filledWith(count, (i) => [i % 7, i % 3, 0]),
    'one place': filledWith(count, () => [1, 2, 3]),
    'with a far outlier': filledWith(count, (i) => (i === 5 ? [1e7, 0, 0] : box())),
    'five points': filledWith(5, box),
    'two points': filledWith(2, box),
    'one point': filledWith(1, box),
  };
}

/** Points at random on a sheet of 4 x 3 m that is bent up along x and down along y. */
export function bentSheet(count: number, random: Random): PointSet {
  return filledWith(count, () => {
    const [x, y] = [4 * random.uniform() - 2, 3 * random.uniform() - 1];
    return [x, y, 0.4 * x * x - 0.25 * y * y];
  });
}
