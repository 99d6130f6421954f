import { describe, expect, it } from 'vitest';
import { addToPlane, momentsOfPlane, PLANE_SUMS } from '../../src-core/math/plane-sums.ts';
import { seededRandom } from '../../src-core/math/random.ts';

const SEED = 71;
/** Of sums of a hundred products of numbers up to ten: rounding, a thousand times over. */
const DIGITS = 10;

describe(`the sums of a plane (seed ${SEED})`, () => {
  const random = seededRandom(SEED);
  const points = Array.from({ length: 100 }, () => [
    2 + random.normal(),
    3 * random.normal(),
    random.normal() - 1,
  ]);

  it('give mean and covariance as their definitions do, weighted too', () => {
    for (const weights of [points.map(() => 1), points.map((_, i) => 1 + (i % 4))]) {
      const at = 2;
      const sums = new Float64Array(at + PLANE_SUMS + 1);
      points.forEach(([x, y, z], i) => {
        addToPlane(sums, at, x, y, z, weights[i]);
      });
      const n = weights.reduce((sum, weight) => sum + weight, 0);
      const moments = new Float64Array(PLANE_SUMS);
      momentsOfPlane(sums, at, n, moments);
      const mean = (of: (point: number[]) => number): number =>
        points.reduce((sum, point, i) => sum + weights[i] * of(point), 0) / n;
      const centre = [0, 1, 2].map((axis) => mean((point) => point[axis]));
      const pairs = [0, 1, 2].flatMap((a) => [0, 1, 2].slice(a).map((b) => [a, b]));
      const spread = pairs.map(([a, b]) => mean((p) => (p[a] - centre[a]) * (p[b] - centre[b])));
      [...centre, ...spread].forEach((value, k) => {
        expect(moments[k]).toBeCloseTo(value, DIGITS);
      });
      // Nothing before them, nothing behind.
      expect([sums[0], sums[1], sums[at + PLANE_SUMS]]).toEqual([0, 0, 0]);
    }
  });

  it('of a point without a weight are those of the weight one, to the last bit', () => {
    const [plain, weighted] = [new Float64Array(PLANE_SUMS), new Float64Array(PLANE_SUMS)];
    for (const [x, y, z] of points) {
      addToPlane(plain, 0, x, y, z);
      addToPlane(weighted, 0, x, y, z, 1);
    }
    expect(plain).toEqual(weighted);
  });
});
