import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import { compose, exp, invert, log } from '../../src-core/math/se3.ts';
import { symmetricEigen } from '../../src-core/math/symmetric-eigen.ts';
import { FRAME_STRIDE, principalFrames } from '../../src-lab/methods/curvature.ts';
import type { PointSet } from '../../src-lab/problem/method.ts';
import { register } from '../../src-lab/register/register.ts';
import { BruteForce } from '../../src-lab/search/brute-force.ts';
import { KdTree } from '../../src-lab/search/kd-tree.ts';
import { withMatchedNormals } from '../../src-lab/search/matched-normals.ts';
import type { NearestSearch } from '../../src-lab/search/nearest-search.ts';
import { principalNormals } from '../../src-lab/search/normals.ts';
import { pointTemplate } from '../../src-lab/search/template.ts';
import { filledWith, saddle, transformed } from './clouds.ts';

const SEED = 32;

/** Covariance of the k + 1 nearest by sorting, eigenvectors by Jacobi: no code shared with the product's normals. */
function normalBySorting({ count, xyz }: PointSet, i: number, k: number): Float64Array {
  const point = (j: number): number[] => [...xyz.subarray(3 * j, 3 * j + 3)];
  const to = (j: number): number => Math.hypot(...point(j).map((v, axis) => v - xyz[3 * i + axis]));
  const nearest = Array.from({ length: count }, (_, j) => j)
    .sort((a, b) => to(a) - to(b) || a - b)
    .slice(0, k + 1)
    .map(point);
  const mean = [0, 1, 2].map((axis) => nearest.reduce((sum, p) => sum + p[axis], 0) / nearest.length);
  const covariance = Array.from({ length: 9 }, (_, at) =>
    nearest.reduce(
      (sum, p) => sum + (p[Math.floor(at / 3)] - mean[Math.floor(at / 3)]) * (p[at % 3] - mean[at % 3]),
      0,
    ),
  );
  return symmetricEigen(covariance, 3).vectors[0];
}

describe(`normals by principal components (seed ${SEED})`, () => {
  const random = seededRandom(SEED);

  it('are the eigenvectors of the covariance of the nearest points, up to sign', () => {
    const cloud = filledWith(300, () => {
      const [x, y] = [random.uniform() * 10, random.uniform() * 10];
      return [x, y, 0.3 * Math.sin(x) + 0.02 * random.normal()];
    });
    for (const k of [4, 9]) {
      const normals = principalNormals(cloud, new KdTree(cloud), k);
      for (let i = 0; i < cloud.count; i++) {
        const [x, y, z] = normalBySorting(cloud, i, k);
        const along = x * normals[3 * i] + y * normals[3 * i + 1] + z * normals[3 * i + 2];
        expect(Math.abs(along)).toBeCloseTo(1, 9);
      }
    }
  });

  it.each([0, 1e6])('stand upright on a plane %d m from the origin', (far) => {
    const T = exp([0.3, -0.5, 0.2, far, -far, far]);
    const plane = transformed(
      T,
      filledWith(200, () => [random.uniform() * 4, random.uniform() * 4, 0]),
    );
    const normals = principalNormals(plane, new KdTree(plane), 4);
    const up = [T.R[2], T.R[5], T.R[8]];
    for (let i = 0; i < plane.count; i++) {
      const along = up.reduce((sum, v, k) => sum + v * normals[3 * i + k], 0);
      expect(1 - Math.abs(along)).toBeLessThan(far > 0 ? 1e-9 : 1e-12);
    }
  });

  it('are left out where the neighbours are a line or one place', () => {
    const line = filledWith(20, (i) => [i, 2 * i, 3 * i]);
    expect([...principalNormals(line, new BruteForce(line), 4)]).toEqual(Array(60).fill(0));
    const place = filledWith(20, () => [1, 2, 3]);
    expect([...principalNormals(place, new BruteForce(place), 4)]).toEqual(Array(60).fill(0));
  });
});

describe(`principal frames (seed ${SEED})`, () => {
  const random = seededRandom(SEED + 1);
  const frameOf = (cloud: PointSet, i: number): Float64Array =>
    principalFrames(cloud, new KdTree(cloud), 12).subarray(FRAME_STRIDE * i, FRAME_STRIDE * (i + 1));

  it('of a sphere bend away from the outward normal by 1 / r in every direction', () => {
    const r = 5;
    const cap = filledWith(400, (i) => {
      const [a, b] = i === 0 ? [0, 0] : [random.normal() * 0.1, random.normal() * 0.1];
      return [r * Math.sin(a), r * Math.cos(a) * Math.sin(b), r * Math.cos(a) * Math.cos(b)];
    });
    const [nx, ny, nz, , , , k1, k2] = frameOf(cap, 0);
    expect(Math.abs(nz)).toBeGreaterThan(1 - 1e-5);
    expect(Math.hypot(nx, ny)).toBeLessThan(5e-3);
    for (const k of [k1, k2]) expect(k * Math.sign(nz)).toBeCloseTo(-1 / r, 2);
  });

  it.each([0, 1e6])('of a cylinder bend across its axis alone, %d m from the origin', (far) => {
    const T = exp([0.4, 0.3, -0.6, far, far, -far]);
    const r = 2;
    const tube = transformed(
      T,
      filledWith(500, (i) => {
        const [a, x] = i === 0 ? [0, 0] : [random.normal() * 0.15, random.normal() * 0.3];
        return [x, r * Math.sin(a), r * Math.cos(a)];
      }),
    );
    const [nx, ny, nz, ex, ey, ez, k1, k2] = frameOf(tube, 0);
    const [bend, flat] = Math.abs(k1) > Math.abs(k2) ? [k1, k2] : [k2, k1];
    const outward = T.R[2] * nx + T.R[5] * ny + T.R[8] * nz;
    expect(bend * Math.sign(outward)).toBeCloseTo(-1 / r, 2);
    expect(Math.abs(flat)).toBeLessThan(0.01);
    const alongAxis = Math.abs(T.R[0] * ex + T.R[3] * ey + T.R[6] * ez);
    expect(bend === k1 ? alongAxis : 1 - alongAxis).toBeLessThan(0.02);
  });

  it('of the saddle at its centre are 2 and -2 along its axes', () => {
    const [, , nz, ex, ey, , k1, k2] = frameOf(saddle(101), 50 * 101 + 50);
    expect(Math.abs(nz)).toBeCloseTo(1, 6);
    expect([k1, k2].map((k) => k * Math.sign(nz)).sort((a, b) => a - b)).toEqual([
      expect.closeTo(-2, 6),
      expect.closeTo(2, 6),
    ]);
    const alongX = k1 * Math.sign(nz) > 0;
    expect(Math.abs(alongX ? ex : ey)).toBeCloseTo(1, 6);
  });

  it('of a plane are flat, also with too few points for a quadric; of a line there are none', () => {
    const five = filledWith(5, () => [random.uniform(), random.uniform(), 1]);
    expect(Math.abs(frameOf(five, 2)[2])).toBeCloseTo(1, 12);
    expect([...frameOf(five, 2).subarray(6)]).toEqual([0, 0]);
    const plane = filledWith(100, () => [random.uniform(), random.uniform(), 1]);
    expect(Math.hypot(...frameOf(plane, 7).subarray(6))).toBeLessThan(1e-9);
    expect([
      ...frameOf(
        filledWith(30, (i) => [i, 0, 0]),
        3,
      ),
    ]).toEqual(Array(8).fill(0));
  });
});

describe(`normals of the matched points alone, seed ${SEED}`, () => {
  it('are those of all points, each computed once', () => {
    const target = saddle(40);
    const search = new KdTree(target);
    let computed = 0;
    const counting: NearestSearch = {
      nearest: (...query) => search.nearest(...query),
      kNearest: (...query) => {
        computed++;
        return search.kNearest(...query);
      },
    };
    const normals = new Float64Array(3 * target.count);
    const points = pointTemplate(target, search, 0.5);
    const template = withMatchedNormals(points, target, counting, 4, normals);
    const random = seededRandom(SEED);
    const matched = new Set<number>();
    for (let k = 0; k < 300; k++) {
      const at = [5 * random.uniform() - 2.5, 5 * random.uniform() - 2.5, random.uniform()] as const;
      const result = template.find(...at, -1);
      expect(result).toBe(points.find(...at, -1));
      if (result >= 0) matched.add(result);
    }
    expect(computed).toBe(matched.size);
    const all = principalNormals(target, search, 4);
    for (let at = 0; at < normals.length; at++)
      expect(normals[at]).toBe(matched.has(Math.floor(at / 3)) ? all[at] : 0);
  });

  it('give the pose of few points among many as all normals do', () => {
    const target = saddle(80);
    const truth = exp([0.01, -0.02, 0.03, 0.05, 0.02, -0.04]);
    const few = filledWith(40, (i) => [...target.xyz.subarray(3 * 157 * i, 3 * 157 * i + 3)]);
    const source = transformed(invert(truth), few);
    const { T_target_source } = register(source, target, { method: 'icp-plane' });
    expect(log(compose(T_target_source, invert(truth))).every((v) => Math.abs(v) < 1e-5)).toBe(true);
  });
});
