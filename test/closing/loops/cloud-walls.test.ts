import { describe, expect, it } from 'vitest';
import { CloudWalls } from '../../../src-core/closing/loops/cloud-walls.ts';
import { seededRandom } from '../../../src-core/math/random.ts';
import { applyToPoint, exp, invert } from '../../../src-core/math/se3.ts';
import type { PointCloud } from '../../../src-core/model/cloud.ts';

const SEED = 31;
const ORIGIN = [352_118, 9_001_447, 4200];

/** Points in a box of 30 x 14 x 6 m, one in each cell at most. */
function points(count: number): Float32Array {
  const random = seededRandom(SEED);
  const sizes = [30, 14, 6];
  const taken = new Set<string>();
  const xyz: number[] = [];
  while (xyz.length < 3 * count) {
    const point = sizes.map((size) => size * (random.uniform() - 0.5));
    const cell = point.map((value) => Math.floor(value / 0.25)).join();
    if (taken.has(cell)) continue;
    taken.add(cell);
    xyz.push(...point);
  }
  return Float32Array.from(xyz);
}

const cloudOf = (xyz: Float32Array, origin: readonly number[]): PointCloud =>
  ({ count: xyz.length / 3, origin: Float64Array.from(origin), xyz }) as unknown as PointCloud;

describe(`walls of a cloud (seed ${SEED})`, () => {
  const xyz = points(3000);

  it('give the points within a radius of a pose, in its frame, as brute force does', () => {
    const walls = new CloudWalls();
    // In two chunks, the second with another origin.
    walls.add(cloudOf(xyz.slice(0, 4500), ORIGIN));
    const [dx, dy, dz] = [3, -5, 2];
    const second = xyz.slice(4500).map((value, i) => value - [dx, dy, dz][i % 3]);
    walls.add(cloudOf(second, [ORIGIN[0] + dx, ORIGIN[1] + dy, ORIGIN[2] + dz]));
    expect(walls.cells).toBeGreaterThan(2990);
    for (const [x, y, z, radius] of [
      [0, 0, 0, 4],
      [11, -5, 1, 3],
      [-13, 6, -2, 2.5],
    ]) {
      const T = exp([0.2, -0.1, 1.1, 0, 0, 0]);
      T.t.set([ORIGIN[0] + x, ORIGIN[1] + y, ORIGIN[2] + z]);
      const back = invert({ R: T.R, t: Float64Array.of(x, y, z) });
      const expected: number[][] = [];
      for (let i = 0; i < xyz.length; i += 3) {
        const p = applyToPoint(back, xyz[i], xyz[i + 1], xyz[i + 2]);
        // Those at the edge of the sphere are left to rounding.
        if (Math.hypot(...p) < radius) expected.push([...p]);
      }
      const around = walls.around(T, radius);
      expect(expected.length).toBeGreaterThan(20);
      expect(around.length).toBe(3 * expected.length);
      const key = (p: readonly number[]): number => p[0] + 100 * p[1] + 10_000 * p[2];
      const rows = Array.from({ length: around.length / 3 }, (_, i) => [
        ...around.subarray(3 * i, 3 * i + 3),
      ]);
      const [a, b] = [rows, expected].map((list) => list.toSorted((p, q) => key(p) - key(q)));
      a.forEach((p, i) => {
        for (let k = 0; k < 3; k++) expect(p[k]).toBeCloseTo(b[i][k], 4);
      });
    }
  });

  it('keep no more points of a cell than they are told, all from it', () => {
    const walls = new CloudWalls({ cell: 0.25, mostPerCell: 5 });
    const random = seededRandom(SEED);
    const crowd = Float32Array.from({ length: 300 }, () => 0.01 + 0.2 * random.uniform());
    walls.add(cloudOf(crowd, [0, 0, 0]));
    expect(walls.cells).toBe(1);
    const around = walls.around(exp([0, 0, 0, 0, 0, 0]), 1);
    expect(around).toHaveLength(15);
    for (const value of around) expect(crowd).toContain(value);
  });

  it('have nothing where no cloud was', () => {
    expect(new CloudWalls().around(exp([0, 0, 0, 0, 0, 0]), 5)).toHaveLength(0);
  });
});
