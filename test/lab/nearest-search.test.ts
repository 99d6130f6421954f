import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import type { PointSet } from '../../src-lab/problem/method.ts';
import { KdTree } from '../../src-lab/search/kd-tree.ts';
import type { BuildSearch, NearestSearch } from '../../src-lab/search/nearest-search.ts';
import { SEARCH_STRUCTURES } from '../../src-lab/search/search-structures.ts';
import { filledWith, nastyClouds, pointSet } from './clouds.ts';

const SEED = 31;
const QUERIES = 60;

const structures: Record<string, BuildSearch> = {
  ...SEARCH_STRUCTURES,
  'kd-tree with one point a leaf': (points) => new KdTree(points, 1),
};

/** Places in the box of a cloud, around it, on its points and midway between two of them. */
function queriesAbout(cloud: PointSet, seed: number): PointSet {
  const random = seededRandom(seed);
  const point = (): number[] => {
    const i = random.below(cloud.count);
    return [...cloud.xyz.subarray(3 * i, 3 * i + 3)];
  };
  return filledWith(QUERIES, (i) => {
    const [a, b] = [point(), point()];
    if (i % 4 === 0) return a;
    if (i % 4 === 1) return a.map((v, k) => (v + b[k]) / 2);
    if (i % 4 === 2) return a.map((v) => v + random.normal());
    return a.map((v, k) => v + 3 * random.normal() * (Math.abs(v - b[k]) + 1));
  });
}

/** By sorting all distances: no code shared with the structures. */
function sortedNeighbours({ count, xyz }: PointSet, [x, y, z]: Iterable<number>): [number, number][] {
  return Array.from({ length: count }, (_, i): [number, number] => {
    const dx = xyz[3 * i] - x;
    const dy = xyz[3 * i + 1] - y;
    const dz = xyz[3 * i + 2] - z;
    return [i, dx * dx + dy * dy + dz * dz];
  }).sort((a, b) => a[1] - b[1] || a[0] - b[0]);
}

function kNearest(search: NearestSearch, [x, y, z]: Iterable<number>, k: number): [number, number][] {
  const indices = new Int32Array(k);
  const squared = new Float64Array(k);
  const result = search.kNearest(x, y, z, k, indices, squared);
  return Array.from({ length: result }, (_, i) => [indices[i], squared[i]]);
}

describe.each(Object.entries(structures))(`nearest points by %s (seed ${SEED})`, (_, build) => {
  const clouds = nastyClouds(seededRandom(SEED), 400);

  it.each(Object.entries(clouds))('are those of sorting all distances: %s', (_, cloud) => {
    const search = build(cloud);
    const { xyz } = queriesAbout(cloud, SEED + 1);
    for (let i = 0; i < QUERIES; i++) {
      const query = xyz.subarray(3 * i, 3 * i + 3);
      const expected = sortedNeighbours(cloud, query);
      const [x, y, z] = query;
      const [index, squared] = expected[0];
      for (const limit of [Number.POSITIVE_INFINITY, squared, squared * 2 + 1]) {
        expect(search.nearest(x, y, z, limit)).toBe(index);
      }
      if (squared > 0) expect(search.nearest(x, y, z, squared * (1 - 2 ** -52))).toBe(-1);
      for (const k of [1, 4, 5, 23]) expect(kNearest(search, query, k)).toEqual(expected.slice(0, k));
    }
  });

  it('of several equally near is the one with the smallest index', () => {
    const corners = pointSet(
      [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1]),
    );
    expect(build(corners).nearest(0, 0, 0, Number.POSITIVE_INFINITY)).toBe(0);
    expect(kNearest(build(corners), [0, 0, 0], 3).map(([i]) => i)).toEqual([0, 1, 2]);
  });
});

describe(`cells of the k-d tree (seed ${SEED})`, () => {
  const cloud = nastyClouds(seededRandom(SEED), 1000).uniform;
  const { arrays } = new KdTree(cloud, 4);

  it('are complete, halve their points, and hold each point once on every level', () => {
    const { first, end, innerNodes, levels, order, axis, split, xyz } = arrays;
    expect(levels).toBe(8);
    expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: 1000 }, (_, i) => i));
    for (let node = 0; node < innerNodes; node++) {
      const [left, right] = [2 * node + 1, 2 * node + 2];
      expect([first[left], end[left], end[right]]).toEqual([first[node], first[right], end[node]]);
      expect(end[left] - first[left] - (end[right] - first[right])).toBeLessThanOrEqual(1);
      for (let slot = first[node]; slot < end[node]; slot++) {
        const value = xyz[3 * slot + axis[node]];
        expect(slot < end[left] ? value <= split[node] : value >= split[node]).toBe(true);
      }
    }
  });

  it('are found by the planes alone on any level', () => {
    const tree = new KdTree(cloud, 4);
    const { first, end, xyz } = tree.arrays;
    for (const level of [0, 1, 5, 8, Number.POSITIVE_INFINITY]) {
      for (let slot = 0; slot < cloud.count; slot++) {
        const node = tree.cellOf(xyz[3 * slot], xyz[3 * slot + 1], xyz[3 * slot + 2], level);
        expect(Math.floor(Math.log2(node + 1))).toBe(Math.min(level, 8));
        expect(first[node] <= slot && slot < end[node]).toBe(true);
      }
    }
  });

  it('are the same for the same points', () => {
    expect(new KdTree(cloud, 4).arrays).toEqual(arrays);
  });
});
