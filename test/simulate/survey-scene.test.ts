import { describe, expect, it } from 'vitest';
import { parseControlPointsCsv } from '../../src-core/io/tables/control-points-csv.ts';
import { applyToPoint } from '../../src-core/math/se3.ts';
import { beamGeometry } from '../../src-core/odometry/frame/beam-geometry.ts';
import { castScan, poseOfColumn, poseOfMap } from '../../src-simulate/cast-scan.ts';
import { simulateDrive } from '../../src-simulate/drive.ts';
import { simulatedSensor } from '../../src-simulate/os1-16.ts';
import { presetOptions } from '../../src-simulate/presets.ts';
import { targetGroups, truthControlCsv } from '../../src-simulate/targets.ts';
import { driveTruth } from '../../src-simulate/truth.ts';
import { SHORT_DRIVE } from './short-drive.ts';

const SEED = 13;
const BASE = { ...presetOptions('rough', 20), seed: SEED, rangeNoise: 0, dropout: 0 };
const geometry = beamGeometry(simulatedSensor('legacy16'));

/** World points of a noiseless scan by the true pose of each column, with what each threw back. */
function worldPoints(drive: ReturnType<typeof simulateDrive>, index: number) {
  const scan = castScan(drive, index);
  const points: { at: [number, number, number]; reflectivity: number }[] = [];
  for (let pixel = 0; pixel < scan.rangeMm.length; pixel++) {
    const r = scan.rangeMm[pixel] / 1000;
    if (r === 0) continue;
    const [x, y, z] = [0, 1, 2].map(
      (k) => r * geometry.direction[3 * pixel + k] + geometry.offset[3 * pixel + k],
    );
    const pose = poseOfColumn(drive, index, pixel % scan.columns);
    points.push({ at: applyToPoint(pose, x, y, z), reflectivity: scan.reflectivity[pixel] });
  }
  return points;
}

describe(`surveyed targets on the wall (seed ${SEED})`, () => {
  const targets = [
    { chainage: 6, angleDeg: 4, size: 0.3, shape: 'disc' as const },
    { chainage: 7.5, angleDeg: 178, size: 0.3, shape: 'square' as const },
  ];
  const drive = simulateDrive({ ...BASE, targets });
  const without = castScan(simulateDrive(BASE), 30);

  it('shine where the survey has them, flat, and nowhere else', () => {
    const bright = worldPoints(drive, 30).filter(({ reflectivity }) => reflectivity > 1500);
    expect(bright.length).toBeGreaterThan(20);
    const seen = new Set<string>();
    for (const { at } of bright) {
      const [target] = drive.targets.filter(
        ({ centre }) => Math.hypot(...centre.map((c, k) => at[k] - c)) < 0.25,
      );
      expect(target).toBeDefined();
      seen.add(target.name);
      const off = target.normal.reduce((sum, n, k) => sum + n * (at[k] - target.centre[k]), 0);
      expect(Math.abs(off)).toBeLessThan(1.5e-3);
    }
    expect([...seen]).toEqual(['T1', 'T2']);
  });

  it('change nothing but the pixels that see them', () => {
    const scan = castScan(drive, 30);
    const bright = (pixel: number) => scan.reflectivity[pixel] > 1500;
    let changed = 0;
    for (let pixel = 0; pixel < scan.rangeMm.length; pixel++) {
      if (bright(pixel)) changed++;
      else expect(scan.rangeMm[pixel]).toBe(without.rangeMm[pixel]);
    }
    expect(changed).toBeGreaterThan(20);
  });

  it('hang before the rock, and face the axis', () => {
    const { line, surface } = drive.scene;
    for (const { centre, normal } of drive.targets) {
      const { s, n, b } = line.locate(centre[0], centre[1], centre[2], 6);
      const gap = surface.radiusAt(s, Math.atan2(b, n)) - Math.hypot(n, b);
      expect(gap).toBeGreaterThan(0.03);
      expect(gap).toBeLessThan(0.3);
      const [N, B] = [line.frameAt(s).N, line.frameAt(s).B];
      const inward = normal.reduce((sum, value, k) => sum - value * (n * N[k] + b * B[k]), 0);
      expect(inward / Math.hypot(n, b)).toBeGreaterThan(0.999);
    }
  });

  it('are written as control points and as truth, and a drive without them writes what it always wrote', () => {
    const points = parseControlPointsCsv(truthControlCsv(drive.targets), 'control.csv');
    points.forEach(({ name, easting, northing, elevation }, i) => {
      const { centre } = drive.targets[i];
      expect(name).toBe(`T${i + 1}`);
      expect(Math.hypot(easting - centre[0], northing - centre[1], elevation - centre[2])).toBeLessThan(1e-4);
    });
    expect(driveTruth(drive, null, []).targets?.map(({ name }) => name)).toEqual(['T1', 'T2']);
    const plain = JSON.parse(JSON.stringify(driveTruth(simulateDrive(BASE), null, [])));
    for (const key of ['targets', 'walker', 'albedo', 'manoeuvres', 'startInMotion']) {
      expect(plain).not.toHaveProperty(key);
      expect(plain.options).not.toHaveProperty(key);
    }
  });

  it('come three to a group, no two groups alike', () => {
    const placed = targetGroups(6, 110, 30, 0.3, SEED);
    expect(placed.length).toBe(12);
    const gaps = [0, 3, 6, 9].map((i) => placed[i + 1].chainage - placed[i].chainage);
    expect(new Set(gaps.map((gap) => gap.toFixed(2))).size).toBe(4);
    expect(placed).toEqual(targetGroups(6, 110, 30, 0.3, SEED));
  });
});

describe(`what the robot does on its way (seed ${SEED})`, () => {
  const at = (drive: ReturnType<typeof simulateDrive>, t: number) => drive.schedule.at(t);
  const times = (drive: ReturnType<typeof simulateDrive>) =>
    Array.from({ length: Math.floor(drive.trajectory.duration * 10) }, (_, i) => i / 10);

  it('stands still in the middle, pose and all', () => {
    const drive = simulateDrive({ ...BASE, manoeuvres: [{ kind: 'stand', chainage: 8, seconds: 4 }] });
    const standing = times(drive).filter((t) => Math.abs(at(drive, t).chainage - 8) < 1e-9);
    expect(standing.length).toBeGreaterThanOrEqual(40);
    const [a, b] = [standing[3], standing[36]].map((t) => drive.trajectory.poseAt(t));
    expect(Math.hypot(...a.t.map((value, k) => value - b.t[k]))).toBeLessThan(1e-9);
    expect(at(drive, drive.trajectory.duration).chainage).toBeCloseTo(12, 9);
  });

  it('drives back without turning, and on again', () => {
    const drive = simulateDrive({ ...BASE, manoeuvres: [{ kind: 'reverse', chainage: 9, distance: 3 }] });
    const way = times(drive).map((t) => at(drive, t));
    const furthest = way.findIndex(({ chainage }) => Math.abs(chainage - 9) < 0.01);
    const back = way.slice(furthest).findIndex(({ chainage }) => chainage < 6.01);
    expect(back).toBeGreaterThan(0);
    expect(Math.min(...way.map(({ speed }) => speed))).toBeCloseTo(-1, 6);
    expect(way.every(({ turn }) => turn === 0)).toBe(true);
    expect(way[way.length - 1].chainage).toBeCloseTo(12, 9);
  });

  it('turns once round on the spot', () => {
    const drive = simulateDrive({ ...BASE, manoeuvres: [{ kind: 'turn', chainage: 8, degrees: 360 }] });
    const middle = times(drive).find((t) => Math.abs(at(drive, t).turn - Math.PI) < 0.1)!;
    const [before, turned, after] = [2, middle, drive.trajectory.duration].map(
      (t) => drive.trajectory.poseAt(t).R,
    );
    const facing = (a: Float64Array, b: Float64Array) => a[0] * b[0] + a[3] * b[3] + a[6] * b[6];
    expect(facing(before, turned)).toBeLessThan(-0.9);
    expect(facing(before, after)).toBeGreaterThan(0.8);
  });

  it('begins in motion without a jerk', () => {
    const drive = simulateDrive({ ...BASE, startInMotion: true });
    const speed = (t: number) => {
      const [a, b] = [drive.trajectory.poseAt(t).t, drive.trajectory.poseAt(t + 1e-3).t];
      return Math.hypot(...a.map((value, k) => value - b[k])) / 1e-3;
    };
    expect(at(drive, 0).speed).toBe(1);
    for (const t of [0, 0.01, 0.05, 0.2]) {
      expect(Math.abs(speed(t) - 1)).toBeLessThan(0.12);
      const { acceleration } = drive.trajectory.motionAt(t);
      expect(Math.hypot(...acceleration)).toBeLessThan(3);
    }
    const { chainage } = at(drive, drive.trajectory.duration);
    expect(chainage).toBeCloseTo(12, 9);
    // The frame of its map is the middle of the first rotation.
    expect(poseOfMap(drive)).toEqual(drive.trajectory.poseAt(0.05));
    const standing = simulateDrive(BASE);
    expect(poseOfMap(standing)).toEqual(standing.trajectory.poseAt(0));
  });

  it('follows a person who keeps ahead and wears a vest', () => {
    const walker = { ahead: 3, left: 0.3, vest: true };
    const drive = simulateDrive({ ...BASE, walker });
    for (const index of [25, 50]) {
      const { chainage } = at(drive, index / 10);
      const bright = worldPoints(drive, index).filter(({ reflectivity }) => reflectivity > 1500);
      expect(bright.length).toBeGreaterThan(3);
      for (const { at: point } of bright) {
        const { s, n, b } = drive.scene.line.locate(point[0], point[1], point[2], chainage + 3);
        expect(Math.abs(s - chainage - 3)).toBeLessThan(0.3);
        expect(Math.abs(n - 0.3)).toBeLessThan(0.3);
        expect(b + 1.7).toBeGreaterThan(1);
        expect(b + 1.7).toBeLessThan(1.4);
      }
    }
  });
});

describe('how bright the rock is', () => {
  const spread = (albedo: { at(s: number, theta: number): number }, s: number[]) => {
    const values = s.map((chainage) => albedo.at(chainage, 1));
    return Math.max(...values) - Math.min(...values);
  };
  const along = Array.from({ length: 60 }, (_, i) => 0.1 * i);

  it('is the same everywhere, or repeats', () => {
    expect(spread(simulateDrive({ ...SHORT_DRIVE, albedo: { kind: 'plain' } }).albedo, along)).toBe(0);
    const { albedo } = simulateDrive({ ...SHORT_DRIVE, albedo: { kind: 'periodic', period: 1.5 } });
    expect(spread(albedo, along)).toBeGreaterThan(0.2);
    for (const s of along) expect(albedo.at(s + 1.5, 2)).toBeCloseTo(albedo.at(s, 1), 12);
    const rock = simulateDrive(SHORT_DRIVE).albedo;
    const options = simulateDrive({ ...SHORT_DRIVE, albedo: { kind: 'rock' } }).albedo;
    for (const s of along) expect(options.at(s, 1)).toBe(rock.at(s, 1));
  });
});
