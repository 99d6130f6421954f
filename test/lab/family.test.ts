import { describe, expect, it } from 'vitest';
import { PAIR_SUMS, PairAccumulator } from '../../src-core/math/horn.ts';
import { type Random, seededRandom } from '../../src-core/math/random.ts';
import { exp, expSo3, multiply3, transpose3 } from '../../src-core/math/se3.ts';
import { METHOD_IDS } from '../../src-core/model/registration-ids.ts';
import { registerOnGpu } from '../../src-lab/gpu/register-gpu.ts';
import { affineOf, similarityOf } from '../../src-lab/methods/family-minimiser.ts';
import { type AffineMap, FAMILY_IDS, nearestRigid, stretchesOf } from '../../src-lab/problem/family.ts';
import type { PointSet } from '../../src-lab/problem/method.ts';
import { register } from '../../src-lab/register/register.ts';
import { filledWith, saddle, transformed } from './clouds.ts';

function mapped({ A, t }: AffineMap, cloud: PointSet): PointSet {
  return transformed({ R: A, t }, cloud);
}

/** Closed-form map of pairs: points p of a cloud, and where they are seen. */
function fitted(
  solve: typeof affineOf,
  p: PointSet,
  q: PointSet,
  weight: (i: number) => number = () => 1,
): AffineMap {
  const [pairs, spread] = [p, q].map(() => new PairAccumulator());
  for (let i = 0; i < p.count; i++) {
    const [x, y, z] = p.xyz.subarray(3 * i, 3 * i + 3);
    pairs.add(x, y, z, q.xyz[3 * i], q.xyz[3 * i + 1], q.xyz[3 * i + 2], weight(i));
    spread.add(x, y, z, x, y, z, weight(i));
  }
  const [a, b] = [pairs, spread].map((sums) => {
    const out = new Float64Array(PAIR_SUMS);
    sums.sumsInto(out);
    return out;
  });
  return solve(a, b)!;
}

function costOf({ A, t }: AffineMap, p: PointSet, q: PointSet, weight: (i: number) => number): number {
  const moved = mapped({ A, t }, p);
  let sum = 0;
  for (let at = 0; at < 3 * p.count; at++)
    sum += weight(Math.floor(at / 3)) * (moved.xyz[at] - q.xyz[at]) ** 2;
  return sum;
}

function box(count: number, random: Random): PointSet {
  return filledWith(count, () => [4 * random.uniform(), 3 * random.uniform(), 2 * random.uniform()]);
}

const turn = expSo3(0.02, -0.01, 0.03);
const SCALED: AffineMap = { A: turn.map((v) => 1.02 * v), t: Float64Array.of(0.05, -0.03, 0.04) };
const SKEWED: AffineMap = {
  A: multiply3(turn, Float64Array.of(1.02, 0.01, 0, 0, 0.99, 0.015, 0.005, 0, 1.01)),
  t: SCALED.t,
};

describe.each([
  ['similarity', similarityOf, SCALED],
  ['affine', affineOf, SKEWED],
] as const)('the least-squares %s map', (family, solve, truth) => {
  it('of exact pairs is theirs, seed 1', () => {
    const p = box(30, seededRandom(1));
    const map = fitted(solve, p, mapped(truth, p));
    expect([...map.A]).toEqual([...truth.A].map((v) => expect.closeTo(v, 12)));
    expect([...map.t]).toEqual([...truth.t].map((v) => expect.closeTo(v, 12)));
  });

  it('of noisy weighted pairs has no slope in any of its parameters, seed 2', () => {
    const random = seededRandom(2);
    const p = box(40, random);
    const exact = mapped(truth, p);
    const q = { count: p.count, xyz: exact.xyz.map((v) => v + 0.1 * random.normal()) };
    const weights = Float64Array.from({ length: p.count }, () => 0.2 + random.uniform());
    const weight = (i: number): number => weights[i];
    const map = fitted(solve, p, q, weight);
    // Generators of the family about the optimum: scale and rotations, or any linear map; and translations.
    const generators =
      family === 'affine'
        ? Array.from({ length: 9 }, (_, k) => Float64Array.from({ length: 9 }, (_, l) => (k === l ? 1 : 0)))
        : [
            Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1),
            Float64Array.of(0, 0, 0, 0, 0, -1, 0, 1, 0),
            Float64Array.of(0, 0, 1, 0, 0, 0, -1, 0, 0),
            Float64Array.of(0, -1, 0, 1, 0, 0, 0, 0, 0),
          ];
    const h = 1e-6;
    const slopes = [
      ...generators.map((G) => (step: number): AffineMap => {
        const E = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1).map((v, k) => v + step * G[k]);
        return { A: multiply3(E, map.A), t: map.t };
      }),
      ...[0, 1, 2].map(
        (a) =>
          (step: number): AffineMap => ({
            A: map.A,
            t: map.t.map((v, b) => v + (a === b ? step : 0)),
          }),
      ),
    ].map((at) => (costOf(at(h), p, q, weight) - costOf(at(-h), p, q, weight)) / (2 * h));
    for (const slope of slopes) expect(slope).toBeCloseTo(0, 5);
  });

  it('is found by icp-point from the identity, and its stretches and rigid part are told', () => {
    const source = saddle(40);
    const result = register(source, mapped(truth, source), {
      method: 'icp-point',
      family,
      rmsTolerance: 1e-13,
      rmsThreshold: 1e-10,
      maxIterations: 500,
    });
    expect([...result.family!.map.A]).toEqual([...truth.A].map((v) => expect.closeTo(v, 6)));
    expect([...result.family!.map.t]).toEqual([...truth.t].map((v) => expect.closeTo(v, 6)));
    expect([...result.family!.stretches]).toEqual([...stretchesOf(truth)].map((v) => expect.closeTo(v, 6)));
    expect([...result.T_target_source.R]).toEqual(
      [...nearestRigid(truth).R].map((v) => expect.closeTo(v, 6)),
    );
  });

  it.each([
    ['a plane', filledWith(100, (i) => [i % 10, Math.floor(i / 10), 5])],
    ['a line', filledWith(50, (i) => [i, 2 * i, 3 * i])],
    ['one place', filledWith(50, () => [1, 2, 3])],
  ])('leaves %s as it is', (_, cloud) => {
    const { family: result } = register(cloud, cloud, { method: 'icp-point', family, rmsThreshold: 0 });
    expect([...result!.map.A]).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1].map((v) => expect.closeTo(v, 9)));
    expect([...result!.map.t]).toEqual([0, 0, 0].map((v) => expect.closeTo(v, 7)));
  });

  it.each([1e-3, 1e6])('is the same in other units, scale %d', (unit) => {
    const source = { ...saddle(30), xyz: saddle(30).xyz.map((v) => v * unit) };
    const target = mapped({ A: truth.A, t: truth.t.map((v) => v * unit) }, source);
    const limits = { rmsTolerance: 1e-13 * unit, rmsThreshold: 1e-10 * unit, maxIterations: 500 };
    const result = register(source, target, { method: 'icp-point', family, ...limits });
    expect([...result.family!.map.A]).toEqual([...truth.A].map((v) => expect.closeTo(v, 6)));
  });

  it('stretches neither rigid copies nor what is far from the origin', () => {
    const far = transformed(
      { R: exp([0, 0, 0, 0, 0, 0]).R, t: Float64Array.of(450_000, 8_900_000, 4000) },
      saddle(30),
    );
    const result = register(far, far, {
      method: 'icp-point',
      family,
      T_target_source: exp([0, 0, 0, 0.05, 0, 0]),
    });
    expect([...result.family!.stretches]).toEqual([1, 1, 1].map((v) => expect.closeTo(v, 6)));
  });

  it.each(METHOD_IDS.filter((id) => id !== 'icp-point'))('is refused by %s', (method) => {
    const cloud = saddle(8);
    expect(() => register(cloud, cloud, { method, family })).toThrow(
      `The method ${method} seeks rigid transforms only; choose icp-point for the family ${family}`,
    );
  });

  it('is refused by the engine gpu', async () => {
    const cloud = saddle(8);
    await expect(
      registerOnGpu({} as never, cloud, cloud, { method: 'icp-point', family }),
    ).rejects.toMatchObject({
      code: 'engine-unavailable',
      message: `Transforms of the family ${family} are sought on the CPU only; use the engine cpu or auto, or the family rigid.`,
    });
  });
});

it('the rotation nearest to a map is orthonormal and does not mirror, seed 3', () => {
  const random = seededRandom(3);
  for (let round = 0; round < 20; round++) {
    const A = Float64Array.from({ length: 9 }, () => random.normal());
    const { R } = nearestRigid({ A, t: new Float64Array(3) });
    expect([...multiply3(R, transpose3(R))]).toEqual(
      [1, 0, 0, 0, 1, 0, 0, 0, 1].map((v) => expect.closeTo(v, 12)),
    );
    // No small rotation of it comes nearer to A.
    const apart = (S: Float64Array): number => S.reduce((sum, v, k) => sum + (v - A[k]) ** 2, 0);
    for (const w of [
      [1e-3, 0, 0],
      [0, 1e-3, 0],
      [0, 0, 1e-3],
    ] as const)
      for (const sign of [1, -1])
        expect(apart(multiply3(expSo3(sign * w[0], sign * w[1], sign * w[2]), R))).toBeGreaterThan(apart(R));
  }
});

it('an unknown family is refused by the known ones', () => {
  const cloud = saddle(8);
  expect(() => register(cloud, cloud, { method: 'icp-point', family: 'projective' as never })).toThrow(
    FAMILY_IDS.join(', '),
  );
});
