import { describe, expect, it } from 'vitest';
import { volumeBetween } from '../../src-core/tunnel/volume/volume.ts';
import { ProfileAccumulator } from '../../src-core/tunnel/wall/profile-accumulator.ts';
import type { WallSurface } from '../../src-core/tunnel/wall/wall-surface.ts';
import { sampleRecess } from './simple-recess.ts';
import { madeWall } from './simple-wall.ts';
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

it('the line across a niche off centre runs straight from the wall before it to the wall behind it', () => {
  const [radius, niche, bulge] = [2, 1.5, 0.1];
  const [first, last] = [Math.PI / 9, Math.PI / 3];
  // The wall bulges by 0.1 m along the metre before the niche and its rim, and not behind it.
  const inSector = (angle: number): boolean => angle > first && angle < last;
  const wall = madeWall({
    axis: axisAlong(straight(), 0, 14, 0.5),
    radius: (s, angle) => radius + (!inSector(angle) || s < 2.9 || s > 6 ? 0 : s < 4 ? bulge : niche),
  });
  const { recesses, grid } = wall;
  expect(recesses.count).toBe(1);
  const bin = Math.floor(((first + last) / 2 + Math.PI) / ((2 * Math.PI) / grid.bins));
  const line = Array.from({ length: grid.slabs }, (_, k) => recesses.driveRadius[k * grid.bins + bin]);
  // Slabs of 0.1 m, 20 of the niche and its rim on either side: the 23 steps from slab 38 to slab 61.
  for (let step = 1; step < 23; step++)
    expect(line[38 + step], `step ${step}`).toBeCloseTo(radius + bulge * (1 - step / 23), 9);
  // So that the drive is the greater the nearer to the bulge: by the ring between the lines, of half the metre each.
  const drive = (from: number, to: number): number => volumeBetween(wall, from, to).drive.value;
  const sector = grid.state
    .subarray(0, grid.bins)
    .filter((_, j) => inSector(((j + 0.5) * 2 * Math.PI) / grid.bins - Math.PI)).length;
  const ring = (from: number): number => {
    let sum = 0;
    for (let step = from; step < from + 10; step++)
      sum += (radius + bulge * (1 - step / 23)) ** 2 - radius ** 2;
    return (sum / 2) * ((2 * Math.PI) / grid.bins) * sector * 0.1;
  };
  expect(drive(4, 5) - drive(5, 6)).toBeCloseTo(ring(2) - ring(12), 9);
});
