import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src-core/math/random.ts';
import { thinEvenly } from '../../../src-core/odometry/frame/thin.ts';

const SEED = 53;
const BEAMS = 16;
const COLUMNS = 1024;
const PIXELS = BEAMS * COLUMNS;
const ALL = Uint32Array.from({ length: PIXELS }, (_, pixel) => pixel);

function thinned(stride: number, scan: number, pixel = ALL): Uint32Array {
  const chosen = new Uint32Array(pixel.length);
  return chosen.slice(0, thinEvenly(pixel, pixel.length, stride, scan, chosen));
}

describe(`thinning (seed ${SEED})`, () => {
  it('by one keeps every point', () => {
    expect(thinned(1, 5)).toEqual(ALL);
  });

  it('is the same every time, ascending, and another from scan to scan', () => {
    expect(thinned(3, 7)).toEqual(thinned(3, 7));
    expect([...thinned(3, 7)].every((index, k, all) => k === 0 || index > all[k - 1])).toBe(true);
    expect(thinned(3, 8)).not.toEqual(thinned(3, 7));
  });

  it('goes by the pixel, not by the place in the list', () => {
    const random = seededRandom(SEED);
    const some = ALL.filter(() => random.below(3) > 0);
    const whole = new Set(thinned(2, 4));
    expect([...thinned(2, 4, some)].map((i) => some[i])).toEqual(
      [...some].filter((pixel) => whole.has(pixel)),
    );
  });

  it('of nothing is nothing', () => {
    expect(thinEvenly(ALL, 0, 2, 0, new Uint32Array(0))).toBe(0);
  });

  it.each([2, 3, 4, 7])(
    'by %d favours no beam, column, neighbour or scan (chi-square over 60 scans)',
    (stride) => {
      const scans = 60;
      const byBeam = new Float64Array(BEAMS);
      const byColumn = new Float64Array(COLUMNS);
      const byScan = new Float64Array(scans);
      let pairs = 0;
      let again = 0;
      let before = new Set<number>();
      for (let scan = 0; scan < scans; scan++) {
        const distinct = new Set(thinned(stride, scan));
        for (const pixel of distinct) {
          byBeam[Math.floor(pixel / COLUMNS)]++;
          byColumn[pixel % COLUMNS]++;
          byScan[scan]++;
          if (distinct.has(pixel + 1)) pairs++;
          if (before.has(pixel)) again++;
        }
        before = distinct;
      }
      for (const counts of [byBeam, byColumn, byScan]) {
        const trials = (PIXELS * scans) / counts.length;
        const variance = (trials / stride) * (1 - 1 / stride);
        const chi2 = counts.reduce((sum, n) => sum + (n - trials / stride) ** 2 / variance, 0);
        // One degree of freedom a count: mean their number, variance twice that; five sigma.
        expect(Math.abs(chi2 - counts.length)).toBeLessThan(5 * Math.sqrt(2 * counts.length));
      }
      // Kept together with its neighbour, or with itself in the scan before, as often as chance has it.
      for (const [result, trials] of [
        [pairs, PIXELS * scans],
        [again, PIXELS * (scans - 1)],
      ]) {
        const share = 1 / stride ** 2;
        expect(Math.abs(result - trials * share)).toBeLessThan(5 * Math.sqrt(trials * share));
      }
    },
  );
});
