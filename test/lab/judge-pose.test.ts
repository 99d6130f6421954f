import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import { applyToPoint, compose, exp, identity, invert } from '../../src-core/math/se3.ts';
import { CancelledError } from '../../src-core/model/errors.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { PoseCovariance } from '../../src-lab/global/pose-covariance.ts';
import type { PointSet } from '../../src-lab/problem/method.ts';
import { judgePose } from '../../src-lab/register/judge-pose.ts';
import { filledWith, transformed } from './clouds.ts';

/** Samples of the walls of a room of 6 x 4 x 3 m, open on one side, with noise across the walls. */
function room(count: number, noise: number, seed: number): PointSet {
  const random = seededRandom(seed);
  return filledWith(count, () => {
    const at = [6 * random.uniform(), 4 * random.uniform(), 3 * random.uniform()];
    const wall = random.below(3);
    at[wall] = noise * random.normal();
    return at;
  });
}

const shifted = (T: Rigid, metres: number, axis: 0 | 1 | 2): Rigid => {
  const t = new Float64Array(3);
  t[axis] = metres;
  return compose({ R: identity().R, t }, T);
};

describe('PoseCovariance', () => {
  it('is noise squared over the number of pairs where each pair is a witness of its own, and of blocks where not, seed 1', () => {
    const random = seededRandom(1);
    const sigma = 0.02;
    const n = 6000;
    const alone = new PoseCovariance(1e-6);
    const inBlocks = new PoseCovariance(1);
    for (let k = 0; k < n; k++) {
      // Three walls through the origin: their normals along the axes.
      const wall = k % 3;
      const place = [0, 1, 2].map((a) => (a === wall ? 0 : 8 * random.uniform() - 4)) as [
        number,
        number,
        number,
      ];
      const J = new Float64Array(6);
      J[3 + wall] = 1;
      const [x, y, z] = place;
      const normal = [0, 1, 2].map((a) => (a === wall ? 1 : 0));
      J[0] = y * normal[2] - z * normal[1];
      J[1] = z * normal[0] - x * normal[2];
      J[2] = x * normal[1] - y * normal[0];
      alone.add({ J, error: sigma * random.normal(), weight: 1, place });
      // One error for all pairs of a square metre: 192 of them, 64 a wall.
      const key = place.reduce((sum, at, a) => sum + Math.floor(at) * 17 ** a, 1000 * wall);
      inBlocks.add({ J, error: sigma * seededRandom(key + 5000).normal(), weight: 1, place });
    }
    const [one, many] = [alone.result(3), inBlocks.result(3)];
    for (const k of [3, 4, 5]) {
      expect(Math.sqrt((one as Float64Array)[7 * k]) / (sigma / Math.sqrt(n / 3))).toBeGreaterThan(0.9);
      expect(Math.sqrt((one as Float64Array)[7 * k]) / (sigma / Math.sqrt(n / 3))).toBeLessThan(1.1);
      // 64 witnesses a wall and 192 in all: the estimate of their scatter is good to a fifth.
      expect(Math.sqrt((many as Float64Array)[7 * k]) / (sigma / 8)).toBeGreaterThan(0.65);
      expect(Math.sqrt((many as Float64Array)[7 * k]) / (sigma / 8)).toBeLessThan(1.35);
    }
    // Mean of y^2 over -4 .. 4 is 16 / 3, and two walls see each turn.
    const turn = sigma / Math.sqrt(((2 * n) / 3) * (16 / 3));
    for (const k of [0, 1, 2]) expect(Math.sqrt((one as Float64Array)[7 * k]) / turn).toBeCloseTo(1, 0.9);
  });

  it('states none where a direction is free', () => {
    const plane = new PoseCovariance(1);
    for (let k = 0; k < 50; k++)
      plane.add({ J: Float64Array.of(k % 7, -k % 5, 0, 0, 0, 1), error: 0.01, weight: 1, place: [k, 0, 0] });
    expect(plane.result(1)).toBeNull();
  });
});

describe('judgePose', () => {
  const truth = exp([0.02, -0.03, 0.05, 0.2, -0.1, 0.1]);
  const target = room(6000, 0.01, 1);
  const source = transformed(invert(truth), room(6000, 0.01, 2));

  it('states the doubt of a right pose, and a right pose as converged, seeds 1 and 2', () => {
    const { verdict, reason, covariance, weakest, better } = judgePose(source, target, truth);
    expect({ verdict, reason, better }).toEqual({ verdict: 'converged', reason: 'held', better: null });
    // 2000 points a wall and cloud of 10 mm: 0.3 mm; by cells of the grid somewhat more.
    for (const k of [3, 4, 5]) {
      expect(Math.sqrt((covariance as Float64Array)[7 * k])).toBeGreaterThan(0.0002);
      expect(Math.sqrt((covariance as Float64Array)[7 * k])).toBeLessThan(0.003);
    }
    expect(weakest?.sigma).toBeLessThan(0.005);
    expect(Math.hypot(...(weakest?.direction ?? []))).toBeCloseTo(1, 9);
  });

  it('refuses a pose that the clouds contradict, and names the better one', () => {
    const { verdict, reason, better } = judgePose(source, target, shifted(truth, 0.5, 1));
    expect({ verdict, reason }).toEqual({ verdict: 'refused', reason: 'better-elsewhere' });
    expect(better?.metres).toBeCloseTo(0.5, 1);
    const [x, y, z] = applyToPoint((better as { T_target_source: Rigid }).T_target_source, 1, 2, 1);
    const [a, b, c] = applyToPoint(truth, 1, 2, 1);
    expect(Math.hypot(x - a, y - b, z - c)).toBeLessThan(0.01);
  });

  it('finds a place in a mine grid as well as at the origin', () => {
    const far = { R: identity().R, t: Float64Array.of(500_000, 4_500_000, 2000) };
    const there = transformed(far, target);
    const near = judgePose(source, target, truth);
    const away = judgePose(source, there, compose(far, truth));
    expect(away.verdict).toBe(near.verdict);
    expect(away.weakest?.sigma).toBeCloseTo(near.weakest?.sigma ?? 0, 5);
  });

  it('calls a pose weak that slides along two parallel walls, and says along what, seed 3', () => {
    const random = seededRandom(3);
    const walls = (): PointSet =>
      filledWith(5000, () => {
        const wall = random.below(3);
        const [x, u] = [10 * random.uniform(), 3 * random.uniform()];
        const off = 0.01 * random.normal();
        return wall === 0 ? [x, off, u] : wall === 1 ? [x, 3 + off, u] : [x, u, off];
      });
    const { verdict, reason, weakest } = judgePose(walls(), walls(), identity());
    expect({ verdict, reason }).toEqual({ verdict: 'weak', reason: 'weak-direction' });
    expect(weakest?.sigma).toBeGreaterThan(0.1);
    expect(Math.abs(weakest?.direction[3] ?? 0)).toBeGreaterThan(0.95);
  });

  it('leaves a place that only a start elsewhere can leave: one wave of a corrugated drive too far, seed 5', () => {
    const random = seededRandom(5);
    // Waves of 1 m in both walls; floor and one end are flat, and the end alone tells the waves apart.
    const drive = (): PointSet =>
      filledWith(9000, (i) => {
        const [x, u, off] = [8 * random.uniform(), 2.5 * random.uniform(), 0.005 * random.normal()];
        const wave = 0.12 * Math.sin(2 * Math.PI * x) + off;
        if (i % 4 === 0) return [x, u, off];
        if (i % 4 === 1) return [off, u, 2.5 * random.uniform()];
        return i % 4 === 2 ? [x, wave, u] : [x, 2.5 + wave, u];
      });
    const [from, to] = [drive(), drive()];
    expect(judgePose(from, to, identity())).toMatchObject({ verdict: 'converged', better: null });
    const { verdict, reason, better } = judgePose(from, to, shifted(identity(), 1, 0));
    expect({ verdict, reason }).toEqual({ verdict: 'refused', reason: 'better-elsewhere' });
    expect(better?.metres).toBeCloseTo(1, 1);
  });

  it('says that a handful of points shows too little surface', () => {
    const few = room(20, 0, 4);
    expect(judgePose(few, few, identity())).toMatchObject({
      verdict: 'weak',
      reason: 'no-surface',
      covariance: null,
    });
  });

  it('can be cancelled', () => {
    let calls = 0;
    const cancel = {
      get cancelled(): boolean {
        return ++calls > 3;
      },
    };
    expect(() => judgePose(source, target, truth, { cancel })).toThrow(CancelledError);
    expect(calls).toBe(4);
  });
});
