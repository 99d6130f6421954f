import { describe, expect, it } from 'vitest';
import { simulateDrive } from '../../src-simulate/drive.ts';
import { SPOT_ORDER, SpotEchoes, spotRay } from '../../src-simulate/sensor/spot.ts';
import { BOLT_DEFAULTS } from '../../src-simulate/things/bolts.ts';
import type { MeshOptions } from '../../src-simulate/things/mesh.ts';
import { wireShare } from '../../src-simulate/things/mesh.ts';
import { effectsTruth } from '../../src-simulate/truth/truth-effects.ts';
import { EXACT_DRIVE } from './short-drive.ts';

const SEED = 8;
const REACH = 60;
const MESH: MeshOptions = { from: 0, to: 30, fromDeg: 0, toDeg: 360, least: 0.05, most: 0.1, share: 0.12 };
const BASE = { ...EXACT_DRIVE, seed: SEED };

/** Level rays from the axis to the left wall, at an angle to it (90: squarely). */
function toTheWall(angleDeg: number, count: number): Float64Array[] {
  const a = (angleDeg * Math.PI) / 180;
  return Array.from({ length: count }, (_, i) =>
    Float64Array.of(6 + (8 * i) / count, 0, 0.3, Math.cos(a), Math.sin(a), 0),
  );
}

describe(`mesh and plates before the rock (seed ${SEED})`, () => {
  const drive = simulateDrive({ ...BASE, mesh: [MESH] });
  const { tracer, rays } = drive.effects!;

  it.each([90, 50, 25, 12])('stops the share of its wires at %s degrees, on the mesh', (angle) => {
    const tries = toTheWall(angle, 3000);
    let hits = 0;
    for (const [i, ray] of tries.entries()) {
      const { kind, range } = tracer.trace(ray, ray[0], REACH, i, 0);
      if (kind !== 'mesh') {
        expect(kind).toBe('wall');
        continue;
      }
      hits++;
      const [x, y, z] = [0, 1, 2].map((k) => ray[k] + range * ray[3 + k]);
      const theta = Math.atan2(z, y);
      const off = drive.scene.surface.radiusAt(x, theta) - Math.hypot(y, z);
      expect(off).toBeCloseTo(rays.mesh!.gapAt(MESH, x, theta), 4);
      expect(off).toBeGreaterThanOrEqual(MESH.least - 1e-4);
      expect(off).toBeLessThanOrEqual(MESH.most + 1e-4);
    }
    // The gap changes along the mesh, so that it stands at up to 3 degrees to the wall.
    const least = wireShare(MESH.share, Math.sin(((angle + 3) * Math.PI) / 180));
    const most = wireShare(MESH.share, Math.sin(((angle - 3) * Math.PI) / 180));
    const sigma = Math.sqrt((most * (1 - most)) / tries.length);
    expect(hits / tries.length).toBeGreaterThan(least - 4 * sigma);
    expect(hits / tries.length).toBeLessThan(most + 4 * sigma);
  });

  it('hangs only where its patch is', () => {
    const patch = { ...MESH, from: 8, to: 10, fromDeg: 60, toDeg: 120, share: 0.9 };
    const layer = simulateDrive({ ...BASE, mesh: [patch] }).effects!.rays.mesh!;
    expect(layer.patchAt(9, Math.PI / 2)).toBe(patch);
    for (const [s, theta] of [
      [7.9, 1.5],
      [9, 0.9],
      [9, 2.2],
      [9, 5],
    ])
      expect(layer.patchAt(s, theta)).toBeNull();
  });

  it('plates are met on their own plane, a hand before the rock, and by as many rays as they cover', () => {
    const bolted = simulateDrive({ ...BASE, bolts: { ...BOLT_DEFAULTS, from: 4, to: 26 } });
    const { plates } = bolted.effects!.rays.bolts!;
    let hits = 0;
    const tries = 6000;
    for (let i = 0; i < tries; i++) {
      const theta = (Math.PI * ((i * 0.618034) % 1)) as number;
      const ray = Float64Array.of(6 + (16 * i) / tries, 0, 0, 0, Math.cos(theta), Math.sin(theta));
      const { kind, range } = bolted.effects!.tracer.trace(ray, ray[0], REACH, i, 0);
      if (kind !== 'bolt') continue;
      hits++;
      const at = [0, 1, 2].map((k) => ray[k] + range * ray[3 + k]);
      const off = plates.map(({ centre, normal }) =>
        Math.hypot(...at.map((v, k) => v - centre[k])) > 0.11
          ? Number.POSITIVE_INFINITY
          : Math.abs(at.reduce((sum, v, k) => sum + normal[k] * (v - centre[k]), 0)),
      );
      expect(Math.min(...off)).toBeLessThan(1e-9);
    }
    // 15 cm every 1.2 m both ways cover 1.6 % of a drive of the radius at which the pattern is true.
    expect(hits / tries).toBeGreaterThan(0.008);
    expect(hits / tries).toBeLessThan(0.024);
    expect(effectsTruth(bolted)!.bolts).toEqual({ plates: plates.length, side: 0.15 });
  });
});

describe(`dust (seed ${SEED})`, () => {
  const dust = { from: 10, to: 16, rate: 0.05, extinction: 0.03 };
  const { tracer } = simulateDrive({ ...BASE, dust: [dust] }).effects!;

  it('returns rays early by Beer-Lambert, within it, and dims what passes', () => {
    const tries = 5000;
    let early = 0;
    for (let i = 0; i < tries; i++) {
      const ray = Float64Array.of(4, 0, 0, 1, 0, 0);
      const { kind, range, gain } = tracer.trace(ray, 4, REACH, i, 0);
      if (kind === 'dust') {
        early++;
        expect(range).toBeGreaterThanOrEqual(6);
        expect(range).toBeLessThanOrEqual(12);
      } else expect(gain).toBeCloseTo(Math.exp(-2 * dust.extinction * 6), 9);
    }
    const expected = 1 - Math.exp(-dust.rate * 6);
    expect(Math.abs(early / tries - expected)).toBeLessThan(
      4 * Math.sqrt((expected * (1 - expected)) / tries),
    );
  });

  it('does nothing to a ray that stays out of it', () => {
    for (const ray of toTheWall(60, 20)) {
      if (ray[0] > 8) continue;
      const { kind, gain } = tracer.trace(ray, ray[0], REACH, 1, 0);
      expect([kind, gain]).toEqual(['wall', 1]);
    }
  });
});

describe('a spot of finite size', () => {
  const echo = (range: number, albedo = 0.3) => ({
    kind: 'wall' as const,
    range,
    albedo,
    cosine: 1,
    gain: 1,
    chancy: true,
  });
  const merged = (...ranges: number[]) => {
    const spot = new SpotEchoes();
    for (const range of ranges) spot.put(echo(range));
    const out = echo(0);
    spot.merge(out);
    return out;
  };

  it('lies within its angle about the ray, evenly', () => {
    const ray = Float64Array.of(0, 0, 0, 0.6, 0.64, -0.48);
    const part = Float64Array.from(ray);
    const mean = [0, 0, 0];
    for (const k of SPOT_ORDER) {
      spotRay(ray, 0.01, k, part);
      expect(Math.hypot(part[3], part[4], part[5])).toBeCloseTo(1, 12);
      const cosine = part[3] * ray[3] + part[4] * ray[4] + part[5] * ray[5];
      expect(Math.acos(cosine)).toBeCloseTo(0.005 * Math.SQRT1_2, 6);
      for (let i = 0; i < 3; i++) mean[i] += part[3 + i] / 4;
    }
    expect(Math.hypot(...mean.map((v, i) => v - ray[3 + i]))).toBeLessThan(2e-5);
  });

  it('takes surfaces close to each other for one between them, and the stronger of two far apart', () => {
    expect(merged(5, 5, 5, 5).range).toBeCloseTo(5, 12);
    const mixed = merged(5, 5.2, 5.2, 5).range;
    // Weighted by the light of each: the nearer one is brighter.
    expect(mixed).toBeCloseTo((5 / 25 + 5.2 / 27.04) / (1 / 25 + 1 / 27.04), 9);
    // One quarter at 5 m gives 1/25, three at 9 m give 3/81.
    expect(merged(5, 9, 9, 9).range).toBeCloseTo(5, 12);
    expect(merged(5, 8, 5, 8).range).toBeCloseTo(5, 12);
    const nothing = merged(...[0, 1, 2, 3].map(() => Number.POSITIVE_INFINITY));
    expect([nothing.kind, nothing.range]).toEqual(['none', Number.POSITIVE_INFINITY]);
  });

  it('gives the light of a part of a spot to that part only', () => {
    const half = merged(5, 5, 9, Number.POSITIVE_INFINITY);
    expect(half.range).toBe(5);
    expect(half.gain).toBeCloseTo(0.5, 12);
  });
});
