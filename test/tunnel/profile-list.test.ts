import { describe, expect, it } from 'vitest';
import { openSectionWarnings, profilesAt } from '../../src-core/tunnel/sections/profile-list.ts';
import { ProfileAccumulator } from '../../src-core/tunnel/wall/profile-accumulator.ts';
import { axisAlong, onCircle, sampleDrive, straight } from './solids.ts';

const SEED = 2;

describe(`profiles at a list of chainages (seed ${SEED})`, () => {
  const line = straight();
  const points = sampleDrive(line, onCircle(2), [2, 12], 100_000, SEED, undefined, (s) => s < 5 || s > 9);
  const accumulator = new ProfileAccumulator(axisAlong(line, 0, 14, 1));
  accumulator.add(points.xyz, points.origin);
  const wall = accumulator.wall();

  it('in order, each once; where the wall is open there is no profile and no area', () => {
    const listed = profilesAt(wall, [10.25, 3, 7, 3, 1, 13], 0.5);
    expect(listed.profiles.map(({ chainage }) => chainage)).toEqual([3, 10.25]);
    expect(listed.open).toEqual([1, 7, 13]);
    const [warning] = openSectionWarnings(wall, listed);
    expect(warning.code).toBe('profile-open');
    expect(warning.message).toContain('At 3 of the chainages');
    expect(warning.message).toContain('1.00, 7.00, 13.00');
    expect(openSectionWarnings(wall, profilesAt(wall, [3], 0.5))).toEqual([]);
  });

  it('is what the interval gives at the same chainages', () => {
    expect(profilesAt(wall, [3], 0.5).profiles).toEqual([wall.profileAt(3, 0.5)]);
  });

  it('cut from the solid where asked, at the same chainages', () => {
    const sharp = new ProfileAccumulator(axisAlong(line, 0, 14, 1), { outline: 'solid' });
    sharp.add(points.xyz, points.origin);
    const { profiles, open } = profilesAt(sharp.wall(), [3.27, 7], 0.5);
    expect(profiles[0].outline.length).toBeGreaterThan(wall.profileAt(3.27, 0.5)!.outline.length);
    expect(profiles[0].area / (4 * Math.PI)).toBeCloseTo(1, 1);
    expect(open).toEqual([7]);
  });

  it.each([
    ['only open sections', [6, 7], 'None of the 2'],
    ['nothing', [], 'None of the 0'],
  ])('refuses %s', (_, chainages, part) => {
    expect(() => openSectionWarnings(wall, profilesAt(wall, chainages, 0.5))).toThrow(
      expect.objectContaining({ code: 'chainage-range', message: expect.stringContaining(part) }),
    );
  });

  it('refuses what is no number', () => {
    expect(() => profilesAt(wall, [3, Number.NaN], 0.5)).toThrow('NaN is not a chainage');
  });
});
