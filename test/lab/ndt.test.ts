import { describe, expect, it } from 'vitest';
import { tunnelScan } from '../../bench/gpu/clouds.ts';
import { bumpySurface } from '../../bench/papers/clouds.ts';
import { invertSymmetric } from '../../src-core/math/cholesky.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import { compose, exp, identity, invert, rotationAngle } from '../../src-core/math/se3.ts';
import { unit3 } from '../../src-core/math/vec3.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { voxelMeans } from '../../src-lab/clouds/voxel-means.ts';
import { NdtMinimiser } from '../../src-lab/methods/ndt-minimiser.ts';
import { addNdtPair, ndtMixture, ndtSums } from '../../src-lab/methods/ndt-score.ts';
import { voxelDistributions } from '../../src-lab/methods/voxel-distributions.ts';
import { REGISTRATION_DEFAULTS } from '../../src-lab/problem/method.ts';
import { NDT_CELLS_IDS } from '../../src-lab/problem/ndt-options.ts';
import { sampledSaddle } from '../../src-lab/problem/saddle.ts';
import { register } from '../../src-lab/register/register.ts';
import { filledWith, transformed } from './clouds.ts';

const truth = exp([0.04, -0.05, 0.06, 0.05, -0.04, 0.06]);

function errorOf(pose: Rigid, expected: Rigid): number {
  const off = compose(invert(expected), pose);
  return rotationAngle(off.R) + Math.hypot(...off.t);
}

describe('the score of ndt', () => {
  it('is a Gaussian through the mixture of eq. 6.7 at the mean and one standard deviation off', () => {
    for (const share of [0.1, 0.55, 0.9]) {
      const { d1, d2 } = ndtMixture(share);
      const [c1, c2] = [10 * (1 - share), share];
      const fallOff = (m: number): number => -Math.log(c1 * Math.exp((-m * m) / 2) + c2) + Math.log(c2);
      expect(d1).toBeCloseTo(fallOff(0), 12);
      expect(d1 * Math.exp(-d2 / 2)).toBeCloseTo(fallOff(1), 12);
    }
  });

  it('has the gradient and Hessian of differences, seed 1', () => {
    const random = seededRandom(1);
    const mixture = ndtMixture(0.4);
    for (let round = 0; round < 20; round++) {
      const [p, mean] = [0, 1].map(() => Float64Array.from({ length: 3 }, () => random.normal()));
      const root = Float64Array.from({ length: 9 }, () => random.normal());
      const B = Float64Array.from(
        [
          [0, 0],
          [0, 1],
          [0, 2],
          [1, 1],
          [1, 2],
          [2, 2],
        ],
        ([a, b]) => [0, 1, 2].reduce((sum, k) => sum + root[3 * k + a] * root[3 * k + b], a === b ? 0.1 : 0),
      );
      const sumsAt = (step: number[]) => {
        const sums = ndtSums();
        const [q] = [transformed(exp(step), { count: 1, xyz: p }).xyz];
        addNdtPair(
          sums,
          mixture,
          B,
          1,
          q,
          q.map((value, a) => value - mean[a]),
        );
        return sums;
      };
      const h = 1e-5;
      const at = (i: number, a: number, j = 0, b = 0): number[] =>
        [0, 1, 2, 3, 4, 5].map((k) => (k === i ? a : 0) + (k === j ? b : 0));
      const { gradient, hessian } = sumsAt([0, 0, 0, 0, 0, 0]);
      for (let i = 0; i < 6; i++) {
        const slope = (sumsAt(at(i, h)).cost - sumsAt(at(i, -h)).cost) / (2 * h);
        expect(gradient[i]).toBeCloseTo(slope, 7);
        for (let j = 0; j <= i; j++) {
          const [k, g] = [6 * i + j, 1e-4];
          // exp of a twist couples rotation and translation from the second order on; a step turns, then shifts.
          if (i >= 3 && j < 3) continue;
          const curve =
            (sumsAt(at(i, g, j, g)).cost -
              sumsAt(at(i, g, j, -g)).cost -
              sumsAt(at(i, -g, j, g)).cost +
              sumsAt(at(i, -g, j, -g)).cost) /
            (4 * g * g);
          expect(hessian[k]).toBeCloseTo(curve, 5);
        }
      }
    }
  });

  it('sums over the voxels of a point as brute force over all voxels does, seed 2', () => {
    const edge = 0.5;
    const target = bumpySurface(3000, 2);
    const map = voxelDistributions(target, edge);
    const source = { count: 200, xyz: bumpySurface(200, 3).xyz };
    const mixture = ndtMixture(0.55);
    // Means and covariances by their definition, from the points of a voxel gathered anew.
    const voxels = new Map<string, number[][]>();
    for (let i = 0; i < target.count; i++) {
      const point = [...target.xyz.subarray(3 * i, 3 * i + 3)];
      const key = point.map((value) => Math.floor(value / edge)).join();
      voxels.set(key, [...(voxels.get(key) ?? []), point]);
    }
    for (const [cells, reach] of [
      ['one', 0],
      ['seven', 1],
    ] as const) {
      let cost = 0;
      for (const [key, points] of voxels) {
        if (points.length < 5) continue;
        const mean = [0, 1, 2].map((a) => points.reduce((sum, p) => sum + p[a], 0) / points.length);
        const covariance = Float64Array.from({ length: 9 }, (_, k) =>
          points.reduce(
            (sum, p) =>
              sum +
              ((p[Math.floor(k / 3)] - mean[Math.floor(k / 3)]) * (p[k % 3] - mean[k % 3])) /
                (points.length - 1),
            0,
          ),
        );
        const cell = key.split(',').map(Number);
        for (let i = 0; i < source.count; i++) {
          const q = [...source.xyz.subarray(3 * i, 3 * i + 3)];
          const apart = q.reduce((sum, value, a) => sum + Math.abs(Math.floor(value / edge) - cell[a]), 0);
          if (apart > reach) continue;
          const x = q.map((value, a) => value - mean[a]);
          const B = invertSymmetric(floored(covariance), 3)!;
          const squared = x.reduce(
            (sum, value, a) => sum + value * (B[3 * a] * x[0] + B[3 * a + 1] * x[1] + B[3 * a + 2] * x[2]),
            0,
          );
          cost += mixture.d1 * Math.exp((-mixture.d2 / 2) * squared);
        }
      }
      const options = { ...REGISTRATION_DEFAULTS, ndt: { cells, outlierShare: 0.55 } };
      const minimiser = new NdtMinimiser(source, map, edge, options);
      minimiser.evaluate(identity());
      expect(minimiser.cost).toBeCloseTo(cost, 8);
    }
  });
});

/** Raises the small eigenvalues of a covariance to a hundredth of the largest, by deflation with power iteration. */
function floored(C: Float64Array): Float64Array {
  const vectors: number[][] = [];
  const values: number[] = [];
  let rest = C;
  for (let k = 0; k < 3; k++) {
    let v = unit3([0.3 + k, 0.7, 0.2 - k]);
    for (let round = 0; round < 3000; round++) {
      const next = [0, 1, 2].map((a) => rest[3 * a] * v[0] + rest[3 * a + 1] * v[1] + rest[3 * a + 2] * v[2]);
      if (Math.hypot(...next) < 1e-14) break;
      v = unit3(next as [number, number, number]);
    }
    const value = [0, 1, 2].reduce(
      (sum, a) => sum + v[a] * (rest[3 * a] * v[0] + rest[3 * a + 1] * v[1] + rest[3 * a + 2] * v[2]),
      0,
    );
    vectors.push([...v]);
    values.push(value);
    rest = rest.map((entry, at) => entry - value * v[Math.floor(at / 3)] * v[at % 3]);
  }
  return Float64Array.from({ length: 9 }, (_, at) =>
    vectors.reduce(
      (sum, v, k) => sum + Math.max(values[k], values[0] / 100) * v[Math.floor(at / 3)] * v[at % 3],
      0,
    ),
  );
}

describe('ndt', () => {
  it.each([
    ['a saddle', sampledSaddle(4000, 4), sampledSaddle(4000, 5), 0.02],
    ['a bumpy surface', bumpySurface(6000, 4), bumpySurface(6000, 5), 0.02],
    [
      'a stretch of a rough tunnel',
      voxelMeans(tunnelScan(0, 4), 0.15),
      voxelMeans(tunnelScan(0, 5), 0.15),
      0.04,
    ],
  ])('finds the transform between two samples of %s, seeds 4 and 5', (_, target, other, tolerance) => {
    const source = transformed(invert(truth), other);
    for (const cells of NDT_CELLS_IDS) {
      const result = register(source, target, { method: 'ndt', ndt: { cells } });
      expect(errorOf(result.T_target_source, truth)).toBeLessThan(tolerance);
      expect(result.inliers).toBeGreaterThan(0.9 * source.count);
      expect(result.undetermined).toEqual([]);
    }
  });

  it.each([1e-3, 1e6])('comes as near in other units, scale %d, seeds 6 and 7', (scale) => {
    const scaled = (seed: number) => ({
      count: 4000,
      xyz: bumpySurface(4000, seed).xyz.map((value) => value * scale),
    });
    const T = { R: truth.R, t: truth.t.map((value) => value * scale) };
    const limits = { rmsTolerance: 1e-6 * scale, rmsThreshold: 0 };
    const { T_target_source } = register(transformed(invert(T), scaled(7)), scaled(6), {
      method: 'ndt',
      ...limits,
    });
    const inMetres = { R: T_target_source.R, t: T_target_source.t.map((value) => value / scale) };
    expect(errorOf(inMetres, truth)).toBeLessThan(0.02);
  });

  it('is not led by a quarter of the points anywhere, seed 10', () => {
    const random = seededRandom(10);
    const [target, other] = [10, 11].map((seed) => {
      const cloud = bumpySurface(6000, seed);
      return {
        count: cloud.count,
        xyz: cloud.xyz.map((v, at) => (at % 12 < 3 ? 3 * random.uniform() - 1.5 : v)),
      };
    });
    const source = transformed(invert(truth), other);
    const result = register(source, target, { method: 'ndt', gicp: { voxel: 0.4 } });
    expect(errorOf(result.T_target_source, truth)).toBeLessThan(0.03);
  });

  it.each([
    ['on a plane', filledWith(400, (i) => [i % 20, Math.floor(i / 20), 3])],
    ['on a line', filledWith(100, (i) => [i, 2 * i, 3 * i])],
  ])('ends on points %s where it began', (_, cloud) => {
    const { T_target_source } = register(cloud, cloud, { method: 'ndt' });
    expect(errorOf(T_target_source, identity())).toBeLessThan(1e-6);
  });

  it.each([
    ['all in one place', filledWith(50, () => [1, 2, 3]), /^No voxel of 1 m holds 5 points of the target/],
    ['too few for a voxel', filledWith(4, (i) => [i, i * i, 1]), /^No voxel of .* m holds 5 points/],
    ['one', filledWith(1, () => [1, 2, 3]), /source has 1 point/],
    ['that are no numbers', filledWith(50, (i) => [i, Number.NaN, 0]), /Point 0 of the source .* y = NaN/],
  ])('refuses points %s in one sentence', (_, cloud, sentence) => {
    expect(() => register(cloud, cloud, { method: 'ndt' })).toThrow(sentence);
  });

  it('refuses a start from which no point is in a voxel', () => {
    const cloud = bumpySurface(500, 12);
    const T_target_source = { ...identity(), t: Float64Array.of(100, 0, 0) };
    expect(() => register(cloud, cloud, { method: 'ndt', T_target_source })).toThrow(/0 have a match/);
  });

  it.each([
    ['ndt.cells', { ndt: { cells: 'two' } }],
    ['ndt.outlierShare', { ndt: { outlierShare: 1 } }],
  ])('refuses %s by its name', (name, options) => {
    const cloud = bumpySurface(100, 1);
    expect(() => register(cloud, cloud, { method: 'ndt', ...(options as object) })).toThrow(name);
  });
});
