import { describe, expect, it } from 'vitest';
import type { Axis } from '../../src-core/model/axis.ts';
import { SlabPerimeter } from '../../src-core/tunnel/sections/unrolled/slab-perimeter.ts';
import { madeWall } from './simple-wall.ts';

const BEND = 20;
const COUNT = 401;
/** Ten metres of a level bend to the left with a radius of 20 m. */
const AXIS: Axis = {
  chainage: Float64Array.from({ length: COUNT }, (_, i) => i / 40),
  xyz: Float64Array.from({ length: 3 * COUNT }, (_, i) => {
    const angle = (i - (i % 3)) / 3 / 40 / BEND;
    return [BEND * Math.sin(angle), BEND * (1 - Math.cos(angle)), 0][i % 3];
  }),
  ...{ kind: 'slope', source: 'given' },
};
/** Radius of the wall by its angle: an oval. */
const radius = (angle: number): number => 2.5 + 0.5 * Math.cos(2 * angle);
const WALL = madeWall({ axis: AXIS, radius: (_, angle) => radius(angle) });

describe('the perimeter of a slab of an oval drive in a bend', () => {
  const perimeter = new SlabPerimeter(WALL);
  perimeter.take(50, 5, 5.1);
  const { bins } = WALL.grid;
  const width = (2 * Math.PI) / bins;
  const angleOf = (bin: number): number => (bin + 0.5) * width - Math.PI;
  const place = (angle: number): [number, number] => [
    radius(angle) * Math.cos(angle),
    radius(angle) * Math.sin(angle),
  ];
  const apart = (a: number, b: number): number => {
    const [[x, y], [u, v]] = [place(angleOf(a)), place(angleOf(b))];
    return Math.hypot(u - x, v - y);
  };

  it('has at the middle of each bin the length of the ring up to there', () => {
    // From the beginning of the first bin, half a side before its middle.
    let length = (apart(bins - 1, 0) + apart(0, 1)) / 4;
    for (let bin = 0; bin < bins; bin++) {
      expect(perimeter.binAt(place(angleOf(bin)))).toBe(bin);
      // Half of the sides before and behind a bin are its own: they differ by less than 1 mm from one to the next.
      expect(Math.abs(perimeter.lengthTo(place(angleOf(bin))) - length)).toBeLessThan(0.001);
      length += apart(bin, (bin + 1) % bins);
    }
  });

  it('is longer along the axis outside of the bend, shorter inside', () => {
    for (const bin of [0, 17, 60, 100, bins - 3]) {
      const [left] = place(angleOf(bin));
      // The nodes of the axis are 25 mm apart.
      expect(perimeter.axialLengthAt(bin)).toBeCloseTo(0.1 * (1 - left / BEND), 5);
    }
  });

  it('goes on from its end to its beginning, and no way back', () => {
    const whole = perimeter.lengthTo(place(Math.PI - 1e-9));
    expect(perimeter.between(1, 3)).toBe(2);
    expect(perimeter.between(3, 2.5)).toBe(0);
    expect(perimeter.between(whole - 0.5, 0.25)).toBeCloseTo(0.75, 2);
  });
});
