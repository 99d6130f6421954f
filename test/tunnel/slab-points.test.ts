import { expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import { forEachSlab } from '../../src-core/tunnel/wall/voxels/section-voxels.ts';
import { sectionVoxels } from './section-voxels.ts';
import { axisAlong, straight } from './solids.ts';

const SEED = 12;
const VOXEL = 0.05;
const SLAB = 0.1;

it(`the points of a slab are counted by voxel and by quarter of it, as brute force counts them (seed ${SEED})`, () => {
  const random = seededRandom(SEED);
  const axis = axisAlong(straight(0, [352_000, 9_000_000, 4000]), 100, 103, 1);
  const [x0, y0, z0] = axis.xyz;
  const direction = [0, 1, 2].map((k) => (axis.xyz[axis.xyz.length - 3 + k] - axis.xyz[k]) / 3);
  const count = 4000;
  const xyz = new Float64Array(3 * count);
  const expected = new Map<string, number[]>();
  for (let i = 0; i < count; i++) {
    // Half a thousandth from every border, so that rounding moves no point over one.
    const apart = (value: number, step: number): number =>
      Math.floor(value / step) * step + step * (0.02 + 0.96 * random.uniform());
    const along = apart(3 * random.uniform(), SLAB);
    const left = apart(0.6 * random.uniform() - 0.3, VOXEL / 2);
    const up = apart(0.4 * random.uniform(), VOXEL / 2);
    // Level axis: left is the upward vertical times the direction.
    xyz[3 * i] = x0 + along * direction[0] - left * direction[1];
    xyz[3 * i + 1] = y0 + along * direction[1] + left * direction[0];
    xyz[3 * i + 2] = z0 + up;
    const key = [Math.floor(along / SLAB), Math.floor(left / VOXEL), Math.floor(up / VOXEL)].join();
    const quarter = (Math.floor(left / (VOXEL / 2)) & 1) + 2 * (Math.floor(up / (VOXEL / 2)) & 1);
    const quarters = expected.get(key) ?? [0, 0, 0, 0];
    quarters[quarter]++;
    expected.set(key, quarters);
  }
  const { voxels } = sectionVoxels(axis, xyz);
  const results = new Map<string, number[]>();
  forEachSlab(voxels, (k, points) => {
    for (let i = 0; i < points.count; i++) {
      const key = [k, Math.floor(points.left[i] / VOXEL), Math.floor(points.up[i] / VOXEL)].join();
      const quarters = [...points.quarters.subarray(4 * i, 4 * i + 4)];
      expect(points.points[i]).toBe(quarters.reduce((sum, value) => sum + value, 0));
      results.set(key, quarters);
    }
  });
  expect(results.size).toBeGreaterThan(1500);
  const sorted = (of: Map<string, number[]>) => [...of].toSorted(([a], [b]) => (a < b ? -1 : 1));
  expect(sorted(results)).toEqual(sorted(expected));
});
