import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import type { Profile } from '../../src-core/model/tunnel.ts';
import { floorLine, sectionFloor } from '../../src-core/tunnel/sections/floor/floor-line.ts';
import { floorGrade } from '../../src-core/tunnel/sections/grade.ts';
import { madeProfile } from './simple-profile.ts';

const GRADE = 0.125;

/** Where the floor of that ramp, 1.5 m below it and square to it, meets the plumb line of chainage 0. */
const FLOOR = 4200 - 1.5 * Math.hypot(1, GRADE);

/** A ramp of 1:8 with sections normal to it; the floor `height(chainage)` over its own grade. */
function ramp(
  length: number,
  every: number,
  height: (s: number) => number = () => 0,
  measured: (s: number) => boolean = () => true,
): Profile[] {
  const plan = 1 / Math.hypot(1, GRADE);
  return Array.from({ length: Math.round(length / every) + 1 }, (_, i) => {
    const s = i * every;
    return madeProfile({
      chainage: s,
      origin: [plan * s, 0, 4200 + GRADE * plan * s],
      up: [-GRADE * plan, 0, plan],
      outline: rectangle(-1.5 + height(s)),
      measured: measured(s),
    });
  });
}

/** 4 m wide, with a vertex every 0.1 m of its floor. */
function rectangle(floor: number, bump: (left: number) => number = () => 0): number[] {
  const points: number[] = [];
  for (let i = 0; i <= 40; i++) points.push(-2 + i / 10, floor + bump(-2 + i / 10));
  return [...points, 2, 2, -2, 2];
}

describe('the floor of a section', () => {
  it('does not follow ditches along the walls, a stone or a hole', () => {
    const dug = (left: number): number =>
      Math.abs(left) > 1 ? -0.4 : Math.abs(left - 0.3) < 0.15 ? 0.35 : 0;
    const floor = sectionFloor(madeProfile({ outline: rectangle(-1.6, dug) }));
    expect(floor.up).toBeCloseTo(-1.6, 9);
    expect(floor.left).toBeCloseTo(0, 9);
    expect(floor.measured).toBe(true);
  });

  it('is what was measured of it, and said to be filled where little was', () => {
    const outline = rectangle(-1.6, (left) => (left > 0 ? 0.2 : 0));
    const measured = outline
      .map((_, i) => (i % 2 === 0 && outline[i] > 0.25 ? 0 : 1))
      .filter((_, i) => i % 2 === 0);
    const half = sectionFloor(madeProfile({ outline, measured }));
    expect(half.up).toBeCloseTo(-1.6, 9);
    expect(half.measured).toBe(true);
    expect(sectionFloor(madeProfile({ outline, measured: false })).measured).toBe(false);
  });

  it('counts its run in plan', () => {
    const line = floorLine(ramp(8, 0.5), 'slope');
    expect(line.at(-1)!.run).toBeCloseTo(8 / Math.hypot(1, GRADE), 9);
    expect(line.at(-1)!.elevation - line[0].elevation).toBeCloseTo((8 * GRADE) / Math.hypot(1, GRADE), 9);
  });
});

describe('gradient of a floor', () => {
  it('of a ramp of 1:8 is 1:8 everywhere the base fits, by sections normal to it', () => {
    const { stations, mean } = floorGrade(ramp(40, 0.5), null, 'slope', { baseLength: 10 });
    expect(mean.gradient).toBeCloseTo(GRADE, 9);
    for (const { chainage, run, gradient, plusMinus } of stations) {
      const fits = run >= 5 && run <= stations.at(-1)!.run - 5;
      expect(gradient !== null, `chainage ${chainage}`).toBe(fits);
      if (gradient === null) continue;
      expect(gradient).toBeCloseTo(GRADE, 9);
      expect(plusMinus!).toBeLessThan(1e-6);
    }
  });

  it('of an uneven floor is covered by its ± in 90 to 99 of 100 bases (seed 21)', () => {
    const random = seededRandom(21);
    let covered = 0;
    let calls = 0;
    for (let round = 0; round < 60; round++) {
      const bumps = Array.from({ length: 130 }, () => 0.04 * random.normal());
      const { stations } = floorGrade(
        ramp(120, 1, (s) => bumps[Math.round(s)]),
        null,
        'slope',
        { baseLength: 10 },
      );
      for (let i = 6; i < stations.length; i += 11) {
        const { gradient, plusMinus } = stations[i];
        if (gradient === null) continue;
        calls++;
        if (Math.abs(gradient - GRADE) <= plusMinus!) covered++;
      }
    }
    expect(calls).toBeGreaterThan(500);
    expect(covered / calls).toBeGreaterThan(0.9);
    expect(covered / calls).toBeLessThan(0.99);
  });

  it('carries the tilt of the map', () => {
    const { mean } = floorGrade(ramp(40, 0.5), null, 'slope', { tiltSigma: 0.001 });
    expect(mean.plusMinus).toBeCloseTo(0.00196, 5);
  });

  it('against a design by gradients: the stretch that differs most comes first', () => {
    // From chainage 30 on 3 % less than designed, over 10 m.
    const height = (s: number): number => -0.03 * Math.max(0, Math.min(10, s - 30));
    const { stations, worst } = floorGrade(
      ramp(60, 0.5, height),
      { kind: 'gradients', startElevation: FLOOR, runs: [{ from: 0, to: 60, percent: 12.5 }] },
      'slope',
      { baseLength: 10, worst: 2 },
    );
    expect(worst).toHaveLength(2);
    expect(worst[0].from).toBeCloseTo(30, 0);
    expect(worst[0].designGradient).toBeCloseTo(0.125, 6);
    expect(worst[0].gradient - worst[0].designGradient!).toBeCloseTo(-0.0302, 3);
    const end = stations.find(({ chainage }) => chainage === 50)!;
    // 0.3 m square to the ramp.
    expect(end.elevation - end.designElevation!).toBeCloseTo(-0.3 * Math.hypot(1, GRADE), 9);
    expect(stations[0].elevation - stations[0].designElevation!).toBeCloseTo(0, 9);
  });

  it('against gradients whose chainages are told to the millimetre: two apart are a gap, half a one is none', () => {
    const grade = (from: number) => () =>
      floorGrade(
        ramp(60, 0.5),
        {
          kind: 'gradients',
          startElevation: FLOOR,
          runs: [
            { from: 0, to: 20, percent: 12.5 },
            { from, to: 60, percent: 12.5 },
          ],
        },
        'slope',
      );
    for (const from of [20.0005, 19.9995]) expect(grade(from)).not.toThrow();
    for (const from of [20.0019, 19.9981])
      expect(grade(from)).toThrow('does not begin where the one before ends');
  });

  it('against a design by elevations, only where it says something', () => {
    const rise = (20 * GRADE) / Math.hypot(1, GRADE);
    const { stations, worst } = floorGrade(
      ramp(40, 0.5),
      {
        kind: 'elevations',
        points: [
          { chainage: 10, elevation: 4200 },
          { chainage: 30, elevation: 4200 + rise },
        ],
      },
      'slope',
      { baseLength: 5 },
    );
    expect(stations.find(({ chainage }) => chainage === 9)!.designElevation).toBeNull();
    expect(stations.find(({ chainage }) => chainage === 20)!.designGradient).toBeCloseTo(GRADE, 9);
    for (const { from, to } of worst) {
      expect(from).toBeGreaterThanOrEqual(10);
      expect(to).toBeLessThanOrEqual(30);
    }
  });

  it('says what share of the floor it rests on, and gives none across a gap', () => {
    const filled = floorGrade(
      ramp(40, 0.5, undefined, (s) => s < 15 || s > 20),
      null,
      'slope',
    );
    const at = (s: number) => filled.stations.find(({ chainage }) => chainage === s)!;
    expect(at(17.5).measured).toBe(false);
    expect(at(17.5).measuredShare).toBeCloseTo(0.5, 1);
    expect(at(6).measuredShare).toBe(1);
    const gap = ramp(40, 0.5).filter(({ chainage }) => chainage < 15 || chainage > 23);
    const { stations } = floorGrade(gap, null, 'slope');
    expect(stations.find(({ chainage }) => chainage === 14)!.gradient).toBeNull();
    expect(stations.find(({ chainage }) => chainage === 8)!.gradient).not.toBeNull();
  });

  it.each([
    ['no base', null, { baseLength: 0 }, 'grade-unusable'],
    ['a base longer than the floor', null, { baseLength: 50 }, 'chainage-range'],
    ['one point', { kind: 'elevations', points: [{ chainage: 1, elevation: 2 }] }, {}, 'grade-unusable'],
    [
      'points out of order',
      {
        kind: 'elevations',
        points: [
          { chainage: 5, elevation: 2 },
          { chainage: 5, elevation: 3 },
        ],
      },
      {},
      'grade-unusable',
    ],
    ['no runs', { kind: 'gradients', startElevation: 0, runs: [] }, {}, 'grade-unusable'],
    [
      'a run reversed',
      { kind: 'gradients', startElevation: 0, runs: [{ from: 9, to: 3, percent: 1 }] },
      {},
      'grade-unusable',
    ],
    [
      'a gap between runs',
      {
        kind: 'gradients',
        startElevation: 0,
        runs: [
          { from: 0, to: 3, percent: 1 },
          { from: 4, to: 9, percent: 1 },
        ],
      },
      {},
      'grade-unusable',
    ],
    [
      'per mille, or 1:n',
      { kind: 'gradients', startElevation: 0, runs: [{ from: 0, to: 9, percent: 800 }] },
      {},
      'grade-unusable',
    ],
  ] as const)('is refused: %s', (_, design, options, code) => {
    expect(() => floorGrade(ramp(40, 0.5), design, 'slope', options)).toThrow(
      expect.objectContaining({ code }),
    );
  });
});
