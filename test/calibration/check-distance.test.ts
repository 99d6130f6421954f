import { describe, expect, it } from 'vitest';
import { biasByDistance } from '../../src-core/calibration/check-distance.ts';
import type { PatchRows } from '../../src-core/calibration/patch-rows.ts';
import { seededRandom } from '../../src-core/math/random.ts';

const SEED = 5;
const BIAS = 0.006;
const DEGREE = Math.PI / 180;
/** By tape, m. */
const SIGMA = 0.001;
/** Scatter of a patch about its wall, m. */
const SCATTER = 0.0005;

type Vec = readonly [number, number, number];
type Planes = PatchRows['planes'];

/** A wall square to y or z, seen from the origin, by the mean cosine of its rays. */
interface Wall {
  readonly axis: 1 | 2;
  /** Place along the axis at x = 0 in truth, m; the sensor faces it from the origin. */
  readonly at: number;
  readonly cosine: number;
  /** Turn of the wall about the other axis, rad: its place changes by so much per metre of x. */
  readonly turn?: number;
  /** Turn of each single patch besides, rad, and its scatter. */
  readonly relief?: number;
  readonly reliefScatter?: number;
}

/** Patches of walls as a sensor sees them that measures too far: each wall off by bias times cosine. */
function patches(walls: readonly Wall[]): PatchRows {
  const random = seededRandom(SEED);
  const planes = walls.flatMap(
    ({ axis, at, cosine, turn = 0, relief = 0, reliefScatter = DEGREE }): Planes => {
      const away = Math.sign(at);
      return Array.from({ length: 3 * 16 }, (_, i) => {
        const x = (Math.floor(i / 3) - 7.5) / 2;
        const along = (i % 3) - 1;
        const place = at + away * BIAS * cosine + turn * x + SCATTER * random.normal();
        const own = turn + relief + reliefScatter * random.normal();
        const normal: [number, number, number] = [away * Math.sin(own), 0, 0];
        normal[axis] = -away * Math.cos(own);
        const centre: [number, number, number] = [x, along, along];
        centre[axis] = place;
        return { normal, centre, cosine };
      });
    },
  );
  return { planes } as unknown as PatchRows;
}

const FROM: Vec = [0, 0, 0];
const check = (walls: readonly Wall[], metres: number) =>
  biasByDistance(patches(walls), FROM, { metres, sigma: SIGMA });

describe(`the range offset by a check distance (seed ${SEED})`, () => {
  const left: Wall = { axis: 1, at: 2.3, cosine: 0.8 };
  const right: Wall = { axis: 1, at: -2.2, cosine: 0.7 };
  const crown: Wall = { axis: 2, at: 2.6, cosine: 0.4 };
  const floor: Wall = { axis: 2, at: -1.4, cosine: 0.4 };

  it('is found to the millimetre, of two walls among four', () => {
    const { value, sigma, measured } = check([left, right, crown, floor], 4.5);
    expect(Math.abs(value - BIAS)).toBeLessThan(0.001);
    expect(Math.abs(measured - 4.5 - 1.5 * BIAS)).toBeLessThan(0.001);
    expect(sigma).toBeGreaterThanOrEqual(SIGMA / 1.5);
    expect(sigma).toBeLessThan(1.2 * (SIGMA / 1.5));
  });

  it('takes two pieces of a wall, 0.2 degrees apart, for one', () => {
    // Patches are of one piece if their own normals are within 4 degrees of its fitted one: those of the second are
    // within 3.9 of their own and 4.1 of the other.
    const slab = { ...left, reliefScatter: 0.02 * DEGREE };
    const pieces = [
      { ...slab, turn: -0.1 * DEGREE },
      { ...slab, turn: 0.1 * DEGREE, relief: 3.9 * DEGREE },
    ];
    const { value, measured } = check([...pieces, right], 4.5);
    expect(Math.abs(value - BIAS)).toBeLessThan(0.001);
    expect(Math.abs(measured - 4.5 - 1.5 * BIAS)).toBeLessThan(0.001);
  });

  it('refuses two pairs of walls that are about as far apart', () => {
    expect(() => check([left, right, { ...crown, at: 2.9 }, { ...floor, at: -1.55 }], 4.5)).toThrow(
      expect.objectContaining({ code: 'usage', message: expect.stringContaining('2 ') }),
    );
  });

  it('refuses a distance that no two walls are apart, and a single wall', () => {
    for (const walls of [[left, right, crown, floor], [left]])
      expect(() => check(walls, 5.2)).toThrow(expect.objectContaining({ code: 'usage' }));
  });
});
