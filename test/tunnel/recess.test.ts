import { describe, expect, it } from 'vitest';
import { ProfileAccumulator } from '../../src-core/tunnel/profile-accumulator.ts';
import { volumeBetween } from '../../src-core/tunnel/volume.ts';
import type { WallSurface } from '../../src-core/tunnel/wall-surface.ts';
import { sampleRecess } from './simple-recess.ts';
import { axisAlong, BAUL, BAUL_AREA, NOISE, onBaul, sampleDrive, straight } from './solids.ts';

const SEED = 41;
/** Points per square metre of wall. */
const DENSITY = 8000;

interface Recess {
  readonly from: number;
  readonly to: number;
  readonly depth: number;
  readonly height: number;
}

describe(`recesses are part of the void: a straight drive with ${1000 * NOISE} mm of noise (seed ${SEED})`, () => {
  it.each<[string, Recess]>([
    ['a niche with its jambs inside slabs', { from: 4.03, to: 6.07, depth: 1.5, height: 2.2 }],
    ['a niche with its jambs on the faces of slabs', { from: 4, to: 6, depth: 1.5, height: 2.2 }],
    ['a cross-cut with its jambs inside slabs', { from: 4.04, to: 7.09, depth: 4, height: 2.4 }],
    ['a cross-cut with its jambs on the faces of slabs', { from: 4, to: 7, depth: 4, height: 2.4 }],
    ['a cross-cut with its jambs a noise away from faces', { from: 4.02, to: 6.98, depth: 4, height: 2.4 }],
  ])('%s', (_, recess) => {
    const { from, to, depth, height } = recess;
    const wall = wallWith(recess);
    // The value alone: rules over profiles cannot see where in an interval a jamb stands.
    const off = (a: number, b: number): number => {
      const { volume } = volumeBetween(wall, a, b);
      const truth = BAUL_AREA * (b - a) + (Math.min(b, to) - Math.max(a, from)) * depth * height;
      expect(Math.abs(volume.value - truth), `${a} to ${b}`).toBeLessThan(volume.plusMinus);
      return Math.abs(volume.value / truth - 1);
    };
    expect(off(1, 11)).toBeLessThan(1.5e-3);
    expect(off(from - 1, from + 1), 'first jamb').toBeLessThan(4e-3);
    expect(off(to - 1, to + 1), 'second jamb').toBeLessThan(4e-3);
    expect(off(4.5, 5.6), 'between the jambs').toBeLessThan(3e-3);
  });

  it('a roof below the middle of the section: the wedge over it counts as void, and no more', () => {
    const recess = { from: 4.03, to: 6.07, depth: 1.5, height: 1.6 };
    const { from, to, depth, height } = recess;
    const wall = wallWith(recess);
    const middle = BAUL.line + wall.centre[2 * 50 + 1];
    const wedge = ((middle - height) * depth * depth) / (2 * (BAUL.width / 2 + depth));
    const truth = BAUL_AREA * 10 + (to - from) * depth * height;
    const excess = volumeBetween(wall, 1, 11).volume.value - truth;
    expect(excess / ((to - from) * wedge)).toBeGreaterThan(0.5);
    expect(excess / ((to - from) * wedge)).toBeLessThan(1.5);
  });
});

/** The wall of a straight drive with a recess from the floor in its left wall. */
function wallWith(recess: Recess): WallSurface {
  const line = straight();
  const inOpening = (s: number, left: number, up: number): boolean =>
    s > recess.from && s < recess.to && left > BAUL.width / 2 - 0.01 && up < recess.height - BAUL.line;
  const drive = sampleDrive(line, onBaul, [0, 12], 400_000, SEED, undefined, (...p) => !inOpening(...p));
  const walls = sampleRecess({ side: 'left', ...recess }, SEED + 1, DENSITY);
  const accumulator = new ProfileAccumulator(axisAlong(line, 0, 12, 0.5));
  accumulator.add(drive.xyz, drive.origin);
  accumulator.add(walls.xyz, walls.origin);
  return accumulator.wall();
}
