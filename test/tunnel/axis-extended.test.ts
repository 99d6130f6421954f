import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import type { Axis } from '../../src-core/model/axis.ts';
import { axisBetween, extendedAxis } from '../../src-core/tunnel/axis/axis-extended.ts';
import { volumeBetween } from '../../src-core/tunnel/volume/volume.ts';
import { ProfileAccumulator } from '../../src-core/tunnel/wall/profile-accumulator.ts';
import type { WallSurface } from '../../src-core/tunnel/wall/wall-surface.ts';
import {
  ARCH_RADIUS,
  axisAlong,
  BAUL,
  BAUL_AREA,
  bend,
  onBaul,
  put,
  type Sampled,
  sampleDrive,
  straight,
} from './solids.ts';

const SEED = 51;

describe('an axis beyond the ends of the way', () => {
  const axis = axisAlong(straight(1 / 8), 0, 20, 0.5);

  it('runs on straight, with the chainage going on', () => {
    const { chainage, xyz, travelled } = extendedAxis(axis, 12);
    expect(travelled).toEqual({ from: 0, to: 20 });
    expect([chainage[0], chainage[chainage.length - 1]]).toEqual([-12, 32]);
    const { p } = straight(1 / 8).at(-12);
    p.forEach((value, k) => {
      expect(xyz[k]).toBeCloseTo(value, 9);
    });
    const plan = {
      ...axis,
      kind: 'horizontal',
      chainage: axis.chainage.map((s) => s / Math.hypot(1, 1 / 8)),
    } as const;
    expect(extendedAxis(plan, 12).chainage[0]).toBeCloseTo(-12 / Math.hypot(1, 1 / 8), 9);
  });

  it('ends before it comes near another part of the line', () => {
    const line = bend(20);
    const round = axisAlong(line, 0, 2 * Math.PI * 20 - 4, 0.5);
    const { chainage, travelled } = extendedAxis(round, 30);
    expect(chainage[0]).toBe(0);
    expect(chainage[chainage.length - 1]).toBe(travelled!.to);
  });

  it('is cut back to the part that is wanted', () => {
    const part = axisBetween(extendedAxis(axis, 12), -3.25, 20);
    expect([part.chainage[0], part.chainage[1], part.chainage[part.chainage.length - 1]]).toEqual([
      -3.25, 0, 20,
    ]);
    expect(part.xyz[0]).toBeCloseTo(straight(1 / 8).at(-3.25).p[0], 9);
    // A cut a hair beyond a vertex makes no second one.
    expect(axisBetween(axis, 0, 10 + 1e-9).chainage).toHaveLength(21);
  });
});

describe(`wall beyond the robot's way (seed ${SEED})`, () => {
  const line = straight();
  const way = axisAlong(line, 4, 12, 0.5);

  it('is measured up to the face and no farther', () => {
    const points = sampleDrive(line, onBaul, [-3, 18.04], 400_000, SEED);
    const wall = wallOf(extendedAxis(way, 12), [points, face(18.04, 0.02)]);
    // The slabs that the face and its noise cut are left out.
    expect(wall.surveyedTo).toBeLessThanOrEqual(18 + 1e-9);
    expect(wall.surveyedTo).toBeGreaterThan(17.8);
    expect(wall.surveyedFrom).toBeCloseTo(-3, 6);
    const { volume, warnings } = volumeBetween(wall, wall.surveyedFrom, wall.surveyedTo);
    expect(Math.abs(volume.value / (BAUL_AREA * (wall.surveyedTo + 3)) - 1)).toBeLessThan(1e-3);
    expect(warnings).toEqual([]);
  });

  it('before a face that slants is the void that is there', () => {
    const points = sampleDrive(
      line,
      onBaul,
      [0, 20],
      400_000,
      SEED,
      undefined,
      (s, left) => s < 17 + 0.4 * left,
    );
    const wall = wallOf(extendedAxis(way, 12), [points, face(17, 0.02, 0.4)]);
    expect(wall.surveyedTo).toBeGreaterThan(16);
    const { volume } = volumeBetween(wall, 14, wall.surveyedTo);
    expect(Math.abs(volume.value / voidBefore(0.4, 14, wall.surveyedTo) - 1)).toBeLessThan(0.01);
  });

  it('ends where it opens, and what closes farther on is not counted', () => {
    const points = sampleDrive(line, onBaul, [0, 22], 400_000, SEED, undefined, (s) => s < 14 || s > 18);
    expect(wallOf(extendedAxis(way, 12), [points]).surveyedTo).toBeCloseTo(14, 6);
  });

  it.each([
    [0.3, 4],
    [0.8, 3.2],
  ])('of %d m before the first place begins at %d m', (beyond, from) => {
    const points = sampleDrive(line, onBaul, [4 - beyond, 12.2], 400_000, SEED);
    const wall = wallOf(extendedAxis(way, 8), [points]);
    expect(wall.surveyedFrom).toBeCloseTo(from, 6);
    expect(wall.surveyedTo).toBeCloseTo(12, 6);
  });

  it('ends where it was seen too little', () => {
    const striped = sampleDrive(
      line,
      onBaul,
      [0, 20],
      400_000,
      SEED,
      undefined,
      (s, left, up) => s < 15 || Math.abs(Math.sin(3 * Math.atan2(up - 0.4, left))) < 0.7,
    );
    expect(wallOf(extendedAxis(way, 8), [striped]).surveyedTo).toBeCloseTo(15, 0);
  });
});

function wallOf(axis: Axis, parts: readonly Sampled[]): WallSurface {
  const accumulator = new ProfileAccumulator(axis);
  for (const { xyz, origin } of parts) accumulator.add(xyz, origin);
  return accumulator.wall();
}

/** Points of a face at a chainage; `slant` metres along per metre to the left. */
function face(at: number, noise: number, slant = 0): Sampled {
  const random = seededRandom(SEED + 1);
  const xyz = new Float32Array(3 * 60_000);
  for (let i = 0; i < 60_000; i++) {
    const left = 4.5 * (random.uniform() - 0.5);
    const up =
      (BAUL.height - ARCH_RADIUS + Math.sqrt(ARCH_RADIUS ** 2 - left * left)) * random.uniform() - BAUL.line;
    put(straight(), at + slant * left + noise * random.normal(), left, up, [0, 0, 0], xyz, i);
  }
  return { xyz, origin: [0, 0, 0] };
}

/** Void of the baúl between two chainages before a face at 17 that slants, by sums over the width. */
function voidBefore(slant: number, from: number, to: number): number {
  const steps = 4000;
  let sum = 0;
  for (let i = 0; i < steps; i++) {
    const left = BAUL.width * ((i + 0.5) / steps - 0.5);
    const height = BAUL.height - ARCH_RADIUS + Math.sqrt(ARCH_RADIUS ** 2 - left * left);
    sum += height * Math.max(0, Math.min(to, 17 + slant * left) - from);
  }
  return (sum * BAUL.width) / steps;
}
