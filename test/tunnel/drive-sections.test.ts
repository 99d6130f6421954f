import { describe, expect, it } from 'vitest';
import { volumeBetween } from '../../src-core/tunnel/volume/volume.ts';
import { driveSections } from '../../src-core/tunnel/wall/drive-sections.ts';
import { madeWall } from './simple-wall.ts';
import { axisAlong, straight } from './solids.ts';

const RADIUS = 2.5;
const AXIS = axisAlong(straight(0.1, [1000, 2000, 300]), 0, 24, 1);
/** A niche to the left, with a back as far from the axis everywhere. */
const NICHE = { from: 10, to: 13, half: 0.5, back: 4 };
const inNiche = (s: number, angle: number): boolean =>
  s > NICHE.from && s < NICHE.to && Math.abs(angle) < NICHE.half;
const wall = madeWall({
  axis: AXIS,
  radius: (s, angle) => (inNiche(s, angle) ? NICHE.back : RADIUS),
});
/** Section of the niche beyond the drive, of whole bins of two degrees, m^2. */
const BINS = 2 * Math.round((NICHE.half * 180) / (2 * Math.PI));
const BEYOND = ((BINS * 2 * Math.PI) / 180) * ((NICHE.back ** 2 - RADIUS ** 2) / 2);

describe('sections of a drive alone', () => {
  it('are those of the wall without a niche, everywhere', () => {
    const { area, momentLeft, momentUp } = driveSections(wall);
    for (let k = 5; k < area.length - 5; k++) {
      const s = wall.chainageOf(k) + 0.05;
      const isNiche = s > NICHE.from && s < NICHE.to;
      expect(wall.rings.area[k]).toBeCloseTo(Math.PI * RADIUS ** 2 + (isNiche ? BEYOND : 0), 6);
      // Its line across the opening is the wall's.
      expect(area[k]).toBeCloseTo(Math.PI * RADIUS ** 2, 3);
      expect(momentLeft[k]).toBeCloseTo(0, 2);
      expect(momentUp[k]).toBeCloseTo(0, 3);
    }
  });

  it('leave to the niche what lies beyond, with its side, depth and stretch', () => {
    const { volume, drive, recesses } = volumeBetween(wall, 2, 22);
    expect(recesses).toHaveLength(1);
    const [niche] = recesses;
    expect(niche).toMatchObject({ side: 'left', kind: 'niche', goesOn: false });
    expect(niche.volume.value).toBeCloseTo(BEYOND * (NICHE.to - NICHE.from), 3);
    expect(niche.from).toBeCloseTo(NICHE.from, 6);
    expect(niche.to).toBeCloseTo(NICHE.to, 6);
    // Seen to the left: a back of 4 m, whose middle is there, before a line that begins 2.5 m times the cosine away.
    expect(niche.depth).toBeGreaterThan(NICHE.back - RADIUS);
    expect(niche.depth).toBeLessThan(NICHE.back - RADIUS * Math.cos(NICHE.half / 2));
    expect(drive.value).toBeCloseTo(20 * Math.PI * RADIUS ** 2, 2);
    expect(volume.value).toBeCloseTo(drive.value + niche.volume.value, 9);
  });
});

describe('the four methods of a volume', () => {
  it('give of a cone what each has by its formula', () => {
    const [first, growth] = [2, 0.05];
    const cone = madeWall({ axis: AXIS, radius: (s) => first + growth * s });
    const [from, to, every] = [2, 22, 1];
    const { methods } = volumeBetween(cone, from, to, { every });
    // Regular polygons of 180 corners in their circles, for what is made of profiles.
    const polygon = (Math.sin((2 * Math.PI) / 180) * 180) / (2 * Math.PI);
    const area = (s: number): number => Math.PI * (first + growth * s) ** 2;
    const whole = ((to - from) * (area(from) + 4 * area((from + to) / 2) + area(to))) / 6;
    let ends = 0;
    for (let s = from; s < to; s += every) ends += (every * (area(s) + area(s + every))) / 2;
    // Profiles are means over slices of a metre.
    for (const [value, expected] of [
      [methods.integral, whole],
      [methods.endArea, polygon * ends],
      [methods.prismoidal, polygon * whole],
      [methods.solid, polygon * whole],
    ])
      expect(Math.abs(value / expected - 1)).toBeLessThan(5e-4);
  });
});
