import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import { outlineRuns } from '../../src-core/report/figures/outline-runs.ts';

describe('runs of an outline', () => {
  it('is the whole ring, closed, where all of it is of one kind', () => {
    expect(outlineRuns(Uint8Array.of(1, 1, 1), 1)).toEqual([{ vertices: [0, 1, 2], closed: true }]);
    expect(outlineRuns(Uint8Array.of(1, 1, 1), 0)).toEqual([]);
  });

  it('goes on over the vertex where the ring begins', () => {
    const measured = Uint8Array.of(1, 1, 0, 1, 1, 1);
    expect(outlineRuns(measured, 1)).toEqual([{ vertices: [3, 4, 5, 0, 1], closed: false }]);
    expect(outlineRuns(measured, 0)).toEqual([{ vertices: [1, 2, 3], closed: false }]);
  });

  for (const seed of [1, 2, 3])
    it(`has every edge once, of its kind (seed ${seed})`, () => {
      const random = seededRandom(seed);
      const n = 3 + random.below(60);
      const measured = Uint8Array.from({ length: n }, () => (random.uniform() < 0.7 ? 1 : 0));
      const times = new Uint8Array(n);
      for (const wanted of [0, 1] as const)
        for (const { vertices, closed } of outlineRuns(measured, wanted))
          for (let i = 0; i < (closed ? n : vertices.length - 1); i++) {
            const edge = vertices[i];
            expect(closed || vertices[i + 1] === (edge + 1) % n).toBe(true);
            expect(measured[edge] & measured[(edge + 1) % n]).toBe(wanted);
            times[edge]++;
          }
      expect([...times]).toEqual(Array(n).fill(1));
    });
});
