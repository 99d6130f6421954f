import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import { median, medianInPlace, quantile, rootMeanSquare } from '../../src-core/math/statistics.ts';

const SEED = 19;

describe(`statistics (seed ${SEED})`, () => {
  const random = seededRandom(SEED);
  const draw = (n: number) => Array.from({ length: n }, () => random.below(20) - 10 + random.below(2) / 2);

  it.each([1, 2, 3, 4, 7, 100, 101])('median of %d values has half of them on either side', (n) => {
    for (let trial = 0; trial < 20; trial++) {
      const values = draw(n);
      const middle = median(values);
      expect(values.filter((v) => v < middle).length).toBeLessThanOrEqual(n / 2);
      expect(values.filter((v) => v > middle).length).toBeLessThanOrEqual(n / 2);
      const sorted = [...values].sort((a, b) => a - b);
      expect(middle).toBe((sorted[Math.ceil(n / 2) - 1] + sorted[Math.floor(n / 2)]) / 2);
    }
  });

  it.each([1, 2, 3, 4, 7, 100, 101])('median of %d values is the same without a full sort', (n) => {
    for (let trial = 0; trial < 20; trial++) {
      const values = Float64Array.from(
        trial < 10 ? draw(n) : Array.from({ length: n }, () => random.normal()),
      );
      const expected = median(values);
      expect(medianInPlace(values)).toBe(expected);
    }
  });

  it('quantile runs from the least to the largest, linear between, whatever the order', () => {
    const values = [30, 10, 20, 0, 40];
    for (const [fraction, expected] of [
      [0, 0],
      [0.25, 10],
      [0.3, 12],
      [0.5, 20],
      [0.999, 39.96],
      [1, 40],
    ])
      expect(quantile(values, fraction)).toBeCloseTo(expected, 12);
    expect(values).toEqual([30, 10, 20, 0, 40]);
    expect(quantile([7], 0.3)).toBe(7);
  });

  it('sorts by number, not by text, and takes typed arrays and infinities', () => {
    expect(median([10, 9, 100])).toBe(10);
    expect(median(Float32Array.of(-1, -2, -10))).toBe(-2);
    expect(median([1, 2, Number.POSITIVE_INFINITY])).toBe(2);
  });

  it('root mean square is that of its definition', () => {
    expect(rootMeanSquare([3, -4])).toBeCloseTo(Math.sqrt(12.5), 14);
    expect(rootMeanSquare([0, 0])).toBe(0);
    expect(rootMeanSquare(Float64Array.of(-5))).toBe(5);
  });

  it('nothing has no median and no mean square', () => {
    expect(median([])).toBeNaN();
    expect(medianInPlace(new Float64Array(0))).toBeNaN();
    expect(quantile([], 0.9)).toBeNaN();
    expect(rootMeanSquare([])).toBeNaN();
  });
});
