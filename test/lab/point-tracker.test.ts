import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import { applyToPoint, compose, exp, identity } from '../../src-core/math/se3.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import type { PointSet } from '../../src-lab/problem/method.ts';
import { BruteForce } from '../../src-lab/search/brute-force.ts';
import { KdTree } from '../../src-lab/search/kd-tree.ts';
import { type NeighbourLists, PointTracker, trackerState } from '../../src-lab/search/point-tracker.ts';
import { spatialOrder } from '../../src-lab/search/spatial-order.ts';
import { targetSurface } from '../../src-lab/search/target-surface.ts';
import { filledWith, nastyClouds } from './clouds.ts';

const SEED = 47;

/** Poses that come to rest, with a leap back and one that repeats. */
function poses(scale: number): Rigid[] {
  const random = seededRandom(SEED);
  const steps = [0.3, 0.1, 0.03, 0.01, 0.003, 0.2, 0.02, 0.001, 0, 1e-5, 1e-9].map((size) =>
    exp(Array.from({ length: 6 }, (_, k) => (k < 3 ? 0.3 : scale) * size * random.normal())),
  );
  const all = [identity()];
  for (const step of steps) all.push(compose(step, all.at(-1)!));
  return all;
}

function widthOf({ xyz }: PointSet): number {
  return xyz.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}

/** Every other point, a little off. */
function sourceOf(cloud: PointSet, width: number): PointSet {
  const random = seededRandom(SEED + 1);
  return filledWith(Math.ceil(cloud.count / 2), (i) =>
    Array.from(cloud.xyz.subarray(6 * i, 6 * i + 3), (v) => v + (i % 3) * 0.01 * width * random.normal()),
  );
}

describe(`points tracked from pose to pose (seed ${SEED})`, () => {
  const clouds = nastyClouds(seededRandom(SEED), 300);

  it.each(Object.entries(clouds))('match what brute force finds: %s', (_, target) => {
    const width = widthOf(target);
    const source = sourceOf(target, width);
    const tree = new KdTree(target, 8);
    const brute = new BruteForce(target);
    const order = spatialOrder(source, 0);
    for (const near of [null, targetSurface(target, tree, 4).near, targetSurface(target, tree, 40).near])
      for (const limit of [Number.POSITIVE_INFINITY, 0.05 * width]) {
        const tracker = new PointTracker(tree, limit, near as NeighbourLists | null);
        const state = trackerState(source.count);
        const pose = new Float64Array(12);
        for (const [k, T] of poses(0.1 * width).entries()) {
          pose.set(T.R);
          pose.set(T.t, 9);
          tracker.track(state, source.xyz, pose, order, 0, source.count, k === 0);
          const expected = Array.from({ length: source.count }, (_, i) => {
            const at = 3 * i;
            const [x, y, z] = applyToPoint(T, source.xyz[at], source.xyz[at + 1], source.xyz[at + 2]);
            return brute.nearest(x, y, z, limit * limit);
          });
          expect([...state.element], `pose ${k}, within ${limit}`).toEqual(expected);
        }
      }
  });

  it('are taken once each, neighbours after one another', () => {
    const cloud = clouds.uniform;
    const order = spatialOrder(cloud, 0);
    expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: cloud.count }, (_, i) => i));
    const apart = (list: Uint32Array): number =>
      list.reduce((sum, to, k) => {
        const from = list[Math.max(0, k - 1)];
        return sum + Math.hypot(...[0, 1, 2].map((a) => cloud.xyz[3 * to + a] - cloud.xyz[3 * from + a]));
      }, 0);
    expect(apart(order)).toBeLessThan(0.5 * apart(Uint32Array.from({ length: cloud.count }, (_, i) => i)));
  });
});
