import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import { applyToPoint, exp, identity } from '../../src-core/math/se3.ts';
import { CommonSet, commonErrors } from '../../src-lab/clouds/common-error.ts';
import { KdTree } from '../../src-lab/search/kd-tree.ts';
import { principalNormals } from '../../src-lab/search/normals.ts';
import { pointSet, saddle, transformed } from './clouds.ts';

const SEED = 4;
const target = saddle(30);
const source = transformed(exp([0.01, 0, 0.02, 0.01, 0.02, 0]), target);
const poses = [identity(), exp([-0.01, 0, -0.02, -0.01, -0.02, 0]), exp([0, 0, 0.4, 0, 0, 0])];

describe('the common set of several poses', () => {
  it('measures the distances to the surface that brute force does, and counts those beyond the limit as the limit', () => {
    const limit = 0.04;
    const set = new CommonSet(source, target, limit);
    const normals = principalNormals(target, new KdTree(target), 8);
    const brute = poses.map((T) =>
      Array.from({ length: source.count }, (_, i) => {
        const p = applyToPoint(T, source.xyz[3 * i], source.xyz[3 * i + 1], source.xyz[3 * i + 2]);
        const to = Array.from({ length: target.count }, (_, j) =>
          Math.hypot(...[0, 1, 2].map((k) => p[k] - target.xyz[3 * j + k])),
        );
        const nearest = to.indexOf(Math.min(...to));
        if (to[nearest] > limit) return Number.POSITIVE_INFINITY;
        const at = 3 * nearest;
        return Math.abs([0, 1, 2].reduce((sum, k) => sum + normals[at + k] * (p[k] - target.xyz[at + k]), 0));
      }),
    );
    const { errors, points } = commonErrors(
      poses.map((T) => set.distances(T)),
      limit,
    );
    const shared = brute[0].flatMap((_, i) => (brute.some((of) => of[i] <= limit) ? [i] : []));
    expect(points).toBe(shared.length);
    expect(points).toBeGreaterThan(source.count / 2);
    errors.forEach(({ rms, share }, k) => {
      const squares = shared.map((i) => Math.min(brute[k][i], limit) ** 2);
      // Distances are kept in f32.
      expect(rms).toBeCloseTo(Math.sqrt(squares.reduce((a, b) => a + b, 0) / shared.length), 7);
      expect(share).toBeCloseTo(shared.filter((i) => brute[k][i] <= limit).length / shared.length, 12);
    });
    expect(errors[1].rms).toBeLessThan(errors[0].rms);
  });

  it('takes the same points for every pose, and a random part of a large cloud', () => {
    const set = new CommonSet(source, target, null, 100);
    expect(set.count).toBe(100);
    expect(set.distances(poses[0])).toEqual(new CommonSet(source, target, null, 100).distances(poses[0]));
  });

  it('leaves out surface that no pose brings to the reference cloud', () => {
    const far = [0, 1, 2].map((k) => [900 + k, 0, 0] as [number, number, number]);
    const both = pointSet([...far, [0, 0, 0], [0.1, 0, 0], [0, 0.1, 0]]);
    const near = pointSet([
      [0, 0, 0],
      [0.1, 0, 0],
      [0, 0.1, 0],
    ]);
    const set = new CommonSet(both, near, 0.05);
    const { errors, points } = commonErrors([set.distances(identity())], 0.05);
    expect(points).toBe(3);
    expect(errors).toEqual([{ rms: 0, share: 1 }]);
  });

  it(`takes its limit from the spacing of the reference cloud, not from points written twice, seed ${SEED}`, () => {
    const random = seededRandom(SEED);
    const grid = Array.from({ length: 900 }, (_, i): [number, number, number] => [
      (i % 30) * 0.1 + 1e-4 * random.normal(),
      Math.floor(i / 30) * 0.1,
      0,
    ]);
    const twice = pointSet(grid.flatMap((point) => [point, point]));
    // Of itself twice, and of its four neighbours: the fourth neighbour is one of those at 0.1 m.
    expect(new CommonSet(twice, twice).limit).toBeCloseTo(0.5, 2);
  });
});
