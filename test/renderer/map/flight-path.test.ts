import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src-core/math/random.ts';
import { FlightPath } from '../../../src-renderer/features/map/flight-path.ts';
import { axesOf, eyeOf } from '../../../src-renderer/viewer/camera.ts';
import { length, subtract, type Vector } from '../../../src-renderer/viewer/vector.ts';

const SEEDS = [1, 2, 3, 4, 5];
/** Half the width of the drive, and what it rises, m/m. */
const HALF = 2;
const GRADE = 0.12;

/** A drive that turns by 150 degrees on a radius of 12 m, in a mine grid. */
function axisAt(metres: number): Vector {
  const turn = metres / 12;
  return [350_000 + 12 * Math.sin(turn), 9_000_000 + 12 * (1 - Math.cos(turn)), 4200 + GRADE * metres];
}
const END = (12 * 150 * Math.PI) / 180;
const axis = (step: number): Float64Array =>
  Float64Array.from({ length: Math.floor(END / step) + 1 }, (_, i) => i * step).reduce<Float64Array>(
    (all, metres, i, { length: count }) => {
      const xyz = i === 0 ? new Float64Array(3 * count) : all;
      xyz.set(axisAt(metres), 3 * i);
      return xyz;
    },
    new Float64Array(0),
  );

describe('fly-through', () => {
  it('goes along the axis at constant speed, whatever the spacing of its vertices', () => {
    for (const step of [0.25, 1, 3.7]) {
      const path = FlightPath.alongAxis(axis(step))!;
      const metres = path.frames(1.5, 30);
      expect(metres).toHaveLength(Math.floor((path.length / 1.5) * 30) + 1);
      for (let k = 1; k < metres.length; k++) {
        // Along the line; across a corner the chord is shorter by the square of the turn.
        const [a, b] = [path.placeAt(metres[k - 1]), path.placeAt(metres[k])];
        expect(metres[k] - metres[k - 1]).toBeCloseTo(0.05, 9);
        expect(length(subtract(b, a))).toBeLessThanOrEqual(0.05 + 1e-8);
        expect(length(subtract(b, a))).toBeGreaterThan(0.05 * Math.cos(step / 24));
      }
      expect(length(subtract(path.placeAt(metres[0]), axisAt(0)))).toBeLessThan(1e-6);
    }
  });

  it('never leaves the drive, and looks where it leads', () => {
    const path = FlightPath.alongAxis(axis(1))!;
    const { length: long } = path;
    for (const metres of path.frames(2, 24)) {
      const view = path.viewAt(metres, 0.5);
      const [x, y] = eyeOf(view);
      const off = Math.hypot(x - 350_000, y - 9_000_012) - 12;
      expect(Math.abs(off)).toBeLessThan(HALF / 10);
      // Of the drive ahead, if not round the corner.
      const ahead = axisAt(((metres + 2) / long) * END);
      const { back } = axesOf(view);
      const towards = subtract(ahead, eyeOf(view));
      const cosine = -towards.reduce((sum, value, k) => sum + value * back[k], 0) / length(towards);
      expect(cosine).toBeGreaterThan(0.85);
      expect(view.projection).toBe('perspective');
    }
  });

  for (const seed of SEEDS)
    it(`follows a robot that stops, sways and goes back a little, seed ${seed}`, () => {
      const random = seededRandom(seed);
      const positions: number[] = [];
      let at = 0;
      while (at < END) {
        at += random.uniform() < 0.3 ? -0.02 * random.uniform() : 0.15 * random.uniform();
        const [x, y, z] = axisAt(Math.max(0, at));
        positions.push(x + 0.05 * random.normal(), y + 0.05 * random.normal(), z + 0.02 * random.normal());
      }
      const path = FlightPath.alongTrajectory(positions)!;
      expect(path.length).toBeGreaterThan(0.95 * END);
      expect(path.length).toBeLessThan(1.15 * END);
      for (const metres of path.frames(1, 10)) {
        const [x, y] = path.placeAt(metres);
        expect(Math.abs(Math.hypot(x - 350_000, y - 9_000_012) - 12)).toBeLessThan(0.4);
      }
    });

  it('has no way of a robot that stood still, nor of a single place', () => {
    expect(FlightPath.alongTrajectory([1, 2, 3, 1.1, 2, 3, 1, 2.1, 3])).toBeNull();
    expect(FlightPath.alongAxis([1, 2, 3, 1, 2, 3])).toBeNull();
    expect(FlightPath.alongAxis([])).toBeNull();
  });

  it('goes on straight beyond its end', () => {
    const path = FlightPath.alongAxis([0, 0, 0, 4, 0, 0, 4, 3, 0])!;
    expect(path.placeAt(9)).toEqual([4, 5, 0]);
    expect(path.length).toBe(7);
  });
});
