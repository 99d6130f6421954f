import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import { buildKdTree, treeLevels } from '../../src-lab/search/kd-tree-build.ts';
import { nastyClouds } from './clouds.ts';

const SEED = 33;

describe.each([1, 4, 8])(`k-d tree with leaves of %i points (seed ${SEED})`, (leafPoints) => {
  const clouds = nastyClouds(seededRandom(SEED), 700);

  it.each(Object.entries(clouds))('halves each node by coordinate, then by index: %s', (_, cloud) => {
    const { axis, first, end, order, innerNodes, levels } = buildKdTree(cloud, leafPoints);
    expect(levels).toBe(treeLevels(cloud.count, leafPoints));
    for (let node = 0; node < innerNodes; node++) {
      const of = (i: number): number => cloud.xyz[3 * i + axis[node]];
      const sorted = Array.from(order.subarray(first[node], end[node])).sort(
        (a, b) => of(a) - of(b) || a - b,
      );
      const left = new Set(order.subarray(first[2 * node + 1], end[2 * node + 1]));
      expect(left.size).toBe(Math.ceil(sorted.length / 2));
      expect(
        sorted.slice(0, left.size).every((i) => left.has(i)),
        `node ${node}`,
      ).toBe(true);
    }
  });
});
