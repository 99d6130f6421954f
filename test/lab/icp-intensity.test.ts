import { describe, expect, it } from 'vitest';
import { type Random, seededRandom } from '../../src-core/math/random.ts';
import { applyToPoint, compose, exp, identity, invert, log, rotationAngle } from '../../src-core/math/se3.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { voxelMeans } from '../../src-lab/clouds/voxel-means.ts';
import { jointQuadratics } from '../../src-lab/methods/icp-intensity.ts';
import { Matches } from '../../src-lab/methods/matches.ts';
import { NewtonMinimiser } from '../../src-lab/methods/newton-minimiser.ts';
import { reflectivitySurface } from '../../src-lab/methods/reflectivity-surface.ts';
import { type PointSet, REGISTRATION_DEFAULTS } from '../../src-lab/problem/method.ts';
import { register } from '../../src-lab/register/register.ts';
import { KdTree } from '../../src-lab/search/kd-tree.ts';
import { pointTemplate } from '../../src-lab/search/template.ts';
import { filledWith, transformed } from './clouds.ts';

type Painted = PointSet & { readonly reflectivity: Float64Array };

/** Cloud of so many places (u, v) of a surface, each with the reflectivity that is painted there. */
function painted(
  count: number,
  random: Random,
  place: (u: number, v: number) => readonly number[],
  paint: (u: number, v: number) => number,
  noise = 0,
): Painted {
  const at = Array.from({ length: count }, () => [random.uniform(), random.uniform()]);
  return {
    ...filledWith(count, (i) => place(at[i][0], at[i][1]).map((value) => value + noise * random.normal())),
    reflectivity: Float64Array.from(at, ([u, v]) => paint(u, v) * (1 + 10 * noise * random.normal())),
  };
}

/** A smooth tunnel of radius 2 m and 12 m length along x, with paint along and around it. */
function tunnel(count: number, random: Random, noise = 0): Painted {
  return painted(
    count,
    random,
    (u, v) => [12 * u - 6, 2 * Math.cos(2 * Math.PI * v), 2 * Math.sin(2 * Math.PI * v)],
    (u, v) => 60 + 25 * Math.sin(12 * u) * Math.cos(4 * Math.PI * v) + 20 * Math.sin(2 * Math.PI * v + 7 * u),
    noise,
  );
}

/** A floor of 8 m by 8 m. */
function floor(count: number, random: Random): Painted {
  return painted(
    count,
    random,
    (u, v) => [8 * u, 8 * v, 0],
    (u, v) => 0.5 + 0.2 * Math.sin(9 * u) + 0.2 * Math.cos(7 * v + 3 * u),
  );
}

function movedBy(T: Rigid, cloud: Painted): Painted {
  return { ...transformed(T, cloud), reflectivity: cloud.reflectivity };
}

function errorOf(pose: Rigid, truth: Rigid): number {
  const off = compose(invert(truth), pose);
  return rotationAngle(off.R) + Math.hypot(...off.t);
}

describe('icp-intensity', () => {
  it.each([
    ['a smooth tunnel', tunnel, [0.03, 0, 0, 0.3, 0.02, -0.02], 0],
    ['a floor', floor, [0, 0, 0.03, 0.25, -0.2, 0.02], 3],
  ] as const)('finds the shift along %s, where icp-plane slides, seed 1', (_, make, twist, open) => {
    const random = seededRandom(1);
    const target = make(5000, random);
    const truth = exp(twist);
    const source = movedBy(invert(truth), make(4000, random));
    const options = { rmsThreshold: 0, rmsTolerance: 1e-8, normalNeighbours: 12 };
    const slid = register(source, target, { ...options, method: 'icp-plane' });
    expect(errorOf(slid.T_target_source, truth)).toBeGreaterThan(0.1);
    expect(slid.undetermined).toHaveLength(open);
    const result = register(source, target, { ...options, method: 'icp-intensity' });
    expect(errorOf(result.T_target_source, truth)).toBeLessThan(0.01);
    expect(result.undetermined).toEqual([]);
  });

  it('holds with noise of 1 cm and 10 % of the reflectivity, seed 2', () => {
    const random = seededRandom(2);
    const target = tunnel(6000, random, 0.01);
    const truth = exp([0.02, 0.01, -0.01, 0.25, 0.03, 0.02]);
    const source = movedBy(invert(truth), tunnel(6000, random, 0.01));
    const result = register(source, target, { method: 'icp-intensity', rmsTolerance: 1e-7 });
    expect(errorOf(result.T_target_source, truth)).toBeLessThan(0.02);
  });

  it.each([
    ['of length 1e-3', 1e-3, 1],
    ['of length 1e6', 1e6, 1],
    ['of reflectivity 1e-4', 1, 1e-4],
    ['of reflectivity 1e5', 1, 1e5],
  ])('finds the same pose in other units, %s, seed 3', (_, length, brightness) => {
    const by = (factor: number, ofPaint: number): Rigid => {
      const random = seededRandom(3);
      const scaled = ({ count, xyz, reflectivity }: Painted): Painted => ({
        count,
        xyz: xyz.map((value) => value * factor),
        reflectivity: reflectivity.map((value) => value * ofPaint),
      });
      const target = tunnel(2000, random);
      const source = movedBy(exp([0.02, 0, 0, 0.2, 0, 0]), tunnel(2000, random));
      const limits = { rmsTolerance: 1e-9 * factor, rmsThreshold: 0 };
      const options = { method: 'icp-intensity', ...limits } as const;
      const { R, t } = register(scaled(source), scaled(target), options).T_target_source;
      return { R, t: t.map((value) => value / factor) };
    };
    expect(errorOf(by(length, brightness), by(1, 1))).toBeLessThan(1e-6);
  });

  it('the gradient of the joint sum is that of differences, seed 4', () => {
    const random = seededRandom(4);
    const [target, source] = [0, 1].map(() => tunnel(800, random, 0.005));
    const search = new KdTree(target);
    const surface = reflectivitySurface(target, search, 12);
    const matches = new Matches(source, pointTemplate(target, search, Number.POSITIVE_INFINITY));
    const share = 0.4;
    const joint = jointQuadratics(surface, source.reflectivity, share);
    const minimiser = new NewtonMinimiser(matches, joint, REGISTRATION_DEFAULTS);
    minimiser.evaluate(identity());
    const H = minimiser.normalMatrix();
    const element = matches.element.slice();
    const cost = (twist: number[]): number => {
      let sum = 0;
      for (let i = 0; i < source.count; i++) {
        const at = 3 * element[i];
        const [x, y, z] = source.xyz.subarray(3 * i, 3 * i + 3);
        const u = applyToPoint(exp(twist), x, y, z).map((value, a) => value - target.xyz[at + a]);
        const along = (v: Float64Array): number => u.reduce((d, value, a) => d + value * v[at + a], 0);
        const shade = surface.values[element[i]] + along(surface.gradients) - source.reflectivity[i];
        sum += share * along(surface.normals) ** 2 + (1 - share) * (shade / surface.steepness) ** 2;
      }
      return sum;
    };
    const next = minimiser.step();
    if (typeof next === 'string') throw new Error(next);
    const x = [...log(next.T_target_source).subarray(0, 3), ...next.T_target_source.t];
    const h = 1e-5;
    for (let k = 0; k < 6; k++) {
      const at = (value: number): number[] => [0, 1, 2, 3, 4, 5].map((a) => (a === k ? value : 0));
      const slope = (cost(at(h)) - cost(at(-h))) / (2 * h);
      expect(-2 * x.reduce((sum, value, j) => sum + H[6 * k + j] * value, 0)).toBeCloseTo(slope, 3);
    }
  });

  it('fits value and gradient of paint that is linear on a plane exactly, seed 5', () => {
    const random = seededRandom(5);
    const T = exp([0.4, -0.3, 0.7, 5, -2, 1]);
    const flat = painted(
      300,
      random,
      (u, v) => [3 * u, 2 * v, 0],
      (u, v) => 7 + 0.6 * u - 1.4 * v,
    );
    const cloud = movedBy(T, flat);
    const { normals, values, gradients, steepness } = reflectivitySurface(cloud, new KdTree(cloud), 8);
    const [gx, gy] = [0.6 / 3, -1.4 / 2];
    const expected = [0, 1, 2].map((a) => T.R[3 * a] * gx + T.R[3 * a + 1] * gy);
    for (let i = 0; i < cloud.count; i++) {
      expect(values[i]).toBeCloseTo(cloud.reflectivity[i], 10);
      for (let a = 0; a < 3; a++) expect(gradients[3 * i + a]).toBeCloseTo(expected[a], 9);
      expect(
        Math.abs(normals[3 * i] * T.R[2] + normals[3 * i + 1] * T.R[5] + normals[3 * i + 2] * T.R[8]),
      ).toBeCloseTo(1, 9);
    }
    expect(steepness).toBeCloseTo(Math.hypot(gx, gy), 9);
  });

  const room = tunnel(100, seededRandom(6));
  const bad = { ...room, reflectivity: room.reflectivity.map((value, i) => (i === 4 ? Number.NaN : value)) };
  const grey = { ...room, reflectivity: room.reflectivity.map(() => 3) };
  it.each([
    [
      'without reflectivity',
      { count: room.count, xyz: room.xyz },
      'compares the reflectivity of the points, and the source has none',
    ],
    ['with one that is not a number', bad, 'Point 4 of the source (counted from 0) has the reflectivity NaN'],
    ['of one reflectivity', grey, 'All points of the source have the reflectivity 3, which holds no pose'],
  ])('refuses a cloud %s in one sentence, of either role', (_, cloud, sentence) => {
    expect(() => register(cloud, room, { method: 'icp-intensity' })).toThrow(sentence);
    expect(() => register(room, cloud, { method: 'icp-intensity' })).toThrow(
      sentence.replace('source', 'target'),
    );
  });

  it('ends where it began on a line, whose points have no surface', () => {
    const line = {
      ...filledWith(60, (i) => [i, 2 * i, 3 * i]),
      reflectivity: Float64Array.from({ length: 60 }, (_, i) => i % 7),
    };
    const result = register(line, line, { method: 'icp-intensity' });
    expect(errorOf(result.T_target_source, identity())).toBeLessThan(1e-9);
  });
});

it('voxel means average the reflectivity', () => {
  const cloud = {
    ...filledWith(4, (i) => [i < 3 ? 0.2 : 1.5, 0, 0]),
    reflectivity: Float64Array.of(1, 2, 6, 9),
  };
  expect([...voxelMeans(cloud, 1).reflectivity!]).toEqual([3, 9]);
});
