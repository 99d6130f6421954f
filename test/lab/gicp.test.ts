import { describe, expect, it } from 'vitest';
import { type Random, seededRandom } from '../../src-core/math/random.ts';
import { applyToPoint, compose, exp, identity, invert, rotationAngle } from '../../src-core/math/se3.ts';
import type { MethodId } from '../../src-core/model/registration-ids.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { Matches } from '../../src-lab/methods/matches.ts';
import { distributionMatrix, planeCovariances } from '../../src-lab/methods/plane-covariances.ts';
import { robustWeights, WeightedMinimiser } from '../../src-lab/methods/weighted-minimiser.ts';
import type { PointSet, RegistrationOptions } from '../../src-lab/problem/method.ts';
import type { RobustOptions } from '../../src-lab/problem/robust-options.ts';
import { register } from '../../src-lab/register/register.ts';
import { KdTree } from '../../src-lab/search/kd-tree.ts';
import { pointTemplate } from '../../src-lab/search/template.ts';
import { filledWith, transformed } from './clouds.ts';

const ROBUST_NONE: RobustOptions = { kernel: 'none', kernelScale: null, keptShare: 1 };

/** A wavy floor with two walls: every direction is held. */
function room(count: number, random: Random, noise = 0): PointSet {
  return filledWith(count, (i) => {
    const [a, b] = [random.uniform() * 6, random.uniform() * 6];
    const e = noise * random.normal();
    if (i % 4 === 0) return [a, 0.2 * Math.cos(2 * a) + e, b / 2];
    if (i % 4 === 1) return [0.3 * Math.sin(b) + e, a, b / 2];
    return [a, b, 0.4 * Math.sin(a) * Math.cos(b) + e];
  });
}

function errorOf(pose: Rigid, truth: Rigid): number {
  const off = compose(invert(truth), pose);
  return rotationAngle(off.R) + Math.hypot(...off.t);
}

const truth = exp([0.02, -0.03, 0.04, 0.08, -0.05, 0.06]);

describe.each(['gicp', 'vgicp'] as const)('%s, seed 1,', (method) => {
  it('finds the transform between copies of one cloud, and its inverse', () => {
    const target = room(1500, seededRandom(1));
    const source = transformed(invert(truth), target);
    // A voxel stands for several points, which leaves a remainder; it shrinks with the voxels.
    const options = {
      method,
      gicp: { neighbours: 20, thickness: 1e-3, voxel: 0.02 },
      rmsTolerance: 1e-9,
      rmsThreshold: 0,
    };
    const tolerance = method === 'gicp' ? 1e-6 : 2e-3;
    const start = method === 'gicp' ? null : compose(exp([1e-3, 0, 0, 2e-3, 0, 0]), truth);
    const there = register(source, target, { ...options, T_target_source: start });
    expect(errorOf(there.T_target_source, truth)).toBeLessThan(tolerance);
    const back = register(target, source, { ...options, T_target_source: start && invert(start) });
    expect(errorOf(back.T_target_source, invert(truth))).toBeLessThan(tolerance);
  });

  it('comes nearer than point-to-point ICP between two samples with noise of 2 cm', () => {
    const random = seededRandom(1);
    const target = room(4000, random, 0.02);
    const source = transformed(invert(truth), room(4000, random, 0.02));
    const errorBy = (id: MethodId): number =>
      errorOf(register(source, target, { method: id }).T_target_source, truth);
    expect(errorBy(method)).toBeLessThan(0.5 * errorBy('icp-point'));
    expect(errorBy(method)).toBeLessThan(0.01);
  });

  it.each([
    ['on a line', filledWith(50, (i) => [i, 2 * i, 3 * i])],
    ['all in one place', filledWith(50, () => [1, 2, 3])],
  ])('ends on points %s', (_, cloud) => {
    const { T_target_source } = register(cloud, cloud, { method });
    expect(errorOf(T_target_source, identity())).toBeLessThan(1e-6);
  });
});

it('the gradient of the pairs of gicp is that of differences, seed 2', () => {
  const random = seededRandom(2);
  const target = room(300, random);
  const source = transformed(invert(truth), room(300, random));
  const [ofSource, ofTarget] = [new KdTree(source), new KdTree(target)];
  const C_source = planeCovariances(source, ofSource, 10, 0.01);
  const C_target = planeCovariances(target, ofTarget, 10, 0.01);
  const matrix = distributionMatrix(C_source, C_target, 0.01);
  const matches = new Matches(source, pointTemplate(target, ofTarget, Number.POSITIVE_INFINITY));
  const minimiser = new WeightedMinimiser(matches, matrix, ROBUST_NONE);
  minimiser.evaluate(identity());
  const H = minimiser.normalMatrix();
  const element = matches.element.slice();
  const M = new Float64Array(6);
  // Matches and matrices stay as they are: that is what a step assumes.
  const cost = (twist: number[]): number => {
    const T = exp(twist);
    let sum = 0;
    for (let i = 0; i < source.count; i++) {
      matrix(i, element[i], identity().R, M);
      const q = applyToPoint(T, source.xyz[3 * i], source.xyz[3 * i + 1], source.xyz[3 * i + 2]);
      const [x, y, z] = q.map((value, a) => value - target.xyz[3 * element[i] + a]);
      sum += M[0] * x * x + M[3] * y * y + M[5] * z * z + 2 * (M[1] * x * y + M[2] * x * z + M[4] * y * z);
    }
    return sum;
  };
  const h = 1e-4;
  const at = (k: number, value: number): number[] => [0, 1, 2, 3, 4, 5].map((a) => (a === k ? value : 0));
  // The step solves H x = -gradient / 2, so H at the solution's own step gives the gradient back.
  const next = minimiser.step();
  if (typeof next === 'string') throw new Error(next);
  const { R, t } = next.T_target_source;
  const turn = [(R[7] - R[5]) / 2, (R[2] - R[6]) / 2, (R[3] - R[1]) / 2];
  const angle = Math.asin(Math.hypot(...turn));
  const step = [...turn.map((value) => (value / Math.sin(angle)) * angle), ...t];
  for (let k = 0; k < 6; k++) {
    const slope = (cost(at(k, h)) - cost(at(k, -h))) / (2 * h);
    const analytic = -2 * step.reduce((sum, x, j) => sum + H[6 * k + j] * x, 0);
    expect(analytic).toBeCloseTo(slope, 3);
    // Along a translation the cost is a quadratic, so its second difference is H itself.
    if (k < 3) continue;
    const curvature = (cost(at(k, h)) - 2 * cost(at(k, 0)) + cost(at(k, -h))) / (2 * h * h);
    expect(H[7 * k]).toBeCloseTo(curvature, 2);
  }
});

describe('robust weights', () => {
  const squared = Float64Array.of(0, 1, 4, 100, Number.NaN);

  it.each([
    ['cauchy', [1, 0.5, 0.2, 1 / 101, 0]],
    ['geman-mcclure', [1, 0.25, 0.04, 1 / 101 ** 2, 0]],
    ['none', [1, 1, 1, 1, 0]],
  ] as const)('of the kernel %s', (kernel, expected) => {
    const weights = new Float64Array(5);
    robustWeights(squared, { kernel, kernelScale: 1, keptShare: 1 }, weights);
    expect([...weights]).toEqual(expected.map((value) => expect.closeTo(value, 12)));
  });

  it('keep the share of nearest pairs', () => {
    const weights = new Float64Array(5);
    robustWeights(squared, { kernel: 'none', kernelScale: null, keptShare: 0.5 }, weights);
    expect([...weights]).toEqual([1, 1, 0, 0, 0]);
  });

  it.each([
    ['icp-plane', { kernel: 'geman-mcclure', kernelScale: null, keptShare: 1 }],
    ['icp-plane', { kernel: 'cauchy', kernelScale: null, keptShare: 1 }],
    ['icp-plane', { kernel: 'none', kernelScale: null, keptShare: 0.6 }],
    ['gicp', { kernel: 'geman-mcclure', kernelScale: null, keptShare: 1 }],
  ] as const)('make %s with %o ignore what is in one cloud only, seed 3', (method, robust) => {
    const random = seededRandom(3);
    const target = room(3000, random, 0.005);
    const own = room(3000, random, 0.005);
    // A vehicle of 900 points that the other survey did not see.
    const vehicle = filledWith(900, () => [2 + random.uniform(), 2 + random.uniform(), 1 + random.uniform()]);
    const source = transformed(invert(truth), {
      count: own.count + vehicle.count,
      xyz: Float64Array.from([...own.xyz, ...vehicle.xyz]),
    });
    const by = (options: Partial<RegistrationOptions>): number =>
      errorOf(register(source, target, { method, normalNeighbours: 12, ...options }).T_target_source, truth);
    expect(by({ robust })).toBeLessThan(0.2 * by({}));
    expect(by({ robust })).toBeLessThan(0.01);
  });

  it.each([
    ['robust.keptShare', { robust: { ...ROBUST_NONE, keptShare: 0 } }],
    ['robust.kernelScale', { robust: { ...ROBUST_NONE, kernelScale: -1 } }],
    ['gicp.thickness', { gicp: { neighbours: 20, thickness: 0, voxel: null } }],
    ['gicp.neighbours', { gicp: { neighbours: 2, thickness: 1e-3, voxel: null } }],
  ])('are refused by the name of the option, %s', (name, options) => {
    const cloud = room(100, seededRandom(1));
    expect(() => register(cloud, cloud, options)).toThrow(`The option ${name} of the registration is`);
  });
});
