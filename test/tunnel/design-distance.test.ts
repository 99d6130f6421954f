import { expect, it } from 'vitest';
import { DesignDistances } from '../../src-core/math/design-distances.ts';
import { designDistance } from '../../src-core/math/polygon-distance.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import type { DesignSection } from '../../src-core/model/design.ts';
import { designOutline } from '../../src-core/tunnel/design/design.ts';

const SEED = 3;

it('of a circle is the distance from its middle less its radius', () => {
  const outline = designOutline({ shape: 'circle', diameter: 4, axisHeight: 2 });
  const random = seededRandom(SEED);
  for (let i = 0; i < 200; i++) {
    const [x, y] = [6 * (random.uniform() - 0.5), 6 * (random.uniform() - 0.5)];
    expect(designDistance(outline, x, y)).toBeCloseTo(Math.hypot(x, y) - 2, 3);
  }
});

it.each([
  [0, 0.5, -0.5],
  [0, -0.25, 0.25],
  [2.5, 1, 0.5],
  [2 + 0.3, 3 + 0.4, 0.5],
  [-2, 1, 0],
])('of a rectangle 4 x 3 m over its floor at (%f, %f) is %f', (left, up, expected) => {
  const outline = designOutline({ shape: 'rectangle', width: 4, height: 3, axisHeight: 0 });
  expect(designDistance(outline, left, up)).toBeCloseTo(expected, 12);
});

it.each<[string, DesignSection]>([
  ['a baúl', { shape: 'baul', width: 4.5, height: 4, wallHeight: 2.5, axisHeight: 1.7 }],
  ['a circle', { shape: 'circle', diameter: 4, axisHeight: 2 }],
  ['a rectangle', { shape: 'rectangle', width: 4, height: 3, axisHeight: 0 }],
  [
    'an outline with a recess',
    {
      shape: 'polyline',
      points: [
        [-2, 0],
        [2, 0],
        [2, 3],
        [0, 1],
        [-2, 3],
      ],
      axisHeight: 1,
    },
  ],
])('of many places is the same to the last bit: %s', (_, design) => {
  const outline = designOutline(design);
  const many = new DesignDistances(outline);
  const random = seededRandom(SEED);
  for (let i = 0; i < 20_000; i++) {
    const [left, up] = [8 * (random.uniform() - 0.5), 10 * (random.uniform() - 0.5)];
    expect(many.at(left, up)).toBe(designDistance(outline, left, up));
  }
  for (let i = 0; i < outline.length; i += 2)
    expect(many.at(outline[i], outline[i + 1])).toBe(designDistance(outline, outline[i], outline[i + 1]));
});
