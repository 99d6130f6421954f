import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import { applyToPoint, compose, exp, identity, invert, log, rotationAngle } from '../../src-core/math/se3.ts';
import { isWeighting, METHOD_IDS } from '../../src-core/model/registration-ids.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { voxelMeans } from '../../src-lab/clouds/voxel-means.ts';
import { registerOnGpu } from '../../src-lab/gpu/register-gpu.ts';
import { Matches } from '../../src-lab/methods/matches.ts';
import { NewtonMinimiser, storedQuadratics } from '../../src-lab/methods/newton-minimiser.ts';
import { quadraticsOf } from '../../src-lab/methods/point-quadratics.ts';
import type { ChosenOptions, PointSet } from '../../src-lab/problem/method.ts';
import { REGISTRATION_DEFAULTS } from '../../src-lab/problem/method.ts';
import { sampledSaddle } from '../../src-lab/problem/saddle.ts';
import { planeDistance } from '../../src-lab/problem/surface-distance.ts';
import { register } from '../../src-lab/register/register.ts';
import { KdTree } from '../../src-lab/search/kd-tree.ts';
import { principalNormals } from '../../src-lab/search/normals.ts';
import { pointTemplate } from '../../src-lab/search/template.ts';
import { pointSet, transformed } from './clouds.ts';

const truth = exp([0.03, -0.02, 0.04, 0.05, -0.04, 0.03]);
const target = sampledSaddle(900, 1);
/** Points of another sample with noise, so that each weighting has a minimum of its own. */
const source = noisy(transformed(invert(truth), sampledSaddle(300, 2)), 3);

function noisy({ count, xyz }: PointSet, seed: number): PointSet {
  const random = seededRandom(seed);
  return { count, xyz: xyz.map((value) => value + 0.03 * random.normal()) };
}

/** The cloud with each point as often as its weight says, beginning with the first. */
function repeated({ count, xyz }: PointSet, weights: ArrayLike<number>): PointSet {
  return pointSet(
    Array.from({ length: count }, (_, i) => i).flatMap((i) =>
      Array.from({ length: weights[i] }, () => [...xyz.subarray(3 * i, 3 * i + 3)]),
    ),
  );
}

function apart(a: Rigid, b: Rigid): number {
  const off = compose(invert(a), b);
  return rotationAngle(off.R) + Math.hypot(...off.t);
}

const EXACT = { maxIterations: 60, rmsTolerance: 1e-12, rmsThreshold: 0, maxDistance: 0.4 };
const weights = Float64Array.from({ length: source.count }, (_, i) => [0, 1, 3][i % 3]);

describe.each([
  ['icp-point', {}],
  ['icp-plane', {}],
  ['icp-plane', { robust: { kernel: 'cauchy', kernelScale: 0.05 } }],
  ['icp-approx', {}],
  ['newton-point', {}],
  ['newton-plane', {}],
  ['newton-plane', { cellLevel: 6 }],
  ['newton-second-order', {}],
  ['newton-custom', { customDistance: planeDistance }],
] as const)('%s with weights of the points, %o, seeds 1 to 3', (method, options) => {
  const by = (cloud: PointSet) =>
    register(cloud, target, { ...EXACT, ...(options as ChosenOptions), method });

  it('counts a point of weight 3 as three points, and one of weight 0 as none', () => {
    const weighted = by({ ...source, weights });
    const copies = by(repeated(source, weights));
    expect(apart(weighted.T_target_source, copies.T_target_source)).toBeLessThan(1e-7);
    expect(weighted.rms).toBeCloseTo(copies.rms, 9);
    expect(weighted.inliers).toBeLessThanOrEqual(200);
    weighted.eigenvalues.forEach((value, k) => {
      expect(value / copies.eigenvalues[k]).toBeCloseTo(1, 6);
    });
    const without = by(source);
    expect(apart(weighted.T_target_source, without.T_target_source)).toBeGreaterThan(1e-4);
  });

  it('does not depend on the unit of the weights', () => {
    const [one, other] = [1, 1e-7].map((unit) => by({ ...source, weights: weights.map((w) => unit * w) }));
    expect(apart(one.T_target_source, other.T_target_source)).toBeLessThan(1e-7);
    expect(one.rms).toBeCloseTo(other.rms, 9);
  });
});

it('the gradient of the weighted sum is that of differences, seed 4', () => {
  const random = seededRandom(4);
  const weights = Float64Array.from({ length: source.count }, () => 0.1 + 2 * random.uniform());
  const search = new KdTree(target);
  const normals = principalNormals(target, search, 4);
  const quadratics = storedQuadratics(quadraticsOf(target, normals, planeDistance));
  const matches = new Matches(
    { ...source, weights },
    pointTemplate(target, search, Number.POSITIVE_INFINITY),
  );
  const minimiser = new NewtonMinimiser(matches, quadratics, REGISTRATION_DEFAULTS);
  minimiser.evaluate(identity());
  const H = minimiser.normalMatrix();
  const element = matches.element.slice();
  const cost = (twist: number[]): number => {
    let sum = 0;
    for (let i = 0; i < source.count; i++) {
      const [x, y, z] = source.xyz.subarray(3 * i, 3 * i + 3);
      const at = 3 * element[i];
      const q = applyToPoint(exp(twist), x, y, z);
      sum +=
        weights[i] * q.reduce((d, value, a) => d + (value - target.xyz[at + a]) * normals[at + a], 0) ** 2;
    }
    return sum;
  };
  const next = minimiser.step();
  if (typeof next === 'string') throw new Error(next);
  // Newton's whole step x solves F x = g, half the negative gradient.
  const twist = log(next.T_target_source);
  const x = [...twist.subarray(0, 3), ...next.T_target_source.t];
  const h = 1e-5;
  for (let k = 0; k < 6; k++) {
    const at = (value: number): number[] => [0, 1, 2, 3, 4, 5].map((a) => (a === k ? value : 0));
    const slope = (cost(at(h)) - cost(at(-h))) / (2 * h);
    expect(-2 * x.reduce((sum, value, j) => sum + H[6 * k + j] * value, 0)).toBeCloseTo(slope, 4);
  }
});

describe('weights of the points are refused', () => {
  it.each(METHOD_IDS.filter((id) => !isWeighting(id)))('by %s, which takes none', (method) => {
    expect(() => register({ ...source, weights }, target, { method })).toThrow(
      `The method ${method} takes no weights of the points; leave them out, or choose one of icp-point, icp-plane`,
    );
  });

  it.each([
    ['negative', [1, 1, -1], 'Point 2 of the source (counted from 0) has the weight -1'],
    ['not a number', [1, Number.NaN, 1], 'Point 1 of the source (counted from 0) has the weight NaN'],
    [
      'without bounds',
      [Number.POSITIVE_INFINITY, 1],
      'Point 0 of the source (counted from 0) has the weight Infinity',
    ],
  ])('if one is %s', (_, first, sentence) => {
    const bad = Float64Array.from({ length: source.count }, (_, i) => first[i] ?? 1);
    expect(() => register({ ...source, weights: bad }, target, { method: 'icp-point' })).toThrow(sentence);
  });

  it.each([
    ['all zero', new Float64Array(source.count), 'All points of the source have the weight 0'],
    ['fewer than the points', new Float64Array(5), 'There are 5 weights for 300 points'],
    [
      'zero but for two',
      Float64Array.from({ length: source.count }, (_, i) => (i < 2 ? 1 : 0)),
      'source has 2 points',
    ],
  ])('if they are %s', (_, bad, sentence) => {
    expect(() => register({ ...source, weights: bad }, target, { method: 'icp-point' })).toThrow(sentence);
  });

  it('by the engine gpu', async () => {
    await expect(registerOnGpu({} as never, { ...source, weights }, target)).rejects.toMatchObject({
      code: 'engine-unavailable',
      message: expect.stringMatching(/^Weights of the points are taken on the CPU only/),
    });
  });
});

it('voxel means weigh the points, and equal weights change nothing, seed 2', () => {
  const equal = voxelMeans({ ...source, weights: new Float64Array(source.count).fill(2) }, 0.5);
  const plain = voxelMeans(source, 0.5);
  expect(equal.count).toBe(plain.count);
  expect([...equal.xyz]).toEqual([...plain.xyz].map((value) => expect.closeTo(value, 12)));
  expect([...new Set(equal.weights)]).toEqual([2]);
  const two = voxelMeans(
    {
      ...pointSet([
        [0.1, 0.1, 0.1],
        [0.5, 0.1, 0.1],
      ]),
      weights: Float64Array.of(3, 1),
    },
    1,
  );
  expect([...two.xyz]).toEqual([expect.closeTo(0.2), expect.closeTo(0.1), expect.closeTo(0.1)]);
  expect([...two.weights!]).toEqual([2]);
});
