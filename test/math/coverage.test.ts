import { describe, expect, it } from 'vitest';
import { coverageHalfWidth, normalShare } from '../../src-core/math/coverage.ts';
import { seededRandom } from '../../src-core/math/random.ts';

describe('the share of the normal distribution', () => {
  it.each([
    [0, 0.5],
    [1, 0.841344746068543],
    [1.959963984540054, 0.975],
    [-3, 0.00134989803163],
    [6, 0.9999999990134123],
  ])('below %d', (x, share) => {
    expect(normalShare(x)).toBeCloseTo(share, 12);
  });
});

describe('the interval of a uniform and a normal quantity', () => {
  it('is the normal one without a uniform part, and the uniform one without a normal part', () => {
    expect(coverageHalfWidth(0, 2, 0.95)).toBeCloseTo(2 * 1.959963984540054, 9);
    expect(coverageHalfWidth(1e-9, 2, 0.95)).toBeCloseTo(2 * 1.959963984540054, 6);
    expect(coverageHalfWidth(3, 0, 0.95)).toBeCloseTo(2.85, 12);
    expect(coverageHalfWidth(3, 1e-6, 0.95)).toBeCloseTo(2.85, 4);
    expect(coverageHalfWidth(0, 0, 0.95)).toBe(0);
  });

  for (const seed of [1, 2, 3])
    it(`holds its share of drawn sums (seed ${seed})`, () => {
      const random = seededRandom(seed);
      const halfWidth = 3 * random.uniform();
      const sigma = 0.1 + random.uniform();
      const limit = coverageHalfWidth(halfWidth, sigma, 0.95);
      const draws = 40_000;
      let within = 0;
      for (let i = 0; i < draws; i++)
        if (Math.abs(halfWidth * (2 * random.uniform() - 1) + sigma * random.normal()) <= limit) within++;
      // Five standard deviations of the count.
      expect(Math.abs(within / draws - 0.95)).toBeLessThan(5 * Math.sqrt((0.95 * 0.05) / draws));
    });
});
