import { describe, expect, it } from 'vitest';
import { TARGET_SEARCH_DEFAULTS } from '../../../src-core/closing/control/target-options.ts';
import { classifyPass } from '../../../src-core/closing/control/targets/classify-pass.ts';
import { solveCholesky } from '../../../src-core/math/cholesky.ts';
import { box, disc, type MadePass, makePass, PASS_DEFAULTS } from './passes.ts';

const judge = (change: Partial<MadePass>, options = TARGET_SEARCH_DEFAULTS) =>
  classifyPass(makePass(change), options);

/** Error of the centre, m, and its square over the stated covariance. */
function errorOf(change: Partial<MadePass>, options = TARGET_SEARCH_DEFAULTS) {
  const { target, remark } = judge(change, options);
  if (target === null) throw new Error(remark.message);
  const { centre, looseSpeed, scans } = { ...PASS_DEFAULTS, ...change };
  // Poses of a wrong speed have the plate elsewhere at every scan: what counts is where the scan that it is given in has it.
  const astray = looseSpeed * (target.scanIndex / 10 - (scans - 1) / 20);
  const error = centre.map((c, k) => target.centre[k] - c + (k === 0 ? astray : 0));
  const scaled = solveCholesky(target.covariance, error, 3)!;
  return {
    distance: Math.hypot(...error),
    chi2: error.reduce((sum, e, k) => sum + e * scaled[k], 0),
  };
}

const SEEDS = [1, 2, 3, 4];

describe('centre of a target from one pass', () => {
  it.each([
    ['square to the wall', {}],
    ['turned by 30 degrees', { turnedDeg: 30 }],
    ['turned by 50 degrees the other way', { turnedDeg: -50 }],
    ['high on the wall, seen from afar only', { centre: [0, 2.2, 0.9] as const }],
    ['half hidden by a post all the way', { hiddenFrom: 0.02 }],
    ['seen before the sensor comes by it only', { to: -0.5, scans: 40 }],
    ['at noise of 30 mm', { rangeNoise: 0.03 }],
    ['with poses that jump by 5 mm', { poseNoise: 0.005 }],
    ['seen in few scans', { from: -1, to: 1, scans: 6 }],
  ] as [string, Partial<MadePass>][])('%s', (_, change) => {
    const errors = SEEDS.map((seed) => errorOf({ ...change, seed }));
    for (const { distance } of errors) expect(distance).toBeLessThan(0.015);
    const mean = errors.reduce((sum, { chi2 }) => sum + chi2, 0) / errors.length;
    // Three degrees of freedom: the stated covariance does not boast.
    expect(mean).toBeLessThan(6);
  });

  it('a square, hung upright', () => {
    const square = { ...TARGET_SEARCH_DEFAULTS, shape: 'square' as const, size: 0.25 };
    for (const seed of SEEDS)
      expect(errorOf({ shines: box(0.25, 0.25), seed }, square).distance).toBeLessThan(0.01);
  });

  it('a smaller disc is known less well, and says so', () => {
    const sigma = (size: number) => {
      const { target } = judge({ shines: disc(size), scans: 8 }, { ...TARGET_SEARCH_DEFAULTS, size });
      return target!.covariance[8];
    };
    expect(sigma(0.15)).toBeGreaterThan(sigma(0.4));
  });

  it('in coordinates of a mine grid', () => {
    const pass = makePass({});
    const shift = [350_000, 8_600_000, 4_000];
    const moved = (values: number[]) => values.map((value, i) => value + shift[i % 3]);
    const there = classifyPass(
      {
        ...pass,
        origin: moved(pass.origin),
        point: moved(pass.point),
        scans: pass.scans.map((scan) => ({
          ...scan,
          sensor: moved([...scan.sensor]) as never,
          centroid: moved([...scan.centroid]) as never,
        })),
      },
      TARGET_SEARCH_DEFAULTS,
    );
    const here = classifyPass(pass, TARGET_SEARCH_DEFAULTS);
    here.target!.centre.forEach((value, k) => {
      expect(Math.abs(there.target!.centre[k] - shift[k] - value)).toBeLessThan(1e-6);
    });
  });

  it('where the walls do not hold the way, the wrong speed is found with the centre', () => {
    for (const seed of SEEDS) {
      const { distance } = errorOf({ looseSpeed: 0.15, scans: 60, seed });
      expect(distance).toBeLessThan(0.015);
    }
  });
});

describe('what shines and is no target', () => {
  it.each([
    ['a vest that walks', { speed: 0.4 }, 'moves'],
    ['a sign', { shines: box(0.9, 0.6) }, 'too-large'],
    ['a plate a third too large', { shines: disc(0.48) }, 'too-large'],
    ['a stripe of tape', { shines: box(0.3, 0.05) }, 'thin|too-small'],
    ['an upright stripe', { shines: box(0.05, 0.5) }, 'thin|too-small'],
    ['a plate half the size', { shines: disc(0.15) }, 'too-small'],
    [
      'a vest that stands',
      { shines: box(0.42, 0.25), relief: (u: number) => Math.sqrt(Math.max(0.24 ** 2 - u * u, 0)) - 0.24 },
      'not-flat|too-large|too-small',
    ],
    [
      'a heap of scrap',
      { relief: (u: number, v: number) => 0.12 * Math.sign(Math.sin(60 * u + 40 * v)) },
      'not-flat',
    ],
    ['a single line', { sway: 0, centre: [0, 2.2, 0.004] as const, shines: box(0.3, 0.1) }, 'thin|too-small'],
    ['a flash', { scans: 2, from: 0, to: 0.1 }, 'few-scans|few-returns'],
    ['two returns', { shines: disc(0.02) }, 'few-returns|thin|too-small'],
  ] as [string, Partial<MadePass>, string][])('%s', (_, change, verdicts) => {
    for (const seed of SEEDS) {
      const { verdict, target, remark } = judge({ ...change, seed });
      expect(verdicts.split('|')).toContain(verdict);
      expect(target).toBeNull();
      expect(remark.message).toMatch(/^[A-Z0-9].*\.$/);
      expect(remark.sentence?.code).toMatch(/^target-/);
    }
  });
});
