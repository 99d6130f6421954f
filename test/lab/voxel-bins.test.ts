import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import { symmetricEigen } from '../../src-core/math/symmetric-eigen.ts';
import { PlaneMap } from '../../src-core/odometry/match/plane-map.ts';

const SEED = 5;
const CRITERIA = { minPoints: 6, minSpread: 0 };

/** Plane of the points in one bin, by summing all of them about their own mean. */
function planeByBruteForce(points: number[][]): { mean: number[]; normal: number[]; sigma: number } {
  const mean = [0, 1, 2].map((k) => points.reduce((sum, p) => sum + p[k], 0) / points.length);
  const scatter = new Float64Array(9);
  for (const p of points)
    for (let i = 0; i < 3; i++)
      for (let j = 0; j < 3; j++) scatter[3 * i + j] += ((p[i] - mean[i]) * (p[j] - mean[j])) / points.length;
  const { values, vectors } = symmetricEigen(scatter, 3);
  return { mean, normal: [...vectors[0]], sigma: Math.sqrt(Math.max(0, values[0])) };
}

describe(`voxel bins against brute force (seed ${SEED})`, () => {
  const random = seededRandom(SEED);
  it.each([
    ['uniform', () => [random.uniform() * 4 - 2, random.uniform() * 4 - 2, random.uniform() * 4 - 2]],
    [
      'plane z = x / 2',
      () => {
        const x = random.uniform() * 4 - 2;
        return [x, random.uniform() * 4 - 2, x / 2 + 0.01 * random.normal()];
      },
    ],
    [
      'two clusters',
      () => [random.below(2) * 3 + 0.05 * random.normal(), 0.05 * random.normal(), 0.05 * random.normal()],
    ],
    ['whole-number grid', () => [random.below(5) - 2, random.below(5) - 2, random.below(5) - 2]],
    ['far from the origin', () => [1e4 + random.uniform(), -1e4 + random.uniform(), 3e3 + random.uniform()]],
  ])('finds each bin and its plane: %s', (_name, draw) => {
    const size = 0.5;
    const bins = new PlaneMap(size, CRITERIA, 16);
    const byCell = new Map<string, number[][]>();
    for (let i = 0; i < 3000; i++) {
      const p = draw();
      bins.add(Float64Array.of(p[0], p[1], p[2]), 1);
      const key = p.map((v) => Math.floor(v / size)).join();
      byCell.set(key, [...(byCell.get(key) ?? []), p]);
    }
    expect(bins.count).toBe(byCell.size);
    for (const points of byCell.values()) {
      const bin = bins.find(points[0][0], points[0][1], points[0][2]);
      expect(bins.points[bin]).toBe(points.length);
      const at = bins.planeOf(bin);
      if (points.length < 6) {
        expect(at).toBe(-1);
        continue;
      }
      const expected = planeByBruteForce(points);
      if (at < 0) {
        // Only a bin without extent in two directions may have no plane.
        expect(expected.sigma).toBeLessThan(1e-6);
        continue;
      }
      const part = bins.plane.subarray(at, at + 8);
      for (let k = 0; k < 3; k++) expect(part[k]).toBeCloseTo(expected.mean[k], 9);
      expect(part[6]).toBeCloseTo(expected.sigma, 6);
      const scatterAlong = points.reduce((sum, p) => {
        const d = [0, 1, 2].reduce((s, k) => s + (p[k] - expected.mean[k]) * part[3 + k], 0);
        return sum + (d * d) / points.length;
      }, 0);
      // The normal itself may be any in a degenerate bin; the scatter along it is what counts.
      expect(Math.sqrt(scatterAlong)).toBeCloseTo(expected.sigma, 5);
    }
  });

  it('gives no plane to a bin crossed by a single ring', () => {
    const bins = new PlaneMap(1, { minPoints: 15, minSpread: 0.3 });
    for (let i = 0; i < 500; i++)
      bins.add(
        Float64Array.of(random.uniform(), 0.5 + 0.02 * random.normal(), 0.5 + 0.02 * random.normal()),
        1,
      );
    expect(bins.planeOf(bins.find(0.5, 0.5, 0.5))).toBe(-1);
    for (let i = 0; i < 500; i++)
      bins.add(Float64Array.of(random.uniform(), random.uniform(), 0.5 + 0.02 * random.normal()), 1);
    expect(bins.planeOf(bins.find(0.5, 0.5, 0.5))).toBeGreaterThanOrEqual(0);
  });

  it('forgets exactly the bins out of reach and finds the others as before', () => {
    const bins = new PlaneMap(0.5, CRITERIA, 16);
    const points = Array.from({ length: 4000 }, () => [random.uniform() * 40, random.uniform() * 4, 0]);
    bins.add(Float64Array.from(points.flat()), points.length);
    const before = bins.count;
    const forgotten = bins.keepWithin(10, 2, 0, 8);
    expect(bins.count).toBe(before - forgotten);
    for (const [x, y, z] of points) {
      const centre = [x, y, z].map((v) => (Math.floor(v / 0.5) + 0.5) * 0.5);
      const inside = Math.hypot(centre[0] - 10, centre[1] - 2, centre[2]) <= 8;
      expect(bins.find(x, y, z) >= 0).toBe(inside);
    }
  });
});
