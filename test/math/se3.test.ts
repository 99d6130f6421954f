import { describe, expect, it } from 'vitest';
import { solveCholesky } from '../../src-core/math/cholesky.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import {
  compose,
  exp,
  invert,
  isTwistWithin,
  log,
  quaternionOf,
  rotationAngle,
  rotationOf,
} from '../../src-core/math/se3.ts';
import { symmetricEigen, symmetricEigenvalues } from '../../src-core/math/symmetric-eigen.ts';

const SEED = 11;
const ANGLES = [0, 1e-12, 1e-8, 1e-4, 9.9e-4, 1.01e-3, 0.1, 1, 3, Math.PI - 1e-6];

describe(`SE(3) (seed ${SEED})`, () => {
  const random = seededRandom(SEED);
  const axis = (): number[] => {
    const v = [random.normal(), random.normal(), random.normal()];
    const norm = Math.hypot(...v);
    return v.map((value) => value / norm);
  };

  it.each(ANGLES)('log undoes exp at an angle of %d rad', (angle) => {
    const twist = [...axis().map((v) => v * angle), random.normal(), random.normal(), random.normal()];
    const back = log(exp(twist));
    twist.forEach((value, i) => {
      expect(back[i]).toBeCloseTo(value, 8);
    });
  });

  it.each(ANGLES)('exp is the limit of many small steps at %d rad', (angle) => {
    const twist = [...axis().map((v) => v * angle), 0.3, -0.2, 0.5];
    let steps = exp(twist.map((v) => v / 4096));
    for (let i = 0; i < 12; i++) steps = compose(steps, steps);
    const once = exp(twist);
    for (let i = 0; i < 9; i++) expect(once.R[i]).toBeCloseTo(steps.R[i], 9);
    for (let i = 0; i < 3; i++) expect(once.t[i]).toBeCloseTo(steps.t[i], 9);
  });

  it('composes with its inverse to the identity', () => {
    const T = exp([0.4, -1.2, 2.1, 10, -20, 30]);
    const I = compose(T, invert(T));
    expect(rotationAngle(I.R)).toBeLessThan(1e-12);
    expect(Math.hypot(...I.t)).toBeLessThan(1e-12);
  });

  it('takes quaternions back and forth, also with a negative trace', () => {
    for (const w of [
      [Math.PI, 0, 0],
      [0, 3.1, 0],
      [0, 0, -3.1],
      [1, 2, -1.5],
    ]) {
      const { R } = exp([...w, 0, 0, 0]);
      const again = rotationOf(quaternionOf(R));
      for (let i = 0; i < 9; i++) expect(again[i]).toBeCloseTo(R[i], 12);
    }
  });
});

it.each([
  [[0.005, 0, 0, 0.01, 0, 0], true],
  [[0.02, 0, 0, 0.01, 0, 0], false],
  [[0.005, 0, 0, 0.05, 0, 0], false],
  [[0.02, 0, 0, 0.05, 0, 0], false],
  // Of 3, 4 and 12 parts the root of their squares is 13.
  [[0.003, 0.004, 0.012, 0.01, 0, 0], false],
  [[0.0022, 0.003, 0.009, 0.0066, 0.0088, 0.0264], true],
  [[0, 0, 0, 0.0069, 0.0093, 0.028], false],
])('a twist of %s is within 10 mrad and 30 mm: %s, by rotation and translation both', (twist, isWithin) => {
  expect(isTwistWithin(twist, { turn: 0.01, shift: 0.03 })).toBe(isWithin);
});

describe(`small solvers (seed ${SEED})`, () => {
  const random = seededRandom(SEED);
  it.each([1, 3, 4, 6])('decomposes and solves symmetric %d x %d systems', (n) => {
    const root = Array.from({ length: n * n }, () => random.normal());
    const A = new Float64Array(n * n);
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++)
        for (let k = 0; k < n; k++) A[i * n + j] += root[i * n + k] * root[j * n + k];
    const { values, vectors } = symmetricEigen(A, n);
    expect(symmetricEigenvalues(A, n)).toEqual(values);
    for (let k = 0; k < n; k++) {
      if (k > 0) expect(values[k]).toBeGreaterThanOrEqual(values[k - 1]);
      for (let i = 0; i < n; i++) {
        let Av = 0;
        for (let j = 0; j < n; j++) Av += A[i * n + j] * vectors[k][j];
        expect(Av).toBeCloseTo(values[k] * vectors[k][i], 9);
      }
    }
    const b = Array.from({ length: n }, () => random.normal());
    const x = solveCholesky(A, b, n);
    expect(x).not.toBeNull();
    for (let i = 0; i < n; i++) {
      let Ax = 0;
      for (let j = 0; j < n; j++) Ax += A[i * n + j] * x![j];
      expect(Ax).toBeCloseTo(b[i], 7);
    }
  });

  it('refuses a singular system and one with NaN', () => {
    expect(solveCholesky([1, 1, 1, 1], [1, 1], 2)).toBeNull();
    expect(solveCholesky([Number.NaN, 0, 0, 1], [1, 1], 2)).toBeNull();
  });
});
