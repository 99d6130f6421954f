import { describe, expect, it } from 'vitest';
import { fitPointPairs, type PointPair } from '../../../src-core/closing/control/fit-point-pairs.ts';
import { seededRandom } from '../../../src-core/math/random.ts';
import {
  applyToPoint,
  expSo3,
  multiply3,
  rotateVector,
  rotationAngle,
  transpose3,
} from '../../../src-core/math/se3.ts';
import { message } from '../../../src-core/messages/message.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';
import type { Rigid } from '../../../src-core/model/rigid.ts';

const SEED = 7;
const FRAMES = { from: message('pairs-side-second'), to: message('pairs-side-first') };
type Place = [number, number, number];

/** A drive of 4 m: both walls and the back. */
const WALLS: Place[] = [
  [3, 2.1, 0.3],
  [9, -2, -0.4],
  [14, 0.2, 2.6],
  [18, 2.2, 1],
];
const TRUTH: Rigid = {
  R: multiply3(expSo3(0, 0, 2.4), expSo3(0.05, -0.03, 0)),
  t: Float64Array.of(345_678.9, 8_612_345.6, 4321.1),
};

function pairs(points: readonly Place[], T = TRUTH, noise = 0, random = seededRandom(SEED)): PointPair[] {
  return points.map((from) => ({
    from,
    to: applyToPoint(T, ...from).map((value) => value + noise * random.normal()) as Place,
  }));
}

function whyNot(
  pointPairs: readonly PointPair[],
  gravity: Parameters<typeof fitPointPairs>[1] = null,
): string {
  try {
    fitPointPairs(pointPairs, gravity, FRAMES);
  } catch (error) {
    if (error instanceof SocavonError) return error.sentence?.code ?? '';
    throw error;
  }
  return 'none';
}

describe('points picked in two frames', () => {
  it('give the transform, at northings of seven digits', () => {
    const { T_to_from, residuals } = fitPointPairs(pairs(WALLS.slice(0, 3)), null, FRAMES);
    expect(rotationAngle(multiply3(transpose3(TRUTH.R), T_to_from.R))).toBeLessThan(1e-7);
    for (const [k, value] of T_to_from.t.entries()) expect(value).toBeCloseTo(TRUTH.t[k], 6);
    for (const residual of residuals) expect(residual).toBeLessThan(1e-6);
  });

  it(`of 3 cm noise (seed ${SEED}) leave residuals of that size, and the one that is off shows`, () => {
    const noisy = pairs(WALLS, TRUTH, 0.03);
    const { T_to_from, residuals } = fitPointPairs(noisy, null, FRAMES);
    // Four points with 12 coordinates and 6 unknowns: each error is at most some sigmas.
    for (const residual of residuals) expect(residual).toBeLessThan(5 * 0.03);
    const middle: Place = [10, 0, 0];
    const [x, y, z] = applyToPoint(T_to_from, ...middle);
    const [tx, ty, tz] = applyToPoint(TRUTH, ...middle);
    expect(Math.hypot(x - tx, y - ty, z - tz)).toBeLessThan(3 * 0.03);

    const moved = noisy.map((pair, i) =>
      i === 2 ? { ...pair, to: [pair.to[0], pair.to[1], pair.to[2] + 0.4] as Place } : pair,
    );
    const seen = fitPointPairs(moved, null, FRAMES).residuals;
    expect(seen.indexOf(Math.max(...seen))).toBe(2);
  });

  it('are refused where they decide nothing', () => {
    expect(whyNot(pairs(WALLS.slice(0, 2)))).toBe('pairs-few');
    expect(
      whyNot(
        pairs([
          [0, 2, 0],
          [5, 2.02, 0],
          [11, 1.99, 0.03],
        ]),
      ),
    ).toBe('pairs-on-line');
    expect(whyNot(pairs([WALLS[0], WALLS[1], [9.1, -2, -0.4]]))).toBe('pairs-same');
  });

  it('are refused in another order, with the two whose distances differ', () => {
    const [a, b, c] = pairs(WALLS.slice(0, 3));
    const exchanged = [a, { ...b, to: c.to }, { ...c, to: b.to }];
    expect(whyNot(exchanged)).toBe('pairs-distance');
  });

  it('are refused if their order would turn one survey over', () => {
    // Equal sides: the distances cannot tell that 1 and 2 were exchanged, which mirrors the triangle.
    const [a, b, c] = pairs([
      [0, 2, 0],
      [0, -2, 0],
      [6, 0, 0.1],
    ]);
    expect(whyNot([{ ...a, to: b.to }, { ...b, to: a.to }, c])).toBe('pairs-turned-over');
  });

  it('need two only if up is known', () => {
    const up = rotateVector(transpose3(TRUTH.R), 0, 0, 1);
    const gravity = { up, sigma: 0.01 };
    const { T_to_from } = fitPointPairs(pairs(WALLS.slice(0, 2)), gravity, FRAMES);
    expect(rotationAngle(multiply3(transpose3(TRUTH.R), T_to_from.R))).toBeLessThan(1e-7);
    expect(whyNot(pairs(WALLS.slice(0, 1)), gravity)).toBe('pairs-few');
    const plumb = rotateVector(transpose3(TRUTH.R), 0, 0, 2);
    expect(
      whyNot(
        pairs([
          [1, 2, 0],
          [1 + plumb[0], 2 + plumb[1], plumb[2]],
        ]),
        gravity,
      ),
    ).toBe('pairs-plumb');
  });
});
