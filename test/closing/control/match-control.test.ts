import { describe, expect, it } from 'vitest';
import type { ControlMatchInput } from '../../../src-core/closing/control/control-match.ts';
import { searchNames } from '../../../src-core/closing/control/match/name-search.ts';
import { matchControl } from '../../../src-core/closing/control/match-control.ts';
import { seededRandom } from '../../../src-core/math/random.ts';
import {
  applyToPoint,
  compose,
  expSo3,
  invert,
  rotateVector,
  transpose3,
} from '../../../src-core/math/se3.ts';
import type { ControlObservation, ControlPoint } from '../../../src-core/model/control.ts';
import type { PoseQuality, ScanPose } from '../../../src-core/model/pose.ts';
import type { Rigid } from '../../../src-core/model/rigid.ts';
import { cpuMilliseconds } from '../../support/cpu-time.ts';

type Vector = [number, number, number];

const T_GRID_MAP: Rigid = {
  R: compose(
    { R: expSo3(0, 0, 2.1), t: new Float64Array(3) },
    { R: expSo3(0.03, -0.05, 0), t: new Float64Array(3) },
  ).R,
  t: Float64Array.of(345_678.9, 8_612_345.6, 4_321.1),
};
const UP = { up: rotateVector(transpose3(T_GRID_MAP.R), 0, 0, 1), sigma: 0.01 };

/** A straight drive along x, a scan each 0.1 m at 1 m/s. */
function drive(length: number, degenerate = false): ScanPose[] {
  return Array.from({ length: 10 * length + 1 }, (_, i) => ({
    scanIndex: i,
    frameId: i,
    stampNs: BigInt(i) * 100_000_000n,
    T_map_sensor: { R: expSo3(0, 0, 0.02 * Math.sin(i)), t: Float64Array.of(i / 10, 0, 0) },
    T_first_last: { R: expSo3(0, 0, 0), t: new Float64Array(3) },
    gyroBias: null,
    isKeyframe: false,
    quality: {
      degenerate,
      weakDirection: [1, 0, 0],
      heldBy: degenerate ? 'assumed' : 'walls',
      alongSigma: degenerate ? 0.06 * i : 0.003,
    } as unknown as PoseQuality,
  }));
}

/** What a sensor that passes by sees of a place in the map. */
function seen(poses: readonly ScanPose[], place: Vector, name: string | null = null): ControlObservation {
  const scanIndex = Math.min(Math.max(Math.round(10 * place[0]), 0), poses.length - 1);
  return {
    scanIndex,
    name,
    pSensor: applyToPoint(invert(poses[scanIndex].T_map_sensor), ...place),
    covariance: Float64Array.of(2.5e-5, 0, 0, 0, 2.5e-5, 0, 0, 0, 2.5e-5),
    sigma: 0.005,
    source: 'target',
    firstScan: scanIndex,
    lastScan: scanIndex,
    scans: 20,
    returns: 300,
  };
}

function surveyed(name: string, place: Vector, role: ControlPoint['role'] = 'control'): ControlPoint {
  const [easting, northing, elevation] = applyToPoint(T_GRID_MAP, ...place);
  return { name, easting, northing, elevation, sigma: 0.003, role };
}

/** Targets left and right of a drive, at odd places. */
function places(count: number, seed: number, spacing = 8): Vector[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_, i) => [
    2 + spacing * (i + 0.7 * random.uniform()),
    (i % 2 === 0 ? 2.1 : -2.1) + 0.2 * random.normal(),
    0.4 * random.normal(),
  ]);
}

function problem(
  change: Partial<ControlMatchInput> & { truth: Vector[]; length?: number },
): ControlMatchInput {
  const poses = change.poses ?? drive(change.length ?? 60);
  const noise = seededRandom(99);
  return {
    poses,
    observations: change.truth.map((place) =>
      seen(poses, place.map((value) => value + 0.004 * noise.normal()) as Vector),
    ),
    points: change.truth.map((place, i) => surveyed(`P${i}`, place)),
    gravity: null,
    start: null,
    ...change,
  };
}

const namesOf = (match: ReturnType<typeof matchControl>) => match.observations.map(({ name }) => name);

describe('which target is which point', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('is told by the distances between them (seed %i)', (seed) => {
    const truth = places(6, seed);
    const match = matchControl(problem({ truth }));
    expect(namesOf(match)).toEqual(['P0', 'P1', 'P2', 'P3', 'P4', 'P5']);
    expect(match.unnamed).toEqual([]);
    for (const { distance } of match.residuals) expect(distance).toBeLessThan(0.02);
    for (const place of truth) {
      const [a, b] = [T_GRID_MAP, match.T_grid_map!].map((T) => applyToPoint(T, ...place));
      expect(Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])).toBeLessThan(0.02);
    }
  });

  it('among many points that were not seen, and with things that are no points', () => {
    const truth = places(5, 11);
    const others = places(25, 12, 7).map(([x, y, z]): Vector => [x + 100, y, z]);
    const base = problem({ truth });
    const spurious = seen(base.poses, [21, -1.4, 0.9]);
    const match = matchControl({
      ...base,
      observations: [...base.observations, spurious],
      points: [...others.map((place, i) => surveyed(`far${i}`, place)), ...base.points],
    });
    expect(namesOf(match)).toEqual(['P0', 'P1', 'P2', 'P3', 'P4', null]);
    expect(match.unnamed).toEqual([{ observation: 5, why: 'no-point', names: [] }]);
  });

  it('also where odometry has drifted by 0.3 % and bent', () => {
    const truth = places(7, 13, 12);
    const base = problem({ truth, length: 90 });
    const drifted = truth.map(([x, y, z]): Vector => [1.003 * x, y + 2e-4 * x * x, z - 1e-4 * x * x]);
    const match = matchControl({
      ...base,
      observations: drifted.map((place) => seen(base.poses, place)),
    });
    expect(namesOf(match)).toEqual(truth.map((_, i) => `P${i}`));
  });

  it('two passes by one target give one name twice', () => {
    const truth = places(4, 14);
    const base = problem({ truth });
    const match = matchControl({
      ...base,
      observations: [...base.observations, seen(base.poses, truth[1])],
    });
    expect(namesOf(match)).toEqual(['P0', 'P1', 'P2', 'P3', 'P1']);
  });

  it('check points are named, and hold nothing', () => {
    const truth = places(5, 15);
    const base = problem({ truth });
    const wrong: Vector = [truth[2][0], truth[2][1], truth[2][2] + 0.03];
    const points = base.points.map((point, i) => (i === 2 ? surveyed('P2', wrong, 'check') : point));
    const match = matchControl({ ...base, points });
    const residual = match.residuals.find(({ name }) => name === 'P2')!;
    expect(residual.role).toBe('check');
    expect(residual.error[2]).toBeCloseTo(-0.03, 2);
    for (const { role, distance } of match.residuals)
      if (role === 'control') expect(distance).toBeLessThan(0.015);
  });

  it('a name given by hand is kept and helps the others', () => {
    // Evenly spaced on one wall: nobody can tell where in the row the drive began.
    const row = Array.from({ length: 8 }, (_, i): Vector => [2 + 6 * i, 2.1, 0]);
    const base = problem({ truth: row });
    const some = base.observations.slice(2, 6);
    const byHand = { ...some[0], name: 'P2' };
    const match = matchControl({ ...base, observations: [byHand, ...some.slice(1)], gravity: UP });
    // Mirrored in the direction of the row, the named one stays.
    expect(match.observations[0].name).toBe('P2');
    const start = {
      T_grid_first: compose(T_GRID_MAP, base.poses[0].T_map_sensor),
      positionSigma: 0.5,
      angleSigma: 0.05,
    };
    const placed = matchControl({ ...base, observations: [byHand, ...some.slice(1)], gravity: UP, start });
    expect(namesOf(placed)).toEqual(['P2', 'P3', 'P4', 'P5']);
  });
});

describe('what the distances leave open', () => {
  const row = Array.from({ length: 8 }, (_, i): Vector => [2 + 6 * i, i % 2 === 0 ? 2.1 : -2.1, 0]);

  it('is reported and never guessed: targets as regular as lamps', () => {
    const base = problem({ truth: row });
    const match = matchControl({ ...base, observations: base.observations.slice(2, 6) });
    expect(namesOf(match)).toEqual([null, null, null, null]);
    for (const { why, names } of match.unnamed) {
      expect(why).toBe('ambiguous');
      expect(names.length).toBeGreaterThan(1);
    }
    expect(match.T_grid_map).toBeNull();
    expect(match.remarks.map(({ message }) => message).join(' ')).toContain(
      'say roughly where the capture began',
    );
  });

  it('is settled by a rough start', () => {
    const base = problem({ truth: row });
    const start = {
      T_grid_first: compose(T_GRID_MAP, {
        R: expSo3(0, 0, 0.05),
        t: Float64Array.of(0.8, -0.5, 0.3),
      }),
      positionSigma: 1,
      angleSigma: 0.05,
    };
    const match = matchControl({ ...base, observations: base.observations.slice(2, 6), start });
    expect(namesOf(match)).toEqual(['P2', 'P3', 'P4', 'P5']);
    expect(match.T_grid_map).not.toBeNull();
  });

  it('two targets and gravity are enough where only one pair of points is that far apart', () => {
    const truth: Vector[] = [
      [5, 2.1, 0.6],
      [14, -2.1, -0.3],
    ];
    const base = problem({ truth });
    const match = matchControl({ ...base, gravity: UP });
    expect(namesOf(match)).toEqual(['P0', 'P1']);
    expect(match.residuals.length).toBe(2);
    // At the same height they may be taken the other way round.
    const level: Vector[] = [
      [5, 2.1, 0],
      [14, -2.1, 0],
    ];
    const gravity = { up: UP.up, sigma: 0.01 };
    const flat = problem({ truth: level.map((p) => rotateVector(transpose3(T_GRID_MAP.R), ...p)) });
    const doubt = matchControl({ ...flat, gravity });
    expect(namesOf(doubt)).toEqual([null, null]);
    expect([...doubt.unnamed[0].names].sort()).toEqual(['P0', 'P1']);
  });

  it('two targets without gravity are too few', () => {
    const match = matchControl(problem({ truth: places(2, 16) }));
    expect(namesOf(match)).toEqual([null, null]);
    expect(match.T_grid_map).toBeNull();
    expect(match.remarks.map(({ message }) => message).join(' ')).toContain('fit no three points');
  });

  it('a mirror image of the points is refused', () => {
    const truth = places(6, 17);
    const base = problem({ truth });
    const mirrored = truth.map(([x, y, z]): Vector => [x, -y, z]);
    const match = matchControl({
      ...base,
      observations: mirrored.map((place) => seen(base.poses, place)),
    });
    expect(match.T_grid_map).toBeNull();
  });

  it('where the walls did not hold the way, no distance along it refutes a name', () => {
    const truth = places(4, 18);
    const poses = drive(60, true);
    const base = problem({ truth, poses });
    const short = truth.map(([x, y, z]): Vector => [0.8 * x, y, z]);
    const start = { T_grid_first: T_GRID_MAP, positionSigma: 0.5, angleSigma: 0.02 };
    const observations = short.map((place) => seen(poses, place));
    const match = matchControl({ ...base, observations, start });
    const wrong = namesOf(match).filter((name, i) => name !== null && name !== `P${i}`);
    expect(wrong).toEqual([]);
  });

  it.each([
    ['no target', { observations: [] }],
    ['no points', { points: [] }],
  ])('%s is no error', (_, change) => {
    const match = matchControl({ ...problem({ truth: places(3, 19) }), ...change });
    expect(match.T_grid_map).toBeNull();
    expect(match.remarks.length).toBeGreaterThan(0);
  });

  it('sixty targets that look alike end in words, not in an endless search', () => {
    const grid = Array.from({ length: 60 }, (_, i): Vector => [2 + i, i % 2 === 0 ? 2 : -2, 0]);
    const started = cpuMilliseconds();
    const match = matchControl(problem({ truth: grid, length: 70 }));
    expect(cpuMilliseconds() - started).toBeLessThan(20_000);
    expect(match.T_grid_map).toBeNull();
    expect(match.unnamed.every(({ why }) => why === 'ambiguous')).toBe(true);
  });
});

describe('the search for names', () => {
  it.each([21, 22, 23, 24, 25, 26])('finds what trying all finds (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const [n, m] = [5, 4];
    const agreeing = new Set<string>();
    for (let i = 0; i < n; i++)
      for (let j = i + 1; j < n; j++)
        for (let a = 0; a < m; a++)
          for (let b = 0; b < m; b++) if (random.uniform() < 0.35) agreeing.add(`${i} ${a} ${j} ${b}`);
    const agree = (i: number, a: number, j: number, b: number) => agreeing.has(`${i} ${a} ${j} ${b}`);
    const all: (number | null)[][] = [];
    const build = (naming: (number | null)[]): void => {
      if (naming.length === n) {
        const named = naming.flatMap((a, i) => (a === null ? [] : [[i, a]]));
        if (named.every(([i, a], k) => named.slice(k + 1).every(([j, b]) => agree(i, a, j, b))))
          all.push(naming);
        return;
      }
      for (const a of [null, ...Array.from({ length: m }, (_, k) => k)]) build([...naming, a]);
    };
    build([]);
    const sizeOf = (naming: (number | null)[]) => naming.filter((a) => a !== null).length;
    const size = Math.max(...all.map(sizeOf));
    const expected = all.filter((naming) => sizeOf(naming) === size);
    const choices = Array.from({ length: n }, () => Array.from({ length: m }, (_, k) => k));
    const names = searchNames({ choices, least: 1, agree, isConsistent: () => true });
    const text = (namings: readonly (readonly (number | null)[])[]) => namings.map(String).sort();
    expect(names.size).toBe(size);
    expect(text(names.best)).toEqual(text(expected).slice(0, 1000));
  });
});
