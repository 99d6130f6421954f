import { describe, expect, it } from 'vitest';
import { suggestMaxDistance } from '../../src-core/lab/match-limit.ts';
import { voxelMeans } from '../../src-core/lab/voxel-means.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import { exp, identity } from '../../src-core/math/se3.ts';
import { filledWith, nastyClouds, pointSet, transformed } from './clouds.ts';

const SEED = 37;

describe(`means of the cubes of a grid (seed ${SEED})`, () => {
  it.each(Object.entries(nastyClouds(seededRandom(SEED), 300)))('are those of a table: %s', (_, cloud) => {
    for (const edge of [0.3, 2, 1e5]) {
      const table = new Map<string, number[][]>();
      for (let i = 0; i < cloud.count; i++) {
        const p = [...cloud.xyz.subarray(3 * i, 3 * i + 3)];
        const key = p.map((v) => Math.floor(v / edge)).join();
        table.set(key, [...(table.get(key) ?? []), p]);
      }
      const { count, xyz } = voxelMeans(cloud, edge);
      expect(count).toBe(table.size);
      for (let i = 0; i < count; i++) {
        const mean = [...xyz.subarray(3 * i, 3 * i + 3)];
        const held = table.get(mean.map((v) => Math.floor(v / edge)).join());
        if (held === undefined) continue; // a mean that rounds onto the wall of its cube
        table.delete(mean.map((v) => Math.floor(v / edge)).join());
        for (let k = 0; k < 3; k++) {
          const expected = held.reduce((sum, p) => sum + p[k] / held.length, 0);
          expect(Math.abs(mean[k] - expected)).toBeLessThanOrEqual(1e-14 * Math.abs(expected) * held.length);
        }
      }
      expect(table.size).toBeLessThanOrEqual(count / 50);
    }
  });

  it('leave the cloud as it is with the edge 0', () => {
    const cloud = pointSet([[1, 2, 3]]);
    expect(voxelMeans(cloud, 0)).toBe(cloud);
  });
});

describe(`the suggested limit of a match (seed ${SEED})`, () => {
  const random = seededRandom(SEED + 1);
  const floor = filledWith(5000, (i) => [i % 100, Math.floor(i / 100), 0]);

  it('is two and a half times the median distance under the start', () => {
    const above = transformed(exp([0, 0, 0, 0, 0, 0.2]), floor);
    expect(suggestMaxDistance(above, floor, identity())).toBeCloseTo(0.5, 12);
    expect(suggestMaxDistance(above, floor, exp([0, 0, 0, 0, 0, -0.1]))).toBeCloseTo(0.25, 12);
  });

  it('does not grow with what only one cloud shows', () => {
    const partly = filledWith(5000, (i) =>
      i % 10 < 4 ? [0, 0, 50 + random.uniform()] : [i % 100, Math.floor(i / 100), 0.2],
    );
    expect(suggestMaxDistance(partly, floor, identity())).toBeCloseTo(0.5, 12);
  });
});
