import { describe, expect, it } from 'vitest';
import { exp, invert } from '../../src-core/math/se3.ts';
import {
  type CustomDistance,
  customQuadratics,
  storedDistance,
} from '../../src-lab/methods/custom-distance.ts';
import { register } from '../../src-lab/register/register.ts';
import { saddle, transformed } from './clouds.ts';

const EXAMPLE = new URL('../../docs/examples/my-distance.mjs', import.meta.url).href;
const planeWithPoint = ((await import(EXAMPLE)) as { default: CustomDistance }).default;
const ROW = [0, 0, 0] as const;
const target = saddle(12);
const T = exp([0.03, -0.02, 0.04, 0.05, -0.03, 0.04]);
const source = transformed(invert(T), target);

/** Of a distance that is the same at every point. */
function evaluated(result: unknown): Float64Array {
  return customQuadratics(() => result, 'd.mjs', target, 4);
}

const IDENTITY = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

describe('a distance of one’s own', () => {
  it.each([
    [
      'newton-point',
      () => ({
        A: [
          [1, 0, 0],
          [0, 1, 0],
          [0, 0, 1],
        ],
      }),
    ],
    [
      'newton-plane',
      ({ normal: n }: { normal: readonly number[] }) => ({
        A: n.map((a) => n.map((b) => a * b)),
        b: ROW,
        c: 0,
      }),
    ],
  ] as const)('of the paper, written as a module would, registers as %s does', (method, distance) => {
    const customDistance = storedDistance(customQuadratics(distance, 'd.mjs', target, 4));
    const own = register(source, target, { method: 'newton-custom', customDistance });
    // Steps longer than a whole one are newton-point's alone.
    const known = register(source, target, { method, armijoLongest: 1 });
    expect(own.iterations).toBe(known.iterations);
    for (let k = 0; k < 9; k++) expect(own.T_target_source.R[k]).toBeCloseTo(known.T_target_source.R[k], 12);
    for (let k = 0; k < 3; k++) expect(own.T_target_source.t[k]).toBeCloseTo(known.T_target_source.t[k], 12);
  });

  it('of the example is 0.05 of the point’s along the plane, and whole across it', () => {
    const n = [0.6, 0, 0.8] as const;
    const { A } = planeWithPoint({ index: 0, position: ROW, normal: n });
    const squared = (u: readonly number[]): number =>
      u.reduce((sum, ui, i) => sum + u.reduce((row, uj, j) => row + ui * A[i][j] * uj, 0), 0);
    expect(squared(n)).toBeCloseTo(1, 12);
    expect(squared([0.8, 0, -0.6])).toBeCloseTo(0.05, 12);
    expect(squared([0, 1, 0])).toBeCloseTo(0.05, 12);
    const customDistance = storedDistance(customQuadratics(planeWithPoint, 'my-distance.mjs', target, 4));
    const result = register(source, target, { method: 'newton-custom', customDistance });
    for (let k = 0; k < 3; k++) expect(result.T_target_source.t[k]).toBeCloseTo(T.t[k], 5);
  });

  it('sees each point in the coordinates of the file, with a unit normal', () => {
    const seen: number[] = [];
    customQuadratics(
      ({ index, position, normal }: { index: number; position: number[]; normal: number[] }) => {
        seen.push(index);
        expect(position).toEqual([...target.xyz.subarray(3 * index, 3 * index + 3)]);
        expect(Math.hypot(...normal)).toBeCloseTo(1, 12);
        return {
          A: [
            [1, 0, 0],
            [0, 1, 0],
            [0, 0, 1],
          ],
        };
      },
      'd.mjs',
      target,
      4,
    );
    expect(seen).toEqual(Array.from({ length: target.count }, (_, i) => i));
  });

  it.each<[string, () => unknown, RegExp]>([
    ['no function', () => customQuadratics({ A: 1 }, 'd.mjs', target, 4), /d\.mjs has no function/],
    [
      'a function that throws',
      () =>
        customQuadratics(
          () => {
            throw new Error('no idea');
          },
          'd.mjs',
          target,
          4,
        ),
      /failed at point 0 .*: no idea/,
    ],
    ['nothing', () => evaluated(undefined), /gives no A, b and c at point 0/],
    [
      'two rows',
      () =>
        evaluated({
          A: [
            [1, 0, 0],
            [0, 1, 0],
          ],
        }),
      /gives no A, b and c/,
    ],
    [
      'text',
      () =>
        evaluated({
          A: [
            ['1', 0, 0],
            [0, 1, 0],
            [0, 0, 1],
          ],
        }),
      /gives no A, b and c/,
    ],
    [
      'not a number',
      () =>
        evaluated({
          A: [
            [1, 0, 0],
            [0, Number.NaN, 0],
            [0, 0, 1],
          ],
        }),
      /not finite at point 0/,
    ],
    [
      'an endless b',
      () =>
        evaluated({
          A: [
            [1, 0, 0],
            [0, 1, 0],
            [0, 0, 1],
          ],
          b: [0, 0, 1 / 0],
        }),
      /not finite/,
    ],
    [
      'an A that is not symmetric',
      () =>
        evaluated({
          A: [
            [1, 0.5, 0],
            [0, 1, 0],
            [0, 0, 1],
          ],
        }),
      /not symmetric/,
    ],
    ['a constant below 0', () => evaluated({ A: IDENTITY, c: -5 }), /falls to -5\.00 m² near point 0/],
    ['a b beyond its c', () => evaluated({ A: IDENTITY, b: [0.3, 0, 0.4], c: 0.2 }), /falls to -0\.0500 m²/],
    [
      'a b along a direction that A leaves free',
      () =>
        evaluated({
          A: [
            [0, 0, 0],
            [0, 0, 0],
            [0, 0, 1],
          ],
          b: [1, 0, 0],
          c: 5,
        }),
      /falls to −∞ near point 0/,
    ],
    [
      'a saddle',
      () =>
        evaluated({
          A: [
            [1, 2, 0],
            [2, 1, 0],
            [0, 0, 1],
          ],
        }),
      /eigenvalue -1\.00 at point 0/,
    ],
    ['zeros', () => evaluated({ A: [ROW, ROW, ROW] }), /A = 0 at every point/],
  ])('is refused where it is %s', (_, evaluate, sentence) => {
    expect(evaluate).toThrow(
      expect.objectContaining({ code: 'file-format', message: expect.stringMatching(sentence) }),
    );
  });
});
