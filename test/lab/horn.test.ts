import { describe, expect, it } from 'vitest';
import { horn, mergePairSums, PAIR_SUMS, PairAccumulator } from '../../src-core/math/horn.ts';
import { type Random, seededRandom } from '../../src-core/math/random.ts';
import { applyToPoint, compose, exp, invert, rotationAngle } from '../../src-core/math/se3.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';

const SEED = 31;

type Pair = { p: number[]; q: number[]; w: number };

function pairsOf(random: Random, count: number, T: Rigid, noise: number, centre = 0): Pair[] {
  return Array.from({ length: count }, () => {
    const p = [random.normal() + centre, random.normal() + centre, random.normal() - centre];
    const q = applyToPoint(T, p[0], p[1], p[2]).map((v) => v + noise * random.normal());
    return { p, q, w: 0.1 + random.uniform() };
  });
}

function sumsOf(pairs: Pair[]): Float64Array {
  const accumulator = new PairAccumulator();
  for (const { p, q, w } of pairs) accumulator.add(p[0], p[1], p[2], q[0], q[1], q[2], w);
  const sums = new Float64Array(PAIR_SUMS);
  accumulator.sumsInto(sums);
  return sums;
}

function cost(pairs: Pair[], T: Rigid): number {
  let sum = 0;
  for (const { p, q, w } of pairs) {
    const [x, y, z] = applyToPoint(T, p[0], p[1], p[2]);
    sum += w * ((x - q[0]) ** 2 + (y - q[1]) ** 2 + (z - q[2]) ** 2);
  }
  return sum;
}

describe(`Horn's method (seed ${SEED})`, () => {
  const random = seededRandom(SEED);

  it.each([0, 1, Math.PI / 2, Math.PI - 1e-9, Math.PI])('finds a rotation of %d rad', (angle) => {
    for (let trial = 0; trial < 10; trial++) {
      const axis = [random.normal(), random.normal(), random.normal()];
      const norm = Math.hypot(...axis);
      const T = exp([...axis.map((v) => (v / norm) * angle), 3, -2, 1]);
      const pose = horn(sumsOf(pairsOf(random, 20, T, 0)));
      const apart = compose(invert(T), pose as Rigid);
      expect(rotationAngle(apart.R)).toBeLessThan(1e-7);
      expect(Math.hypot(...apart.t)).toBeLessThan(1e-12);
    }
  });

  it('gives the least weighted squares: no small step away is better', () => {
    const pairs = pairsOf(random, 30, exp([0.4, -1, 2, 1, 2, 3]), 0.3);
    const pose = horn(sumsOf(pairs)) as Rigid;
    const best = cost(pairs, pose);
    for (let trial = 0; trial < 100; trial++) {
      const step = exp(Array.from({ length: 6 }, () => 1e-3 * random.normal()));
      expect(cost(pairs, compose(step, pose))).toBeGreaterThan(best);
    }
  });

  it('loses no digits 10^6 m from the origin', () => {
    const T = exp([0.1, 0.2, -0.3, 0, 0, 0]);
    const pose = horn(sumsOf(pairsOf(random, 50, T, 0, 1e6))) as Rigid;
    expect(rotationAngle(compose(invert(T), pose).R)).toBeLessThan(1e-8);
  });

  it('has no answer without weight', () => {
    expect(horn(new Float64Array(PAIR_SUMS))).toBeNull();
  });

  it('gives proper rotations where pairs leave them open', () => {
    for (const count of [1, 2]) {
      const { R } = horn(sumsOf(pairsOf(random, count, exp([1, 0, 0, 0, 0, 0]), 0))) as Rigid;
      const det =
        R[0] * (R[4] * R[8] - R[5] * R[7]) -
        R[1] * (R[3] * R[8] - R[5] * R[6]) +
        R[2] * (R[3] * R[7] - R[4] * R[6]);
      expect(det).toBeCloseTo(1, 12);
    }
  });
});

describe(`partial sums of pairs, pICP eq. 3-6 (seed ${SEED})`, () => {
  const random = seededRandom(SEED);
  it.each([1, 2, 3, 7])('of %d parts add up to those of all', (parts) => {
    const pairs = pairsOf(random, 101, exp([0.3, 0.1, -0.2, 4, 5, 6]), 0.1, 100);
    const merged = new Float64Array(PAIR_SUMS);
    for (let part = 0; part < parts; part++) {
      mergePairSums(merged, sumsOf(pairs.filter((_, i) => i % parts === part)));
    }
    const whole = sumsOf(pairs);
    for (let k = 0; k < PAIR_SUMS; k++) expect(merged[k]).toBeCloseTo(whole[k], 9);
  });

  it('take an empty part as nothing', () => {
    const whole = sumsOf(pairsOf(random, 10, exp([0, 0, 0, 1, 1, 1]), 0.1));
    const merged = Float64Array.from(whole);
    mergePairSums(merged, sumsOf([]));
    expect(merged).toEqual(whole);
    const fromNothing = new Float64Array(PAIR_SUMS);
    mergePairSums(fromNothing, whole);
    expect(fromNothing).toEqual(whole);
  });
});
