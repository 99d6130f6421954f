import { describe, expect, it } from 'vitest';
import { type DesignProgramme, wholeAxis } from '../../src-core/model/design.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import {
  contourQuality,
  lineLength,
  resampled,
  roundContour,
} from '../../src-core/tunnel/design/contour-quality.ts';
import { designLines } from '../../src-core/tunnel/design/design-lines.ts';
import { offsetOutline } from '../../src-core/tunnel/design/offset-section.ts';
import { roundsOf } from '../../src-core/tunnel/design/rounds.ts';
import { ProfileAccumulator } from '../../src-core/tunnel/wall/profile-accumulator.ts';
import { madeProfile } from './simple-profile.ts';
import { madeWall } from './simple-wall.ts';
import { axisAlong, onBaul, sampleDrive, straight } from './solids.ts';

const SEED = 17;
const RECTANGLE = { shape: 'rectangle', width: 4, height: 3, axisHeight: 1 } as const;
const BAUL = { shape: 'baul', width: 4.5, height: 4.2, wallHeight: 2.5, axisHeight: 1.7 } as const;
const LINES = designLines(RECTANGLE, wholeAxis(RECTANGLE));

describe('rounds', () => {
  it('lie between the chainages that are given, or are whole ones of a length', () => {
    expect(roundsOf({ chainages: [0, 3, 6.5] })).toEqual([
      { from: 0, to: 3 },
      { from: 3, to: 6.5 },
    ]);
    expect(roundsOf({ length: 3.5, from: 10, to: 20 })).toEqual([
      { from: 10, to: 13.5 },
      { from: 13.5, to: 17 },
    ]);
    // Twenty rounds of 0.3 m are 6 m, whatever 0.3 is in binary.
    expect(roundsOf({ length: 0.3, from: 0, to: 6 })).toHaveLength(20);
  });

  it.each<[string, Parameters<typeof roundsOf>[0], string]>([
    ['one chainage', { chainages: [3] }, 'bounds no round'],
    ['a reversed one', { chainages: [0, 3, 2] }, 'from chainage 3 to 2 is reversed'],
    ['no number', { chainages: [0, Number.NaN] }, 'reversed or empty'],
    ['no length', { length: 0, from: 0, to: 10 }, 'a length of 0 m'],
    ['a range shorter than one', { length: 3, from: 0, to: 2 }, 'a shorter length'],
    ['kilometres', { length: 0.2, from: 0, to: 100_000 }, 'too many'],
  ])('that are none are refused: %s', (_, roundRequest, part) => {
    expect(() => roundsOf(roundRequest)).toThrow(SocavonError);
    expect(() => roundsOf(roundRequest)).toThrow(part);
  });
});

describe('contour of a round', () => {
  it('that was dug 0.2 m outside: that depth along walls and roof, no variation', () => {
    const dug = offsetOutline(RECTANGLE, 0.2);
    const result = roundContour(
      [madeProfile({ outline: dug, chainage: 1 }), madeProfile({ outline: dug, chainage: 2 })],
      [LINES, LINES],
      null,
    );
    // Walls of 3 m and a roof of 4 m; the strip along them with its two corners, of which the roof's rays pass to the walls.
    const mean = (4.4 * 3.2 - 12) / 10;
    expect(Math.abs(result.meanOver! / mean - 1)).toBeLessThan(0.02);
    expect(result.variation).toBeCloseTo(0, 12);
    expect(result.deepestOver!.depth).toBeCloseTo(0.2 * Math.SQRT2, 12);
    // The walls begin at the floor's rays, which meet what was dug in the floor's own corners: 0.2 m of floor on either side.
    expect(result.roughness).toBeCloseTo((2 * (0.2 + 3.2) + 4.4) / 10, 10);
  });

  it('that widens: the variation is the difference of its sections', () => {
    const [first, second] = [0.1, 0.3].map((out) =>
      madeProfile({ outline: [-2 - out, -1, 2 + out, -1, 2 + out, 2, -2 - out, 2], chainage: 1 + out }),
    );
    const { variation, meanOver, sections } = roundContour([first, second], [LINES, LINES], null);
    // Only the walls differ, by 0.2 m; the corners of the roof lie beyond their ends.
    expect(variation).toBeGreaterThan(0.08);
    expect(variation).toBeLessThan(0.2);
    expect(meanOver).toBeCloseTo((sections[0]!.meanOver! + sections[1]!.meanOver!) / 2, 12);
    expect(sections[1]!.meanOver! / sections[0]!.meanOver!).toBeCloseTo(3, 1);
  });

  it('with teeth: the length of the teeth against that of the design, and half as long by coarse places', () => {
    // The roof as teeth of 0.2 m width and 0.1 m height: each side is as long as the half diagonal of its square.
    const teeth = Array.from({ length: 21 }, (_, i) => [
      2 - 0.2 * i,
      2,
      ...(i < 20 ? [1.9 - 0.2 * i, 2.1] : []),
    ]).flat();
    const outline = [-2, -1, 2, -1, ...teeth];
    const fine = roundContour(
      [madeProfile({ outline, chainage: 1 }), madeProfile({ outline, chainage: 2 })],
      [LINES, LINES],
      null,
    );
    expect(fine.roughness).toBeCloseTo((6 + 4 * Math.SQRT2) / 10, 10);
    const coarse = roundContour(
      [madeProfile({ outline, chainage: 1 }), madeProfile({ outline, chainage: 2 })],
      [LINES, LINES],
      1,
    );
    expect(coarse.roughness).toBeLessThan(1.1);
  });

  it('without a design: lengths and variation, and no more', () => {
    const result = roundContour(
      [
        madeProfile({ outline: [-1, 0, 1, 0, 1, 2, -1, 2], chainage: 1 }),
        madeProfile({ outline: [-1, 0, 1, 0, 1, 2, -1, 2], chainage: 2 }),
      ],
      [null, null],
      null,
    );
    expect(result).toMatchObject({ meanOver: null, deepestOver: null, roughness: null });
    expect(result.variation).toBeCloseTo(0, 12);
    expect(result.sections[0]).toMatchObject({ length: 8, roughness: null, meanOver: null });
  });

  it('without a design and beside the axis: radii differ from the middle of both sections', () => {
    const circle = (radius: number): number[] =>
      Array.from({ length: 360 }, (_, i) => (i * Math.PI) / 180).flatMap((angle) => [
        3 + radius * Math.cos(angle),
        1 + radius * Math.sin(angle),
      ]);
    const profiles = [1, 1.2].map((radius) => madeProfile({ outline: circle(radius), chainage: radius }));
    // Circles of 360 sides: their sides lie 1 - cos of half a degree further in.
    expect(roundContour(profiles, [null, null], null).variation).toBeCloseTo(0.2, 4);
  });

  it('with a section that is not closed says nothing of the round as a whole', () => {
    const result = roundContour(
      [madeProfile({ outline: [-2, -1, 2, -1, 2, 2, -2, 2], chainage: 1 }), null],
      [LINES, LINES],
      null,
    );
    expect(result).toMatchObject({ meanOver: null, roughness: null, variation: null });
    expect(result.sections[0]!.roughness).toBeCloseTo(1, 12);
    expect(result.sections[1]).toBeNull();
  });

  it('places along a line are even, with both ends', () => {
    const line = [
      [0, 0],
      [1, 0],
      [1, 2],
    ] as const;
    expect(lineLength(line)).toBe(3);
    expect(resampled(line, 1)).toEqual([
      [0, 0],
      [1, 0],
      [1, 1],
      [1, 2],
    ]);
  });
});

it(`contour of rounds along a drive is that of its walls (seed ${SEED})`, () => {
  const line = straight(0, [0, 0, 0], 0);
  // The second round is 5 % wider than the design.
  const points = sampleDrive(line, onBaul, [0, 9], 400_000, SEED, (s) => (s < 4.5 ? 1 : 1.05));
  const accumulator = new ProfileAccumulator(axisAlong(line, 0, 9, 0.5));
  accumulator.add(points.xyz, points.origin);
  const wall = accumulator.wall();
  const programme: DesignProgramme = wholeAxis(BAUL);
  const [tight, wide] = contourQuality(wall, programme, roundsOf({ chainages: [1.5, 4.5, 7.5] }));
  expect([tight.number, wide.from, wide.to]).toEqual([1, 4.5, 7.5]);
  expect(tight.sections.map((section) => section!.chainage)).toEqual([2.5, 3.5]);
  expect(tight.meanOver).toBeLessThan(0.004);
  expect(tight.roughness).toBeGreaterThan(0.99);
  expect(tight.roughness).toBeLessThan(1.02);
  expect(tight.variation).toBeLessThan(0.01);
  // Scaled about the axis: a wall 2.25 m away goes 0.11 m out, the crown 2.5 m away 0.125 m.
  expect(wide.meanOver).toBeGreaterThan(0.1);
  expect(wide.meanOver).toBeLessThan(0.13);
  expect(wide.roughness).toBeGreaterThan(1.03);
  expect(wide.roughness).toBeLessThan(1.07);
});

it('contour of a round that a niche opens is that of its drive, on an incline with upright sections too', () => {
  const axis = axisAlong(straight(0.5, [1000, 2000, 300]), 0, 24, 1);
  const [bare, opened] = [0, 1.5].map((niche) => {
    const inNiche = (s: number, angle: number): boolean => s > 8 && s < 13 && Math.abs(angle) < 0.5;
    const radius = (s: number, angle: number): number => 2.5 + (inNiche(s, angle) ? niche : 0);
    const wall = madeWall({ axis, radius, options: { sections: 'vertical' } });
    return contourQuality(wall, null, [{ from: 6, to: 15 }])[0];
  });
  expect(opened.sections.map((section) => section!.chainage)).toEqual([9, 12]);
  opened.sections.forEach((section, i) => {
    expect(Math.abs(section!.length / bare.sections[i]!.length - 1)).toBeLessThan(0.005);
  });
});
