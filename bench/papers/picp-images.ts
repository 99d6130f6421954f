import { seededRandom } from '../../src-core/math/random.ts';
import type { PointSet } from '../../src-lab/problem/method.ts';
import { transformPoints } from '../../src-lab/problem/transform-points.ts';
import { moved } from '../gpu/clouds.ts';

/** A pair of range images of the sizes of the paper's: floating and reference, rows x columns. */
export interface ImagePair {
  readonly name: string;
  readonly floating: PointSet;
  readonly reference: PointSet;
}

/** Noise of the range, m: about that of the paper's sensor at its distance. */
const NOISE = 0.0002;

/** n_f = 36100, n_r = 235225; the paper: about 36K and 235K. */
export function largePair(): ImagePair {
  return { name: 'large', floating: image(190, 0.45, 2, true), reference: image(485, 0, 1, false) };
}

/** n_f = 14884, n_r = 149769; the paper: about 15K and 150K. */
export function smallPair(): ImagePair {
  return { name: 'small', floating: image(122, 0.45, 4, true), reference: image(387, 0, 3, false) };
}

/**
 * A range image of a relief of 1 x 1 m, stored row by row as a scanner gives it. The floating one looks at part of it
 * from elsewhere: moved, and reaching over the edge of the reference, so that rows at one end fit worse.
 *
 * @param from where its columns begin, m
 */
function image(side: number, from: number, seed: number, isFloating: boolean): PointSet {
  const random = seededRandom(seed);
  const width = isFloating ? 0.6 : 1;
  const xyz = new Float64Array(3 * side * side);
  for (let row = 0, at = 0; row < side; row++) {
    for (let column = 0; column < side; column++, at += 3) {
      const x = from + (width * column) / (side - 1);
      const y = from + (width * row) / (side - 1);
      xyz.set([x, y, relief(x, y) + NOISE * random.normal()], at);
    }
  }
  const points = { count: side * side, xyz };
  return isFloating ? transformPoints(moved([2, -1.5, 3], [-0.02, 0.015, 0.01]), points) : points;
}

/** Bumps of several sizes, m. */
function relief(x: number, y: number): number {
  return (
    0.08 * Math.sin(5 * x + 1) * Math.cos(4 * y) +
    0.03 * Math.sin(13 * x - 9 * y) +
    0.01 * Math.sin(31 * y + 7 * x) * Math.sin(27 * x)
  );
}
