import { describe, expect, it } from 'vitest';
import { measurePolygon } from '../../src-core/math/polygon.ts';
import { AxisGeometry } from '../../src-core/tunnel/axis/axis-geometry.ts';
import { solidOfProfiles } from '../../src-core/tunnel/sections/closed-solid.ts';
import { sliceMesh, solidProfileAt } from '../../src-core/tunnel/sections/solid-section.ts';
import { ProfileAccumulator } from '../../src-core/tunnel/wall/profile-accumulator.ts';
import { axisAlong, BAUL_AREA, onBaul, sampleDrive, straight } from './solids.ts';

const SEED = 71;
const line = straight(1 / 8);
const axis = axisAlong(line, 0, 8, 0.5);

describe(`sections cut from the closed solid (seed ${SEED})`, () => {
  const points = sampleDrive(line, onBaul, [0, 8], 300_000, SEED, (s) => 0.8 + 0.05 * s);
  const wall = wallOf(points);
  const areaAt = (s: number): number => BAUL_AREA * (0.8 + 0.05 * s) ** 2;

  it.each([2, 3.05, 4.37, 6.1])('at chainage %d: closed, counter-clockwise, of the true area', (s) => {
    const profile = solidProfileAt(wall, s)!;
    expect(Math.abs(profile.area / areaAt(s) - 1)).toBeLessThan(5e-3);
    expect(measurePolygon(profile.outline).area).toBe(profile.area);
    expect(profile.measured).toHaveLength(profile.outline.length / 2);
    expect(profile.chainage).toBe(s);
    const radial = wall.profileAt(s, 0.2)!;
    expect(profile.centroid[1]).toBeCloseTo(radial.centroid[1], 1);
  });

  it('is nothing where the wall is open', () => {
    const holed = wallOf(sampleDrive(line, onBaul, [0, 8], 200_000, SEED, undefined, (s) => s < 2 || s > 6));
    expect(solidProfileAt(holed, 4)).toBeNull();
    expect(solidProfileAt(holed, 1.5)).not.toBeNull();
  });

  it('a plane aslant through a prism: the area over the cosine', () => {
    const profiles = wallOf(sampleDrive(line, onBaul, [0, 8], 200_000, SEED)).profiles(6.5, 1, 7.5);
    const mesh = solidOfProfiles([profiles[0], profiles[profiles.length - 1]]);
    const upright = new AxisGeometry(axis, 'vertical').frameAt(4);
    const square = new AxisGeometry(axis).frameAt(4);
    const [aslant, straightOn] = [upright, square].map((frame) => sliceMesh(mesh, frame));
    expect([aslant.length, straightOn.length]).toEqual([1, 1]);
    const ratio = measurePolygon(aslant[0]).area / measurePolygon(straightOn[0]).area;
    expect(ratio).toBeCloseTo(Math.hypot(1, 1 / 8), 3);
  });

  it('a plane beside the solid cuts nothing', () => {
    const mesh = solidOfProfiles(wall.profiles(1, 2, 4));
    expect(sliceMesh(mesh, wall.geometry.frameAt(7))).toEqual([]);
  });
});

function wallOf({ xyz, origin }: ReturnType<typeof sampleDrive>) {
  const accumulator = new ProfileAccumulator(axis);
  accumulator.add(xyz, origin);
  return accumulator.wall();
}
