import { describe, expect, it } from 'vitest';
import { angleAt, areaOf, lengthOf } from '../../../src-renderer/viewer/measure.ts';
import type { Vector } from '../../../src-renderer/viewer/vector.ts';

/** In a Peruvian mine grid, where f32 has steps of a metre. */
const at = (x: number, y: number, z: number): Vector => [352_118.5 + x, 9_001_447.25 + y, 4213.125 + z];

describe('measuring between points', () => {
  it('gives slope, horizontal and vertical lengths', () => {
    expect(lengthOf([at(0, 0, 0), at(3, 4, 12)])).toEqual({ slope: 13, horizontal: 5, vertical: 12 });
    expect(lengthOf([at(0, 0, 0), at(3, 0, 4), at(3, 0, 0)])).toEqual({
      slope: 9,
      horizontal: 3,
      vertical: 0,
    });
    expect(lengthOf([at(1, 1, 1)])).toEqual({ slope: 0, horizontal: 0, vertical: 0 });
    expect(lengthOf([])).toEqual({ slope: 0, horizontal: 0, vertical: 0 });
  });

  it('gives the angle at the corner, also where a cosine would be blind', () => {
    expect(angleAt(at(1, 0, 0), at(0, 0, 0), at(0, 0, 2))).toBeCloseTo(Math.PI / 2, 12);
    expect(angleAt(at(1, 0, 0), at(0, 0, 0), at(-2, 0, 0))).toBeCloseTo(Math.PI, 12);
    expect(angleAt(at(1000, 0, 0), at(0, 0, 0), at(1000, 2 ** -10, 0))).toBeCloseTo(2 ** -10 / 1000, 12);
    expect(angleAt(at(0, 0, 0), at(0, 0, 0), at(1, 0, 0))).toBeNull();
  });

  it('gives the area of a polygon however it lies and whichever way it runs', () => {
    const square = [at(0, 0, 0), at(4, 0, 3), at(4, 5, 3), at(0, 5, 0)];
    expect(areaOf(square)).toBeCloseTo(25, 9);
    expect(areaOf(square.toReversed())).toBeCloseTo(25, 9);
    const notched = [at(0, 0, 0), at(4, 0, 0), at(4, 4, 0), at(2, 1, 0), at(0, 4, 0)];
    expect(areaOf(notched)).toBeCloseTo(10, 9);
    expect(areaOf(square.slice(0, 2))).toBe(0);
  });
});
