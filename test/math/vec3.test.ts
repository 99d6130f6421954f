import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import { skew3 } from '../../src-core/math/se3-jacobians.ts';
import {
  cross3,
  distance3,
  dot3,
  minus3,
  norm3,
  step3,
  stepLength3,
  unit3,
  type Vec3,
} from '../../src-core/math/vec3.ts';

const SEED = 5;

describe(`vectors of three (seed ${SEED})`, () => {
  const random = seededRandom(SEED);
  const vector = (): Vec3 => [random.normal(), random.normal(), random.normal()];
  const pairs = Array.from({ length: 20 }, () => [vector(), vector()] as const);

  it('the vector product is that of the matrix of the cross product, square to both', () => {
    expect(cross3([1, 0, 0], [0, 1, 0])).toEqual([0, 0, 1]);
    for (const [a, b] of pairs) {
      const S = skew3(...a);
      const c = cross3(a, b);
      for (let i = 0; i < 3; i++) expect(c[i]).toBeCloseTo(dot3(S.subarray(3 * i, 3 * i + 3), b), 14);
      expect(dot3(c, a)).toBeCloseTo(0, 14);
      expect(norm3(c) ** 2).toBeCloseTo(dot3(a, a) * dot3(b, b) - dot3(a, b) ** 2, 12);
    }
  });

  it('a distance is the length of the difference, either way, and of a step of a polyline', () => {
    for (const [a, b] of pairs) {
      expect(distance3(a, b)).toBe(norm3(minus3(a, b)));
      expect(distance3(b, a)).toBe(distance3(a, b));
      const line = Float64Array.of(9, 9, 9, ...a, ...b);
      expect(step3(line, 1, 2)).toEqual(minus3(b, a));
      expect(stepLength3(line, 1, 2)).toBe(distance3(a, b));
    }
    expect(distance3([3, 0, 0], [0, 4, 0])).toBe(5);
  });

  it('a unit vector has length 1, whatever the size, and none where there is no direction', () => {
    for (const [a] of pairs)
      for (const size of [1e-150, 1, 1e150]) {
        const unit = unit3(a.map((value) => size * value));
        expect(norm3(unit)).toBeCloseTo(1, 14);
        expect(dot3(unit, a)).toBeCloseTo(norm3(a), 12);
      }
    expect(unit3([0, 0, 0])).toEqual([Number.NaN, Number.NaN, Number.NaN]);
  });
});
