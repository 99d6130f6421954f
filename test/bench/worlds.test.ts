import { describe, expect, it } from 'vitest';
import { readSections } from '../../bench/worlds/read-sections.ts';
import { endOf, type FoundSection, type Stated, statedOf } from '../../bench/worlds/score-drive.ts';
import { WORLD_KINDS, WORLDS, type WorldKind, worldDrives } from '../../bench/worlds/seeds.ts';
import { roomOptions, worldInstrument, worldOptions } from '../../bench/worlds/world-options.ts';
import { brokenBounds, endKept, worldFigures } from '../../bench/worlds/worlds-table.ts';
import { compose, identity, invert } from '../../src-core/math/se3.ts';
import type { VolumeJson } from '../../src-core/report/volume-json.ts';
import { poseOfMap } from '../../src-simulate/cast-scan.ts';
import { checkSimulateOptions } from '../../src-simulate/check-options.ts';
import { simulateDrive } from '../../src-simulate/drive.ts';
import { EXACT_DRIVE } from '../simulate/short-drive.ts';

/** What a kind has beyond the rock and the line of its drive. */
const EFFECTS: Record<WorldKind, readonly string[]> = {
  clean: [],
  real: ['imuErrors', 'instrument'],
  bias: ['imuErrors', 'instrument'],
  wet: ['imuErrors', 'instrument', 'pools'],
  mesh: ['bolts', 'imuErrors', 'instrument', 'mesh'],
  dust: ['bolts', 'dust', 'imuErrors', 'instrument', 'pools', 'walker'],
  mine: ['bolts', 'cables', 'dust', 'imuErrors', 'instrument', 'mesh', 'muck', 'pools', 'walker'],
  handled: ['imuErrors', 'instrument', 'jolts', 'manoeuvres', 'recorder'],
};

describe('the table of the worlds', () => {
  const all = WORLDS.flatMap((world) => worldDrives(world).map((drive) => ({ world, drive })));

  it('has twenty drives of each of sixteen worlds, each of a seed of its own', () => {
    expect(WORLDS).toHaveLength(16);
    for (const world of WORLDS) expect(worldDrives(world), world).toHaveLength(20);
    expect(new Set(all.map(({ drive }) => drive.seed)).size).toBe(320);
  });

  it('runs each world five times through 32 and 60 m at 1 and 2 m/s, straight and curved in each', () => {
    for (const world of WORLDS) {
      const drives = worldDrives(world);
      for (const length of [32, 60])
        for (const speed of [1, 2]) {
          const own = drives.filter((drive) => drive.length === length && drive.speed === speed);
          expect(own).toHaveLength(5);
          expect(new Set(own.map(({ line }) => line)).size).toBe(2);
        }
    }
  });

  it('gives every drive, and the room of its instrument, options that the simulator takes', () => {
    for (const { world, drive } of all) {
      expect(() => checkSimulateOptions(worldOptions(world, drive)), `${world} ${drive.seed}`).not.toThrow();
      expect(() => checkSimulateOptions(roomOptions(world, drive)), `room of ${world}`).not.toThrow();
    }
  });

  it('gives each kind its effects, in rough and in smooth rock', () => {
    for (const kind of WORLD_KINDS)
      for (const rock of ['rough', 'smooth'] as const) {
        const world = `${kind}-${rock}` as const;
        const [drive] = worldDrives(world);
        const options = worldOptions(world, drive);
        const known = new Set(Object.values(EFFECTS).flat());
        const matchingKeys = Object.keys(options).filter((key) => known.has(key));
        expect(matchingKeys.sort(), world).toEqual(EFFECTS[kind]);
        expect(options.roughness.scallopDepth > 0, world).toBe(rock === 'rough');
      }
  });

  it('bends the line of a smooth drive where it says so', () => {
    for (const drive of worldDrives('real-smooth')) {
      const { alignment } = worldOptions('real-smooth', drive);
      expect(alignment.some(({ radius }) => radius !== null)).toBe(drive.line === 'curved');
      expect(alignment.reduce((sum, { length }) => sum + length, 0)).toBeCloseTo(drive.length, 9);
    }
  });

  it('measures drive and room with one instrument, whose bias by incidence always has one sign', () => {
    for (const world of ['real-rough', 'bias-smooth'] as const)
      for (const drive of worldDrives(world))
        expect(roomOptions(world, drive).instrument).toEqual(worldOptions(world, drive).instrument);
    const drawn = all.map(({ drive }) => worldInstrument(drive.seed, false));
    const biases = drawn.map(({ secantBias }) => secantBias ?? Number.NaN);
    expect(Math.min(...biases)).toBeGreaterThan(0.002);
    expect(Math.max(...biases)).toBeLessThan(0.008);
    // 320 instruments of 16 beams: sigma of the root mean square is 1 % of it.
    for (const [name, sigma] of [
      ['beamOffsets', 0.004],
      ['beamElevations', 0.02],
    ] as const) {
      const values = drawn.flatMap((one) => one[name] ?? []);
      const rms = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length);
      expect(Math.abs(rms / sigma - 1), name).toBeLessThan(0.04);
    }
  });
});

const stated = (error: number, plusMinus: number, more: Partial<Stated> = {}): Stated => ({
  from: 0,
  to: 20,
  volume: 340,
  truth: 340,
  error,
  rockError: error,
  plusMinus,
  measuredShare: 0.98,
  coveredShare: 1,
  pastFace: 0,
  warnings: [],
  parts: {},
  ...more,
});

describe('figures of a world', () => {
  it('of four drives are those worked out by hand', () => {
    const rows = [stated(0.003, 0.004), stated(-0.004, 0.002), stated(0.001, 0.003), stated(0, 0.001)];
    const figures = worldFigures(rows);
    expect(figures).toMatchObject({ drives: 4, largest: -0.004, covered: 0.75, silent: 1, warned: 0 });
    expect(figures?.median).toBeCloseTo(0.0005, 12);
    // sqrt((9 + 16 + 1 + 0) / 4) thousandths; the ± is 2.5 thousandths in the median.
    expect(figures?.rms).toBeCloseTo(0.00254951, 8);
    expect(figures?.plusMinus).toBeCloseTo(0.0025, 12);
    expect(figures?.ratio).toBeCloseTo(0.980581, 6);
  });

  it('count as silent only what is beyond 1.5 times its ± without a warning', () => {
    const silentOf = (error: number, warnings: string[]) =>
      worldFigures([stated(error, 0.002, { warnings })])?.silent;
    expect(silentOf(0.0029, [])).toBe(0);
    expect(silentOf(-0.0031, [])).toBe(1);
    expect(silentOf(-0.0031, ['halves-differ'])).toBe(0);
    expect(silentOf(-0.0031, ['scans-not-matched'])).toBe(1);
    expect(silentOf(-0.0031, ['scans-not-matched', 'halves-differ'])).toBe(0);
  });

  it('call a drive covered where the ± reaches the value above the water and the rock under it', () => {
    const covered = (error: number, rockError: number) =>
      worldFigures([stated(error, 0.005, { rockError })])?.covered;
    expect(covered(0.001, -0.004)).toBe(1);
    expect(covered(0.001, -0.006)).toBe(0);
    expect(covered(0.006, -0.001)).toBe(0);
    expect(worldFigures([stated(0.001, 0.005, { rockError: -0.004 })])?.rms).toBeCloseTo(0.004, 12);
  });

  it('break the bounds of coverage, silence, mesh and of a known distance, each alone', () => {
    const good = {
      ...{ drives: 20, median: 0, largest: 0.004, rms: 0.002, plusMinus: 0.006, covered: 0.9 },
      ...{ silent: 0, warned: 0, ratio: 3 },
    };
    expect(brokenBounds('mesh-rough', good, true)).toEqual([]);
    expect(brokenBounds('real-rough', { ...good, covered: 0.85 }, true)).toEqual(['coverage']);
    expect(brokenBounds('real-rough', { ...good, silent: 1 }, true)).toEqual(['silent']);
    expect(brokenBounds('mesh-rough', { ...good, plusMinus: 0.016 }, true)).toEqual(['±']);
    expect(brokenBounds('mine-rough', { ...good, plusMinus: 0.016 }, true)).toEqual([]);
    expect(brokenBounds('real-rough', { ...good, ratio: 4.1 }, true)).toEqual(['±/RMS']);
    expect(brokenBounds('real-rough', { ...good, ratio: 4.1 }, false)).toEqual([]);
    expect(endKept('mine-smooth', [0.0001, 0.0006, 0.0007])).toBe(false);
    expect(endKept('mine-smooth', [0.0001, 0.0004, 0.0007])).toBe(true);
    expect(endKept('real-smooth', [0.01])).toBe(true);
  });

  it('are none of no drive', () => {
    expect(worldFigures([])).toBeNull();
  });
});

describe('the score of a survey', () => {
  const drive = simulateDrive({ ...EXACT_DRIVE, seed: 5 });
  const T_map_world = invert(poseOfMap(drive));
  const poses = Array.from({ length: drive.scans }, (_, scan) => ({
    stampNs: drive.clockStartNs + BigInt(scan) * 100_000_000n,
    T_map_sensor: compose(T_map_world, drive.trajectory.poseAt(scan / 10)),
  }));
  const { start } = drive.options;
  const { to: end } = drive.surveyed;
  /** Sections of a perfect survey, whose chainage 0 is where the sensor starts. */
  const sections: FoundSection[] = [0, end - start].map((chainage) => {
    const [x, y, z] = drive.scene.line.pointAt(start + chainage, 0, 0.2);
    const { R, t } = T_map_world;
    const at = (k: number) => R[3 * k] * x + R[3 * k + 1] * y + R[3 * k + 2] * z + t[k];
    return { chainage, middle: [at(0), at(1), at(2)] };
  });
  const { area } = drive.section;
  const truth = area * (end - start);
  const survey = (value: number) =>
    ({
      chainageFrom: 0,
      chainageTo: end - start,
      volume: { value, plusMinus: 0.01 * truth, confidence: 0.95 },
      measuredShare: 1,
      warnings: [{ code: 'mesh-hides-rock' }, { code: 'mesh-hides-rock' }],
      uncertainty: [{ source: 'range-bias', sigma: 0.004 * truth }],
    }) as unknown as VolumeJson;

  it('of the truth itself is without error, and of a percent more a percent', () => {
    const one = statedOf(drive, poses, survey(1.01 * truth), sections);
    expect(one.truth / truth).toBeCloseTo(1, 4);
    expect(one.error).toBeCloseTo(0.01, 4);
    expect(one.rockError).toBeCloseTo(one.error, 12);
    expect(one.plusMinus).toBeCloseTo(0.01, 4);
    expect(one.warnings).toEqual(['mesh-hides-rock']);
    expect(one.parts['range-bias']).toBeCloseTo(0.004, 5);
    expect(endOf(drive, poses).end).toBeLessThan(1e-9);
  });

  it('follows the places where the survey truly was: a map stretched by 10 cm lies over less rock', () => {
    const stretch = 0.1;
    const moved = poses.map((pose, i) => {
      const T = identity();
      T.t[0] = (stretch * i) / (poses.length - 1);
      return { ...pose, T_map_sensor: compose(T, pose.T_map_sensor) };
    });
    expect(Math.abs(endOf(drive, moved).end - stretch)).toBeLessThan(1e-6);
    // The drive goes along the map's first axis, or nearly so: the end of the range is 10 cm short in the rock.
    const one = statedOf(drive, moved, survey(truth), sections);
    expect(Math.abs(one.truth / truth - (1 - stretch / (end - start)))).toBeLessThan(0.001);
  });
});

describe('sections of a survey', () => {
  it('have the middle of their area, also where they are no convex ones', () => {
    // An L of three unit squares in the plane x = 7: squares about (0.5, 0.5), (1.5, 0.5) and (0.5, 1.5).
    // From the corner that it begins with, not all of it can be seen.
    const corners = ['2,0', '2,1', '1,1', '1,2', '0,2', '0,0'];
    const text = `chainage_m,vertex,left_m,up_m,x_m,y_m,z_m,measured\n${corners
      .map((corner, i) => `3.500,${i + 1},${corner},7,${corner},1`)
      .join('\n')}\n`;
    const [{ chainage, middle }] = readSections(text);
    expect(chainage).toBe(3.5);
    expect(middle[0]).toBeCloseTo(7, 12);
    expect(middle[1]).toBeCloseTo(5 / 6, 12);
    expect(middle[2]).toBeCloseTo(5 / 6, 12);
  });

  it('are none in a file without an outline', () => {
    expect(() => readSections('chainage_m,vertex,x_m,y_m,z_m\n')).toThrow('no outline');
  });
});
