import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import { orderStatistic } from '../../src-core/math/statistics.ts';

describe('the value at a rank (seed 61)', () => {
  const random = seededRandom(61);
  const kinds: Record<string, (i: number, n: number) => number> = {
    'any values': () => random.normal(),
    'many alike': () => random.below(4),
    'all alike': () => 7,
    rising: (i) => i,
    falling: (i, n) => n - i,
    'up and down': (i, n) => Math.min(i, n - i),
  };

  it.each(Object.entries(kinds))('is that of the sorted values: %s', (_, valueAt) => {
    for (let round = 0; round < 60; round++) {
      const n = 1 + random.below(300);
      const values = Float64Array.from({ length: n }, (_, i) => valueAt(i, n));
      const sorted = values.slice().sort();
      // Asked again and again of the values as the last question left them.
      for (const rank of [0, n - 1, random.below(n), random.below(n), n >> 1])
        expect(orderStatistic(values, rank)).toBe(sorted[rank]);
      expect(values.slice().sort()).toEqual(sorted);
    }
  });
});
