import { describe, expect, it } from 'vitest';
import { fitOutline } from '../../../src-core/closing/control/targets/fit-outline.ts';
import type { PiercedRays } from '../../../src-core/closing/control/targets/pierce-rays.ts';
import { outlineOf } from '../../../src-core/closing/control/targets/target-outline.ts';
import { invertSymmetric } from '../../../src-core/math/cholesky.ts';
import { seededRandom } from '../../../src-core/math/random.ts';

const SEED = 27;
const SIZE = 0.3;
/** Softness of an edge, m; strays; expected excess of the half size and its standard deviation, m. */
const [SOFTNESS, STRAY, BLOOM] = [0.012, 0.02, 0.01];
const CENTRE = [0.03, -0.02] as const;

type Shape = 'disc' | 'square';

/** Probability that a ray is bright, of an outline that is moved and widened: the model of the fit. */
function brightAt(shape: Shape, at: readonly number[], [u, v, bloom]: readonly number[]): number {
  const [x, y] = [at[0] - u, at[1] - v];
  const off = shape === 'disc' ? Math.hypot(x, y) : Math.max(Math.abs(x), Math.abs(y));
  return STRAY + (1 - 2 * STRAY) / (1 + Math.exp((off - SIZE / 2 - bloom) / SOFTNESS));
}

function raysOf(shape: Shape, seed: number): PiercedRays {
  const random = seededRandom(seed);
  const places: number[][] = [];
  for (let u = -0.3; u <= 0.3; u += 0.015)
    for (let v = -0.3; v <= 0.3; v += 0.03) places.push([u + 0.005 * random.normal(), v]);
  const count = places.length;
  return {
    ...{ count, at: Float64Array.from(places.flat()), shift: new Float64Array(2 * count) },
    bright: Uint8Array.from(places, (at) =>
      random.uniform() < brightAt(shape, at, [...CENTRE, BLOOM]) ? 1 : 0,
    ),
    ...{ seconds: new Float64Array(count), softness: new Float64Array(count).fill(SOFTNESS) },
    slope: [0, 0, 0],
  };
}

/** Covariance of centre and bloom from the information of the rays, its derivatives by differences. */
function expectedCovariance(shape: Shape, { count, at }: PiercedRays, x: readonly number[]): Float64Array {
  const information = new Float64Array(9);
  information[8] = 1 / BLOOM ** 2;
  for (let i = 0; i < count; i++) {
    const place = [at[2 * i], at[2 * i + 1]];
    const p = brightAt(shape, place, x);
    const slope = [0, 1, 2].map((k) => {
      const moved = (by: number) =>
        brightAt(
          shape,
          place,
          x.map((value, a) => (a === k ? value + by : value)),
        );
      return (moved(1e-6) - moved(-1e-6)) / 2e-6;
    });
    for (let a = 0; a < 3; a++)
      for (let b = 0; b < 3; b++) information[3 * a + b] += (slope[a] * slope[b]) / (p * (1 - p));
  }
  return invertSymmetric(information, 3)!;
}

describe(`the centre of a target of known outline (seeds ${SEED} and on)`, () => {
  it.each(['disc', 'square'] as const)('has the covariance that its rays inform of: %s', (shape) => {
    const rays = raysOf(shape, SEED);
    const { centre, covariance, bloom, converged } = fitOutline(rays, outlineOf(shape, SIZE), 0);
    expect(converged).toBe(true);
    const expected = expectedCovariance(shape, rays, [...centre, bloom]);
    for (const [at, from] of [
      [0, 0],
      [1, 1],
      [2, 3],
      [3, 4],
    ])
      expect(Math.abs(covariance[at] - expected[from])).toBeLessThan(0.01 * expected[0]);
  });

  it.each(['disc', 'square'] as const)('is off by no more than that, as a rule: %s', (shape) => {
    const errors = Array.from({ length: 20 }, (_, i) => {
      const { centre, covariance } = fitOutline(raysOf(shape, SEED + i), outlineOf(shape, SIZE), 0);
      return [0, 1].map((k) => (centre[k] - CENTRE[k]) / Math.sqrt(covariance[3 * k]));
    }).flat();
    // Of forty errors in standard deviations: the root of their mean square is 1, to three times 0.11.
    const rms = Math.sqrt(errors.reduce((sum, error) => sum + error ** 2, 0) / errors.length);
    expect(Math.abs(rms - 1)).toBeLessThan(0.34);
  });
});
