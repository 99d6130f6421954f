import { describe, expect, it } from 'vitest';
import { exp } from '../../src-core/math/se3.ts';
import type { MethodId } from '../../src-core/model/registration-ids.ts';
import { pointDistance } from '../../src-lab/problem/surface-distance.ts';
import { METHODS } from '../../src-lab/register/methods.ts';
import { register } from '../../src-lab/register/register.ts';
import { filledWith, pointSet, saddle } from './clouds.ts';

const good = { ...saddle(8), reflectivity: Float64Array.from({ length: 64 }, (_, i) => i) };
const methods = Object.keys(METHODS) as MethodId[];
const HARD = methods.filter((id) => id.startsWith('icp-') || id.startsWith('newton-'));

function refusalOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return 'no refusal';
}

describe.each(methods)('%s refuses', (method) => {
  const options = { method, customDistance: pointDistance };

  it.each([
    ['no points', pointSet([]), 'The source has no points'],
    ['one point', pointSet([[1, 2, 3]]), 'The source has 1 point,'],
    ['two points', filledWith(2, (i) => [i, 0, 0]), 'The source has 2 points'],
  ])('%s', (_, cloud, sentence) => {
    expect(refusalOf(() => register(cloud, good, options))).toMatchObject({
      code: 'too-few-points',
      message: expect.stringContaining(sentence),
    });
    expect(refusalOf(() => register(good, cloud, options))).toMatchObject({
      code: 'too-few-points',
      message: expect.stringContaining(sentence.replace('source', 'target')),
    });
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    'a coordinate %d by its index',
    (value) => {
      const bad = filledWith(20, (i) => [i, i === 7 ? value : i * i, 1]);
      for (const [source, target, name] of [
        [bad, good, 'source'],
        [good, bad, 'target'],
      ] as const) {
        expect(refusalOf(() => register(source, target, options))).toMatchObject({
          code: 'points-unusable',
          message: expect.stringContaining(`Point 7 of the ${name} (counted from 0) has y = ${value}`),
        });
      }
    },
  );

  it('to go on when cancelled', () => {
    const work = (): unknown => register(good, good, { ...options, rmsThreshold: 0 }, { cancelled: true });
    expect(refusalOf(work)).toMatchObject({ code: 'cancelled' });
  });
});

describe.each(HARD)('%s refuses', (method) => {
  it('clouds of which fewer than three points match, and says how far it looked', () => {
    const options = {
      method,
      customDistance: pointDistance,
      maxDistance: 0.5,
      T_target_source: exp([0, 0, 0, 100, 0, 0]),
    };
    expect(refusalOf(() => register(good, good, options))).toMatchObject({
      code: 'too-few-points',
      message: expect.stringMatching(/Of the source's 64 points 0 have a match in the target within 0\.5 m/),
    });
  });
});

describe('an option that makes no sense', () => {
  it.each([
    ['armijoShrink', 1],
    ['armijoShrink', 0],
    ['armijoDecrease', 1],
    ['armijoLongest', 0.5],
    ['armijoLongest', Number.POSITIVE_INFINITY],
    ['maxIterations', 2.5],
    ['maxIterations', Number.NaN],
    ['rmsTolerance', -1],
    ['rmsThreshold', Number.NaN],
    ['maxDistance', -0.1],
    ['normalNeighbours', 1],
    ['curvatureNeighbours', 3.5],
    ['cellLevel', -1],
  ])('is refused by its name: %s = %d', (name, value) => {
    expect(refusalOf(() => register(good, good, { [name]: value }))).toMatchObject({
      code: 'usage',
      message: expect.stringContaining(`The option ${name} of the registration is ${value}; it must be `),
    });
  });
});

describe('newton-custom refuses', () => {
  it('to start without a distance', () => {
    expect(refusalOf(() => register(good, good, { method: 'newton-custom' }))).toMatchObject({
      code: 'usage',
      message: expect.stringContaining('customDistance'),
    });
  });
});

describe('icp-plane refuses', () => {
  it('a target that shows no normal: all points in a line', () => {
    const line = filledWith(50, (i) => [i, 2 * i, 3 * i]);
    expect(refusalOf(() => register(line, line, { method: 'icp-plane' }))).toMatchObject({
      code: 'too-few-points',
    });
  });
});

describe.each(['icp-plane', 'newton-plane', 'newton-second-order'] as const)(
  '%s refuses by its cause',
  (method) => {
    it.each([
      ['a line', filledWith(64, (i) => [i / 10, 2, 3])],
      ['one place', filledWith(64, () => [1, 2, 3])],
    ])('a target without a normal: %s', (_, target) => {
      expect(refusalOf(() => register(good, target, { method }))).toMatchObject({
        code: 'too-few-points',
        message: expect.stringContaining('No point of the target has a normal'),
      });
    });
  },
);
