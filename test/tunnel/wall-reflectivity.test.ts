import { describe, expect, it } from 'vitest';
import { MEASURED } from '../../src-core/tunnel/wall/cells/wall-grid.ts';
import { ProfileAccumulator } from '../../src-core/tunnel/wall/profile-accumulator.ts';
import { axisAlong, onCircle, type Sampled, sampleDrive, straight } from './solids.ts';

const line = straight(0, [0, 0, 0], 0);
const RADIUS = 2;

/** Brighter with the chainage, and by half on the left (north of the axis, which runs east). */
function brightness(x: number, y: number): number {
  return Math.round((100 + 50 * x) * (y > 0 ? 1.5 : 1));
}

function reflectivityOf({ xyz }: Sampled): Uint16Array {
  return Uint16Array.from({ length: xyz.length / 3 }, (_, i) => brightness(xyz[3 * i], xyz[3 * i + 1]));
}

describe('reflectivity of the wall (seed 7)', () => {
  const cloud = sampleDrive(line, onCircle(RADIUS), [0, 6], 200_000, 7);
  const reflectivity = reflectivityOf(cloud);
  const gather = (parts: number, isRequested = true): ReturnType<ProfileAccumulator['wall']> => {
    const accumulator = new ProfileAccumulator(axisAlong(line, 0, 6, 1), { reflectivity: isRequested });
    const count = reflectivity.length;
    // From the last part to the first.
    for (let p = parts - 1; p >= 0; p--) {
      const [from, to] = [Math.floor((p * count) / parts), Math.floor(((p + 1) * count) / parts)];
      const { xyz, origin } = cloud;
      const part = xyz.subarray(3 * from, 3 * to);
      accumulator.add(part, origin, to - from, reflectivity.subarray(from, to));
    }
    return accumulator.wall();
  };
  const wall = gather(1);
  const { bins, slabs } = wall.grid;

  it('is the mean of the points of each cell', () => {
    let compared = 0;
    for (let k = 0; k < slabs; k++) {
      for (let j = 0; j < bins; j++) {
        const cell = k * bins + j;
        const angle = ((j + 0.5) * 2 * Math.PI) / bins - Math.PI;
        // A cell on the edge of the bright half holds both.
        if (wall.grid.state[cell] !== MEASURED || Math.abs(Math.cos(angle)) < 0.1) continue;
        const x = wall.chainageOf(k) + wall.options.slab / 2;
        const expected = (100 + 50 * x) * (Math.cos(angle) > 0 ? 1.5 : 1);
        expect(Math.abs(wall.grid.reflectivity![cell] - expected)).toBeLessThan(0.05 * 50 * 1.5 + 1);
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(0.8 * slabs * bins);
  });

  it('is that of the wall where dust hangs before it, however bright the dust', () => {
    const accumulator = new ProfileAccumulator(axisAlong(line, 0, 6, 1), { reflectivity: true });
    accumulator.add(cloud.xyz, cloud.origin, reflectivity.length, reflectivity);
    const dust = sampleDrive(line, onCircle(0.6 * RADIUS), [0, 6], 4000, 8);
    accumulator.add(dust.xyz, dust.origin, 4000, new Uint16Array(4000).fill(65_535));
    const { grid } = accumulator.wall();
    let compared = 0;
    let worst = 0;
    for (let cell = 0; cell < grid.state.length; cell++) {
      if (grid.state[cell] !== MEASURED || Math.abs(grid.radius[cell] - RADIUS) > 0.1) continue;
      if (wall.grid.state[cell] !== MEASURED) continue;
      compared++;
      worst = Math.max(worst, Math.abs(grid.reflectivity![cell] / wall.grid.reflectivity![cell] - 1));
    }
    expect(compared).toBeGreaterThan(0.8 * slabs * bins);
    // A cell that loses a point changes by the spread within it, of 0.1 m of chainage.
    expect(worst).toBeLessThan((50 * 0.1) / 100);
  });

  it('is the same to the last bit whatever the parts and their order', () => {
    expect(gather(7).grid.reflectivity).toEqual(wall.grid.reflectivity);
  });

  it('changes nothing of the wall, and is left out where nobody asks', () => {
    const plain = gather(1, false);
    expect(plain.grid.reflectivity).toBeUndefined();
    expect(plain.grid.radius).toEqual(wall.grid.radius);
    expect(plain.grid.state).toEqual(wall.grid.state);
  });

  it('is refused of points that have none', () => {
    const accumulator = new ProfileAccumulator(axisAlong(line, 0, 6, 1), { reflectivity: true });
    expect(() => accumulator.add(cloud.xyz, cloud.origin)).toThrow(
      expect.objectContaining({ code: 'usage' }),
    );
  });
});
