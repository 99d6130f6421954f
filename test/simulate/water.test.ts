import { describe, expect, it } from 'vitest';
import { simulateDrive } from '../../src-simulate/drive.ts';
import type { PoolOptions } from '../../src-simulate/things/water.ts';
import { waterReflectance } from '../../src-simulate/things/water.ts';
import { effectsTruth } from '../../src-simulate/truth/truth-effects.ts';
import { truthBetween } from '../../src-simulate/truth.ts';
import { EXACT_DRIVE } from './short-drive.ts';

const SEED = 3;
const POOL: PoolOptions = { from: 10, to: 18, right: -9, left: 9, level: 0.1, depth: 0, mirrored: 1 };
const REACH = 60;

/** Rays from 1.7 m over the floor at chainage 8 down the drive, on a fan. */
function fan(dips: readonly number[], swings: readonly number[]): Float64Array[] {
  return dips.flatMap((dip) =>
    swings.map((swing) => {
      const [p, a] = [(-dip * Math.PI) / 180, (swing * Math.PI) / 180];
      return Float64Array.of(8, 0, 0, Math.cos(p) * Math.cos(a), Math.cos(p) * Math.sin(a), Math.sin(p));
    }),
  );
}

const steps = (from: number, to: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => from + ((to - from) * i) / (count - 1));

function wetDrive(pool: Partial<PoolOptions>) {
  return simulateDrive({ ...EXACT_DRIVE, seed: SEED, portal: [0, 0, 0], pools: [{ ...POOL, ...pool }] });
}

describe(`standing water (seed ${SEED})`, () => {
  const drive = wetDrive({});
  const [pool] = drive.effects!.rays.pools;
  const { tracer } = drive.effects!;

  it('shows the wall as its mirror image below the floor, as bright as Fresnel leaves it', () => {
    let mirrored = 0;
    for (const [i, ray] of fan(steps(10, 24, 15), steps(-20, 20, 21)).entries()) {
      const t = (pool.elevation - ray[2]) / ray[5];
      const x = ray[0] + t * ray[3];
      if (x < 10 || x > 18 || Math.abs(t * ray[4]) > 2.25) continue;
      const { kind, range, gain } = tracer.trace(ray, 8, REACH, i, 0);
      if (kind === 'none') continue;
      expect(kind).toBe('wall');
      expect(range).toBeGreaterThan(t);
      const [, y, z] = [0, 1, 2].map((k) => ray[k] + range * ray[3 + k]);
      expect(z).toBeLessThan(pool.elevation);
      const image = 2 * pool.elevation - z;
      const wall = drive.section.radiusAt(Math.atan2(image, y));
      // The table of the wall is a chord of the arch between its columns: 0.1 mm.
      expect(Math.abs(Math.hypot(y, image) - wall)).toBeLessThan(5e-4);
      expect(gain).toBeCloseTo(waterReflectance(-ray[5]) ** 2, 12);
      mirrored++;
    }
    expect(mirrored).toBeGreaterThan(150);
  });

  it('reflects as Fresnel has it at normal, at grazing and at Brewster incidence', () => {
    expect(waterReflectance(1)).toBeCloseTo((0.33 / 2.33) ** 2, 12);
    expect(waterReflectance(1e-6)).toBeCloseTo(1, 4);
    // At Brewster's angle only the light across the plane of incidence returns.
    const brewster = Math.atan(1.33);
    const below = Math.PI / 2 - brewster;
    const across = (Math.sin(brewster - below) / Math.sin(brewster + below)) ** 2;
    expect(waterReflectance(Math.cos(brewster))).toBeCloseTo(across / 2, 12);
  });

  it.each([0, 0.3, 0.8])('throws on a share of %s of the rays', (share) => {
    const wet = wetDrive({ mirrored: share });
    // Steep and aslant, so that the mirrored rays meet a wall before the open end.
    const rays = fan(steps(14, 18, 40), steps(14, 20, 50));
    const lost = rays.filter((ray, i) => wet.effects!.tracer.trace(ray, 8, REACH, i, 0).kind === 'none');
    const expected = 1 - share;
    const sigma = Math.sqrt((expected * share) / rays.length);
    expect(Math.abs(lost.length / rays.length - expected)).toBeLessThanOrEqual(4 * sigma);
  });

  it('leaves alone the rays that meet no water', () => {
    const dry = simulateDrive({ ...EXACT_DRIVE, seed: SEED, portal: [0, 0, 0] });
    for (const ray of fan(steps(-15, 8, 10), steps(-60, 60, 10))) {
      const cast = dry.caster.cast(ray[0], ray[1], ray[2], ray[3], ray[4], ray[5], 8, REACH);
      const hitsWater = ray[5] < 0 && ray[0] + ray[3] * (-1.6 / ray[5]) < 18 && cast > -1.6 / ray[5];
      if (!hitsWater) expect(tracer.trace(ray, 8, REACH, 0, 0).range).toBe(cast);
    }
  });

  it('has the area and the volume of its box', () => {
    const [truth] = effectsTruth(drive)!.pools;
    expect(truth.area).toBeCloseTo(8 * 4.5, 0);
    expect(Math.abs(truth.area / 36 - 1)).toBeLessThan(0.005);
    expect(Math.abs(truth.volume / 3.6 - 1)).toBeLessThan(0.005);
    // The table's chords across the corner of wall and floor bulge by less than 0.1 mm.
    expect(truth.deepest).toBeCloseTo(0.1, 3);
    const half = truthBetween(drive, 14, 20);
    expect(Math.abs(half.water! / 1.8 - 1)).toBeLessThan(0.005);
    expect(half.aboveWater).toBeCloseTo(half.volumes.void - half.water!, 12);
    expect(truth.outline.every(([s, n]) => s >= 10 && s <= 18 && Math.abs(n) <= 2.25)).toBe(true);
  });

  it('ends on a grade where the floor rises out of it', () => {
    const grade = 0.1;
    const sloped = simulateDrive({
      ...EXACT_DRIVE,
      seed: SEED,
      alignment: [{ length: 30, radius: null, grade }],
      pools: [{ ...POOL, level: 0.2 }],
    });
    const [truth] = effectsTruth(sloped)!.pools;
    const farthest = Math.max(...truth.outline.map(([s]) => s));
    // Along the slope the floor gains the level after level / sin(atan(grade)).
    expect(farthest).toBeCloseTo(10 + 0.2 / Math.sin(Math.atan(grade)), 1);
    const triangle = (4.5 * 0.2 * (farthest - 10)) / 2;
    expect(Math.abs(truth.volume / triangle - 1)).toBeLessThan(0.02);
  });

  it('lies in a basin that the void counts in', () => {
    const deep = wetDrive({ depth: 0.3, level: 0 });
    const plain = truthBetween(simulateDrive({ ...EXACT_DRIVE, seed: SEED }), 9, 19).volumes.void;
    const { water, volumes, relativeDifference } = truthBetween(deep, 9, 19);
    expect(relativeDifference).toBeLessThan(5e-4);
    expect(water).toBeGreaterThan(2);
    // Level with the nominal floor, the water fills what the basin adds.
    expect(Math.abs((volumes.void - plain) / water! - 1)).toBeLessThan(0.01);
    expect(effectsTruth(deep)!.pools[0].deepest).toBeCloseTo(0.3, 2);
  });
});
