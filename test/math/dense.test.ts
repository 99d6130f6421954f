import { describe, expect, it } from 'vitest';
import { dot, mirrorLower, timesMatrix, timesTransposed, timesVector } from '../../src-core/math/dense.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import { multiply3, transpose3 } from '../../src-core/math/se3.ts';

const SEED = 9;

describe(`small dense matrices (seed ${SEED})`, () => {
  const random = seededRandom(SEED);
  const numbers = (count: number) =>
    Float64Array.from({ length: count }, () => (random.uniform() < 0.3 ? 0 : random.normal()));

  it.each([1, 2, 5, 12])('products of %d x %d are the sums over rows and columns', (n) => {
    const [A, B, x] = [numbers(n * n), numbers(n * n), numbers(n)];
    const row = (M: Float64Array, i: number): Float64Array => M.subarray(n * i, n * i + n);
    const column = (M: Float64Array, j: number): Float64Array => M.filter((_, at) => at % n === j);
    const [Ax, AB, ABt] = [timesVector(A, x, n), timesMatrix(A, B, n), timesTransposed(A, B, n)];
    for (let i = 0; i < n; i++) {
      expect(Ax[i]).toBe(dot(row(A, i), x));
      for (let j = 0; j < n; j++) {
        expect(AB[n * i + j]).toBeCloseTo(dot(row(A, i), column(B, j)), 13);
        expect(ABt[n * i + j]).toBe(dot(row(A, i), row(B, j)));
      }
    }
  });

  it('agree with the 3 x 3 products', () => {
    const [A, B] = [numbers(9), numbers(9)];
    timesMatrix(A, B, 3).forEach((value, i) => {
      expect(value).toBeCloseTo(multiply3(A, B)[i], 14);
    });
    timesTransposed(A, B, 3).forEach((value, i) => {
      expect(value).toBeCloseTo(multiply3(A, transpose3(B))[i], 14);
    });
  });

  it('write over what is given, whatever it held', () => {
    const [A, B, out] = [numbers(16), numbers(16), numbers(16)];
    expect(timesMatrix(A, B, 4, out)).toBe(out);
    expect(out).toEqual(timesMatrix(A, B, 4));
    expect(timesTransposed(A, B, 4, out)).toBe(out);
    expect(out).toEqual(timesTransposed(A, B, 4));
    const y = numbers(4);
    expect(timesVector(A, B.subarray(0, 4), 4, y)).toBe(y);
    expect(y).toEqual(timesVector(A, B.subarray(0, 4), 4));
  });

  it('the lower triangle is mirrored to the last bit', () => {
    const A = Float64Array.of(1, 8, 9, 2, 3, 7, 4, 5, 6);
    expect(mirrorLower(A, 3)).toBe(A);
    expect([...A]).toEqual([1, 2, 4, 2, 3, 5, 4, 5, 6]);
  });
});
