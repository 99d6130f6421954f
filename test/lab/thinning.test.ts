import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import { exp, identity } from '../../src-core/math/se3.ts';
import { eveningEdge } from '../../src-lab/clouds/even-density.ts';
import { medianMatchDistance, suggestMaxDistance } from '../../src-lab/clouds/match-limit.ts';
import { voxelMeans } from '../../src-lab/clouds/voxel-means.ts';
import type { PointSet } from '../../src-lab/problem/method.ts';
import { filledWith, nastyClouds, pointSet, saddle, transformed } from './clouds.ts';

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

describe(`the edge that evens out a cloud (seed ${SEED})`, () => {
  const random = seededRandom(SEED + 2);
  const u = (): number => random.uniform();
  const even: Record<string, PointSet> = {
    ...nastyClouds(random, 300),
    'a grid of a steep surface': saddle(300),
    'a sample of a surface': filledWith(20_000, () => [4 * u(), 4 * u(), 0.01 * random.normal()]),
    'a surface among points strewn about': filledWith(20_000, (i) => [4 * u(), 4 * u(), i % 2 ? 4 * u() : 0]),
    'a surface half as dense on one side': filledWith(20_000, (i) => [(i % 3 ? 1 : 0) + u(), u(), 0]),
    'points filling a room': filledWith(20_000, () => [u(), u(), u()]),
  };

  it.each(Object.keys(even))('is 0, so that nothing is thinned: %s', (name) => {
    expect(eveningEdge(even[name], even[name])).toBe(0);
  });

  it('evens out what a sensor sees from one place, whichever of the clouds it is', () => {
    // Directions of a spinning sensor 1.5 m above a floor between two walls.
    const scan = filledWith(40_000, (i) => {
      const [beam, turn] = [(Math.floor(i / 1000) - 20) / 40, (2 * Math.PI * i) / 1000];
      const [dx, dy] = [Math.cos(turn), Math.sin(turn)];
      const range = Math.min(3 / Math.abs(dy), beam < 0 ? 1.5 / -beam : 40, 40);
      return [range * dx, range * dy, range * beam];
    });
    const wall = filledWith(5000, () => [10 * u(), 0, 10 * u()]);
    const edge = eveningEdge(scan, wall);
    expect(edge).toBeGreaterThan(0);
    expect(eveningEdge(wall, scan)).toBe(edge);
    const thinned = voxelMeans(scan, edge);
    expect(eveningEdge(thinned, thinned)).toBe(0);
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

  it('is not set by the dense rings about a sensor', () => {
    // Rings of 1000 points on a floor: 24 within 0.24 m, 16 half a metre apart.
    const rings = filledWith(40_000, (i) => {
      const [ring, angle] = [Math.floor(i / 1000), (2 * Math.PI * i) / 1000];
      const radius = ring < 24 ? 1 + ring / 100 : 1.5 + (ring - 24) / 2;
      return [radius * Math.cos(angle), radius * Math.sin(angle), 0.01 * random.normal()];
    });
    const start = exp([0, 0, 0, 0.1, 0, 0]);
    const edge = eveningEdge(rings, rings);
    const [even, beside] = [voxelMeans(rings, edge), voxelMeans(rings, edge)];
    const limit = suggestMaxDistance(rings, rings, start);
    expect(limit).toBe(suggestMaxDistance(even, beside, start));
    expect(limit).toBeGreaterThan(2 * 2.5 * medianMatchDistance(rings, rings, start));
  });

  it('does not grow with what only one cloud shows', () => {
    const partly = filledWith(5000, (i) =>
      i % 10 < 4 ? [0, 0, 50 + random.uniform()] : [i % 100, Math.floor(i / 100), 0.2],
    );
    expect(suggestMaxDistance(partly, floor, identity())).toBeCloseTo(0.5, 12);
  });
});
