import { describe, expect, it } from 'vitest';
import { formatMessage } from '../../src-core/messages/message.ts';
import type { Axis } from '../../src-core/model/axis.ts';
import { coveredShare } from '../../src-core/model/drive-coverage.ts';
import { NO_RELIABILITY } from '../../src-core/model/reliability.ts';
import type { Volume } from '../../src-core/model/tunnel.ts';
import { extendedAxis } from '../../src-core/tunnel/axis/axis-extended.ts';
import { uncoveredReasons } from '../../src-core/tunnel/volume/coverage-reasons.ts';
import { MEASURE_DEFAULTS, measureWall } from '../../src-core/tunnel/volume/measure-drive.ts';
import { filledRuns } from '../../src-core/tunnel/wall/cells/closed-range.ts';
import type { WallSurface } from '../../src-core/tunnel/wall/wall-surface.ts';
import { madeWall } from './simple-wall.ts';
import { axisAlong, straight } from './solids.ts';

/** A hole: where it is, and which cells of the section it leaves out, by their angle (pi / 2 = up). */
interface Hole {
  readonly from: number;
  readonly to: number;
  readonly isMissing: (angle: number) => boolean;
}

const near = (middle: number, within: number) => (angle: number) =>
  Math.abs(Math.atan2(Math.sin(angle - middle), Math.cos(angle - middle))) < within;
const CROWN = near(Math.PI / 2, 0.6);
const FLOOR = near(-Math.PI / 2, 0.6);
const LEFT = near(0, 0.6);
const RIGHT = near(Math.PI, 0.6);
const ALL = (): boolean => true;

const LENGTH = 40;
/** Radius of the wall, m: its area changes along the drive. */
const radiusAt = (chainage: number): number => 2.2 + 0.05 * Math.sin(chainage);

/** A round drive along which the robot drove all 40 m, seen 5 m ahead and behind but for the holes. */
function drive(holes: readonly Hole[], axis: Axis = axisAlong(straight(), 0, LENGTH, 0.5)): WallSurface {
  return madeWall({
    axis: extendedAxis(axis, 5),
    radius: (chainage, angle) =>
      holes.some(({ from, to, isMissing }) => chainage > from && chainage < to && isMissing(angle))
        ? 0
        : radiusAt(chainage),
  });
}

function measured(wall: WallSurface, chainage: { from: number; to: number } | null = null): Volume {
  const { axis } = wall.geometry;
  const driven = axis.travelled!;
  return measureWall({ axis, travelledAxis: axis, wall, driven, unobserved: [], points: 0 }, NO_RELIABILITY, {
    ...MEASURE_DEFAULTS,
    chainage,
  }).volume;
}

/** Volume of the void between two chainages: the integral of pi r^2 in closed form. */
function truth(from: number, to: number): number {
  const whole = (s: number): number =>
    2.2 ** 2 * s - 2 * 2.2 * 0.05 * Math.cos(s) + 0.05 ** 2 * (s / 2 - Math.sin(2 * s) / 4);
  return Math.PI * (whole(to) - whole(from));
}

const codes = ({ warnings }: Volume): string[] => warnings.map(({ code }) => code);
const reasons = ({ coverage, chainageFrom: from, chainageTo: to }: Volume): string =>
  uncoveredReasons(coverage!, { from, to })
    .map((one) => formatMessage(one, 'en', 'cli'))
    .join(' ');

describe('the range that is measured if none is asked for', () => {
  it('is all of a drive that is closed, between whole half metres', () => {
    const volume = measured(drive([{ from: -10, to: -4.28, isMissing: ALL }]));
    expect([volume.chainageFrom, volume.chainageTo]).toEqual([-4, 45]);
    expect(coveredShare(volume.coverage!)).toBe(1);
    expect(codes(volume)).toEqual([]);
    expect(reasons(volume)).toBe('');
  });

  it('keeps an end of the axis as it is', () => {
    const wall = madeWall({ axis: axisAlong(straight(), 0.23, 30.23, 0.5), radius: radiusAt });
    const { from, to } = wall.closedRange;
    expect(from).toBeCloseTo(0.23, 9);
    expect(to).toBeCloseTo(30.23, 9);
  });

  it.each([
    { name: 'of two metres', hole: 2 },
    { name: 'of eight metres', hole: 8 },
  ])('goes over a hole $name with as much wall on both sides, within its ±', ({ hole }) => {
    const volume = measured(drive([{ from: 20, to: 20 + hole, isMissing: CROWN }]));
    expect([volume.chainageFrom, volume.chainageTo]).toEqual([-5, 45]);
    expect(Math.abs(volume.volume.value - truth(-5, 45))).toBeLessThan(volume.volume.plusMinus);
    const filled = volume.coverage!.stretches.filter(({ state }) => state === 'filled');
    expect(filled).toMatchObject([{ from: 20, to: 20 + hole, missing: ['crown'] }]);
    const sigma = volume.uncertainty.find(({ source }) => source === 'unsurveyed-gap')!.sigma;
    expect(filled[0].plusMinus).toBeCloseTo(1.96 * sigma, 2);
    expect(filled[0].plusMinus).toBeGreaterThan(0);
    expect(codes(volume)).toContain('gap');
    expect(codes(volume)).not.toContain('drive-uncovered');
  });

  it('ends at a hole of more than ten metres, on the longer side of it', () => {
    const volume = measured(drive([{ from: 10, to: 22.3, isMissing: CROWN }]));
    expect([volume.chainageFrom, volume.chainageTo]).toEqual([22.5, 45]);
    expect(Math.abs(volume.volume.value - truth(22.5, 45))).toBeLessThan(volume.volume.plusMinus);
    expect(codes(volume)).toContain('drive-uncovered');
    expect(volume.coverage!.coveredLength).toBeCloseTo(17.5, 6);
    expect(reasons(volume)).toBe(
      'From chainage 10.0 to 22.5 no scan saw the crown. Drive there again, the other way or with the sensor tilted. ' +
        'Beyond, from -5.0 to 10.0, the wall is closed again: measure it by itself with --chainage -5.0:10.0.',
    );
  });

  it('ends at a hole that is longer than the wall behind it', () => {
    const volume = measured(drive([{ from: 0, to: 6, isMissing: FLOOR }]));
    expect([volume.chainageFrom, volume.chainageTo]).toEqual([6, 45]);
    // 34 of 40 m: no warning, but the reason stands in the first line.
    expect(codes(volume)).not.toContain('drive-uncovered');
    expect(reasons(volume)).toMatch(
      /^From chainage 0\.0 to 6\.0 no scan saw the floor\. Begin the drive 6 m/,
    );
  });

  it('is the same from either end of the drive', () => {
    const one = drive([
      { from: 11, to: 13.4, isMissing: CROWN },
      { from: 25, to: 36.3, isMissing: LEFT },
    ]);
    const other = drive(
      [
        { from: LENGTH - 13.4, to: LENGTH - 11, isMissing: CROWN },
        { from: LENGTH - 36.3, to: LENGTH - 25, isMissing: RIGHT },
      ],
      axisAlong(straight(), 0, LENGTH, 0.5),
    );
    const [forth, back] = [one.closedRange, other.closedRange];
    expect(forth).toEqual({ from: -5, to: 25 });
    expect([LENGTH - back.to, LENGTH - back.from]).toEqual([forth.from, forth.to]);
  });

  it('asked for over a hole is measured over it, without a warning of the share', () => {
    const volume = measured(drive([{ from: 10, to: 22.3, isMissing: CROWN }]), { from: 5, to: 30 });
    expect([volume.chainageFrom, volume.chainageTo]).toEqual([5, 30]);
    expect(codes(volume)).toContain('gap');
    expect(codes(volume)).not.toContain('drive-uncovered');
    expect(volume.coverage!.isAsked).toBe(true);
  });
});

describe('the state of each half metre', () => {
  it.each([
    ['crown', CROWN, 'the crown'],
    ['floor', FLOOR, 'the floor'],
    ['left', LEFT, 'the left rib'],
    ['right', RIGHT, 'the right rib'],
  ] as const)('names the %s where that is missing', (part, isMissing, words) => {
    const volume = measured(drive([{ from: 24, to: 38, isMissing }]));
    const open = volume.coverage!.stretches.filter(({ state }) => state === 'open');
    expect(open).toEqual([{ from: 24, to: 38, state: 'open', missing: [part] }]);
    expect(reasons(volume)).toContain(`no scan saw ${words}.`);
  });

  it('tells what no scan saw from what is not closed, without a gap or an overlap', () => {
    const { coverage } = measured(
      drive([
        { from: 22, to: 30, isMissing: CROWN },
        { from: 30, to: 36.2, isMissing: ALL },
      ]),
    );
    const { stretches } = coverage!;
    expect(stretches.map(({ from, to, state }) => [from, to, state])).toEqual([
      [-5, 22, 'measured'],
      [22, 30, 'open'],
      [30, 36.5, 'unseen'],
      [36.5, 45, 'measured'],
    ]);
  });

  it('tells a way on which one rib was never seen to go there again', () => {
    const volume = measured(drive([{ from: 0, to: 30, isMissing: RIGHT }]));
    expect(reasons(volume)).toBe(
      'From chainage 0.0 to 30.0 no scan saw the right rib. Drive there again so that the sensor sees that side.',
    );
    expect(codes(volume)).toContain('drive-uncovered');
  });

  it.each([
    [[CROWN], 'the crown'],
    [[RIGHT], 'the right rib'],
    [[CROWN, FLOOR], 'the crown and the floor'],
  ])('says of a drive of which no section closes what was never seen: %#', (missing, words) => {
    const holes = missing.map((isMissing) => ({ from: -9, to: 99, isMissing }));
    expect(() => drive(holes)).toThrow(
      `No section between chainages -5.0 and 45.0 closes: no scan saw ${words} there.`,
    );
  });
});

describe('runs of closed slabs over the holes between them', () => {
  const runs = (slabs: string, short = 2): string[] =>
    filledRuns({ first: 0, last: slabs.length - 1 }, (k) => slabs[k] === '#', short, 1).map(
      ({ first, last }) => `${first}-${last}`,
    );

  it('fill a short hole always, a longer one between as much wall only', () => {
    expect(runs('#..#')).toEqual(['0-3']);
    expect(runs('##...##')).toEqual(['0-1', '5-6']);
    expect(runs('##...#####')).toEqual(['0-1', '5-9']);
    expect(runs('#####...##')).toEqual(['0-4', '8-9']);
    expect(runs('###...###')).toEqual(['0-8']);
  });

  it('fill none of more than ten metres', () => {
    const wall = '#'.repeat(20);
    expect(runs(`${wall}${'.'.repeat(10)}${wall}`)).toHaveLength(1);
    expect(runs(`${wall}${'.'.repeat(11)}${wall}`)).toHaveLength(2);
  });

  it('are the same read backwards', () => {
    for (const slabs of ['##...##..#####...#', '####....###...###.....######', '#...#...###....####'])
      expect(
        runs([...slabs].reverse().join('')).map((run) =>
          run
            .split('-')
            .map((k) => slabs.length - 1 - Number(k))
            .reverse()
            .join('-'),
        ),
      ).toEqual(runs(slabs).reverse());
  });
});
