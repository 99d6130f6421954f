import { describe, expect, it } from 'vitest';
import { planeEigen } from '../../src-core/math/eigen3.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import { expSo3, multiply3, transpose3 } from '../../src-core/math/se3.ts';
import { symmetricEigen } from '../../src-core/math/symmetric-eigen.ts';

const SEED = 31;
const TRIALS = 400;

describe(`eigenvalues of symmetric 3x3 matrices against Jacobi rotations (seed ${SEED})`, () => {
  const random = seededRandom(SEED);

  /** R diag(values) R^T in a random orientation, exactly symmetric. */
  function turned(values: readonly number[]): Float64Array {
    const R = expSo3(3 * random.normal(), 3 * random.normal(), 3 * random.normal());
    const D = Float64Array.of(values[0], 0, 0, 0, values[1], 0, 0, 0, values[2]);
    const A = multiply3(multiply3(R, D), transpose3(R));
    for (const [upper, lower] of [
      [1, 3],
      [2, 6],
      [5, 7],
    ])
      A[lower] = A[upper];
    return A;
  }

  /** Scatter of `n` points drawn by `draw` about their mean. */
  function scatter(n: number, draw: () => number[]): Float64Array {
    const points = Array.from({ length: n }, draw);
    const mean = [0, 1, 2].map((k) => points.reduce((sum, p) => sum + p[k], 0) / n);
    const A = new Float64Array(9);
    for (const p of points)
      for (let i = 0; i < 3; i++)
        for (let j = 0; j < 3; j++) A[3 * i + j] += ((p[i] - mean[i]) * (p[j] - mean[j])) / n;
    return A;
  }

  /** Jacobi stays exact for any scale only when its own sums of squares do: brought to unit size for it. */
  function expectEigen(A: Float64Array): void {
    const scale = Math.max(...A.map(Math.abs)) || 1;
    const unit = A.map((value) => value / scale);
    const { values } = symmetricEigen(unit, 3);
    const largest = Math.max(...values.map(Math.abs));
    const out = new Float64Array(6);
    planeEigen(A[0], A[1], A[2], A[4], A[5], A[8], out);
    for (let k = 0; k < 3; k++) {
      const bound = k === 0 ? 1e-12 : 1e-7;
      expect(Math.abs(out[k] / scale - values[k])).toBeLessThanOrEqual(bound * largest);
    }
    const n = out.subarray(3);
    expect(Math.abs(Math.hypot(...n) - 1)).toBeLessThan(1e-12);
    // Where two eigenvalues meet the vector is not unique, but it must belong to the smallest one.
    for (let i = 0; i < 3; i++) {
      const An = unit[3 * i] * n[0] + unit[3 * i + 1] * n[1] + unit[3 * i + 2] * n[2];
      expect(Math.abs(An - values[0] * n[i])).toBeLessThanOrEqual(1e-12 * largest);
    }
  }

  const u = (): number => random.uniform();
  const families: [string, () => Float64Array][] = [
    ['random', () => turned([random.normal(), random.normal(), random.normal()])],
    ['planes with the noise of a range', () => turned([4e-4, 0.3 + u(), 0.3 + u()])],
    ['exact planes', () => turned([0, 0.3 + u(), 0.3 + u()])],
    ['the two large ones nearly equal', () => turned([1e-4, 1, 1 + 1e-12 * u()])],
    ['the two small ones nearly equal', () => turned([1, 1 + 1e-12 * u(), 30])],
    ['exact lines', () => turned([0, 0, 1 + u()])],
    ['lines with noise', () => turned([1e-6, 1e-6 * (1 + u()), 1 + u()])],
    ['isotropic', () => turned([2, 2, 2])],
    ['nearly isotropic', () => turned([1 + 1e-9 * u(), 1 + 1e-9 * u(), 1 + 1e-9 * u()])],
    ['negative', () => turned([-3 * u(), -2 * u(), -u()])],
    ['diagonal', () => Float64Array.of(u(), 0, 0, 0, u(), 0, 0, 0, u())],
    ['small', () => turned([1e-30 * u(), 1e-30 * u(), 1e-30 * u()])],
    ['huge', () => turned([1e30 * u(), 1e30 * u(), 1e30 * u()])],
    ['beyond where cubes of the entries fit', () => turned([1e-150 * u(), 1e-150, 2e-150])],
    ['beyond where cubes of the entries fit, huge', () => turned([1e150 * u(), 1e150, 2e150])],
    ['scatter of three points', () => scatter(3, () => [random.normal(), random.normal(), random.normal()])],
    ['scatter of two points', () => scatter(2, () => [random.normal(), random.normal(), random.normal()])],
    ['a ring on a wall', () => scatter(20, () => [u(), 2 + 0.02 * random.normal(), 0.02 * random.normal()])],
    ['whole-number grid', () => scatter(12, () => [random.below(3), random.below(3), random.below(2)])],
  ];

  it.each(families)('%s', (_name, draw) => {
    for (let trial = 0; trial < TRIALS; trial++) expectEigen(draw());
  });

  it('of lines along and between the axes, where rows of the matrix vanish or repeat', () => {
    for (const v of [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
      [1, 1, 0],
      [1, 0, -1],
      [1, 1, 1],
      [1, -1, 1],
      [1, 2, -3],
      [1e-9, 1, 0],
    ])
      expectEigen(Float64Array.from({ length: 9 }, (_, at) => v[Math.floor(at / 3)] * v[at % 3]));
  });

  it('of the zero matrix are zero, with some unit vector', () => expectEigen(new Float64Array(9)));
});
