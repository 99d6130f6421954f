import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import { QUADRATIC_STRIDE } from '../../src-lab/problem/surface-distance.ts';
import { KdTree } from '../../src-lab/search/kd-tree.ts';
import { cellMeans, cellQuadratics, cellRepresentatives } from '../../src-lab/search/tree-cells.ts';
import { nastyClouds } from './clouds.ts';

const SEED = 34;

describe.each([1, 4])(`cells with leaves of %d points (seed ${SEED})`, (leafPoints) => {
  const clouds = nastyClouds(seededRandom(SEED), 100);

  it.each(Object.entries(clouds))('have the mean of their points: %s', (_, cloud) => {
    const { arrays } = new KdTree(cloud, leafPoints);
    const { first, end, order } = arrays;
    const means = cellMeans(arrays);
    const representatives = cellRepresentatives(arrays, means);
    const size = Math.max(...cloud.xyz.map(Math.abs));
    for (let node = 0; node < first.length; node++) {
      const held = Array.from(order.subarray(first[node], end[node]));
      const of = held.length > 0 ? node : (node - 1) >> 1;
      const members = held.length > 0 ? held : Array.from(order.subarray(first[of], end[of]));
      const mean = [0, 1, 2].map((k) =>
        members.reduce((sum, i) => sum + cloud.xyz[3 * i + k] / members.length, 0),
      );
      for (let k = 0; k < 3; k++)
        expect(Math.abs(means[3 * node + k] - mean[k])).toBeLessThanOrEqual(1e-13 * size);
      const to = (i: number): number => Math.hypot(...mean.map((v, k) => v - cloud.xyz[3 * i + k]));
      const least = Math.min(...members.map(to));
      expect(to(representatives[node]) - least).toBeLessThanOrEqual(1e-12 * size);
    }
  });

  it('have the mean of the squared distances of their points', () => {
    const random = seededRandom(SEED + 1);
    const cloud = clouds.uniform;
    const { arrays } = new KdTree(cloud, leafPoints);
    const quadratics = Float64Array.from({ length: QUADRATIC_STRIDE * cloud.count }, () => random.normal());
    const means = cellMeans(arrays);
    const cells = cellQuadratics(arrays, means, quadratics);
    const at = (values: Float64Array, element: number, s: Float64Array, q: number[]): number => {
      const [xx, xy, xz, yy, yz, zz, bx, by, bz, c] = values.subarray(
        QUADRATIC_STRIDE * element,
        QUADRATIC_STRIDE * (element + 1),
      );
      const [x, y, z] = q.map((v, k) => v - s[k]);
      const squares = xx * x * x + yy * y * y + zz * z * z + 2 * (xy * x * y + xz * x * z + yz * y * z);
      return squares - 2 * (bx * x + by * y + bz * z) + c;
    };
    for (let node = 0; node < arrays.first.length; node++) {
      const held = Array.from(arrays.order.subarray(arrays.first[node], arrays.end[node]));
      if (held.length === 0) continue;
      const q = [random.normal() * 10, random.normal() * 10, random.normal() * 10];
      const each = held.map((i) => at(quadratics, i, cloud.xyz.subarray(3 * i, 3 * i + 3), q));
      const mean = each.reduce((sum, v) => sum + v, 0) / held.length;
      const result = at(cells, node, means.subarray(3 * node, 3 * node + 3), q);
      expect(Math.abs(result - mean)).toBeLessThan(1e-9 * Math.max(...each.map(Math.abs)));
    }
  });
});
