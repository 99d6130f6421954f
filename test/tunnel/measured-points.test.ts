import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import { wholeAxis } from '../../src-core/model/design.ts';
import { measuredPoints } from '../../src-core/tunnel/design/measured-points.ts';
import { pointBreaks } from '../../src-core/tunnel/design/point-breaks.ts';
import { FILLED, MEASURED } from '../../src-core/tunnel/wall/cells/wall-grid.ts';
import { madeWall } from './simple-wall.ts';
import { axisAlong, straight } from './solids.ts';

const SEED = 31;
const RADIUS = 2.5;
const DESIGN = { shape: 'baul', width: 4.5, height: 4, wallHeight: 2.5, axisHeight: 1.7 } as const;
/** In the mine grid, where an f32 has half a metre. */
const START = [352_118.25, 9_123_456.789, 4213];
const RAMP = axisAlong(straight(0.1, START), 100, 140, 1);
/** Interpolated between these chainages, on the left. */
const HIDDEN = { from: 120, to: 122 };
const isHidden = (chainage: number, angle: number): boolean =>
  chainage >= HIDDEN.from && chainage < HIDDEN.to && Math.abs(angle) < 0.5;
const WALL = madeWall({
  axis: RAMP,
  radius: () => RADIUS,
  state: (chainage, angle) => (isHidden(chainage, angle) ? FILLED : MEASURED),
});
const ORIGIN = START.map(Math.round) as [number, number, number];

/** Points by chainage, angle and radius about the axis, f32 about the origin. */
function pointsAt(places: readonly (readonly [number, number, number])[]) {
  const xyz = new Float32Array(3 * places.length);
  places.forEach(([chainage, angle, radius], i) => {
    const { origin, left, up } = WALL.geometry.frameAt(chainage);
    for (let k = 0; k < 3; k++)
      xyz[3 * i + k] = origin[k] + radius * (Math.cos(angle) * left[k] + Math.sin(angle) * up[k]) - ORIGIN[k];
  });
  return { origin: ORIGIN, xyz, count: places.length };
}

describe(`points on a measured wall (seed ${SEED})`, () => {
  it('are those within five centimetres of it where it was measured, and no others', () => {
    const random = seededRandom(SEED);
    const places = Array.from({ length: 5000 }, (): [number, number, number] => [
      98 + 44 * random.uniform(),
      (2 * random.uniform() - 1) * Math.PI,
      RADIUS + 0.3 * (random.uniform() - 0.5),
    ]);
    const result = measuredPoints(WALL)(pointsAt(places));
    let [on, off] = [0, 0];
    for (const [i, [chainage, angle, radius]] of places.entries()) {
      // Not told within a cell of a border, or within a tenth of a millimetre of the bound.
      const border = [100, 140, HIDDEN.from, HIDDEN.to].some((at) => Math.abs(chainage - at) < 0.11);
      const side =
        Math.abs(Math.abs(angle) - 0.5) < 0.02 || Math.abs(Math.abs(radius - RADIUS) - 0.05) < 1e-4;
      if (border || side) continue;
      const isOn =
        chainage > 100 && chainage < 140 && !isHidden(chainage, angle) && Math.abs(radius - RADIUS) < 0.05;
      expect(result[i]).toBe(isOn ? 1 : 0);
      if (isOn) on++;
      else off++;
    }
    expect(on).toBeGreaterThan(1000);
    expect(off).toBeGreaterThan(1000);
  });

  it('follow a step of the wall between neighbouring cells', () => {
    const stepped = madeWall({ axis: RAMP, radius: (chainage) => (chainage < 120 ? 2 : 2.6) });
    const places = [2.02, 2.3, 2.58, 2.9].map((radius): [number, number, number] => [119.99, 0.3, radius]);
    expect([...measuredPoints(stepped)(pointsAt(places))]).toEqual([1, 1, 1, 0]);
    const away = [2.02, 2.3, 2.58].map((radius): [number, number, number] => [118, 0.3, radius]);
    expect([...measuredPoints(stepped)(pointsAt(away))]).toEqual([1, 0, 0]);
  });

  it('without numbers, at the axis itself, or far away are none', () => {
    const places: [number, number, number][] = [
      [110, 0, 0],
      [110, 0, Number.NaN],
      [110, 0, 500],
    ];
    expect([...measuredPoints(WALL)(pointsAt(places))]).toEqual([0, 0, 0]);
  });
});

describe('overbreak of points', () => {
  it('in vertical sections of a ramp is counted square to the axis, as that of the wall', () => {
    const axis = RAMP;
    const wall = madeWall({ axis, radius: () => RADIUS, options: { sections: 'vertical' } });
    const square = madeWall({ axis, radius: () => RADIUS });
    const place = (wallSurface: typeof wall, height: number) => {
      const { origin, up } = wallSurface.geometry.frameAt(120);
      const xyz = Float32Array.from([0, 1, 2].map((k) => origin[k] - Math.round(origin[k]) + height * up[k]));
      return { origin: [...origin].map(Math.round) as [number, number, number], xyz, count: 1 };
    };
    const stretch = wall.geometry.heightStretchAt(120);
    expect(stretch).toBeGreaterThan(1.004);
    const [inSquare] = pointBreaks(square.geometry, wholeAxis(DESIGN))(place(square, 2));
    const [inVertical] = pointBreaks(wall.geometry, wholeAxis(DESIGN))(place(wall, 2 * stretch));
    expect(inVertical).toBeCloseTo(inSquare, 5);
  });
});
