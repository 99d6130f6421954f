import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import { Centreline } from '../../src-simulate/motion/centreline.ts';
import { DriveAlignment } from '../../src-simulate/motion/drive-alignment.ts';
import { FrameTable } from '../../src-simulate/rock/frame-table.ts';

const SEED = 3;
const ELEMENTS = [
  { length: 12, radius: null, grade: 0.05 },
  { length: 25, radius: 25, grade: 0.125 },
  { length: 20, radius: -20, grade: -0.1 },
];
const PORTAL = [350_000, 8_600_000, 4_200] as const;
const line = new Centreline(new DriveAlignment(ELEMENTS, 0.7), PORTAL);
const chainages = Array.from({ length: 58 }, (_, i) => i * 0.99 + 0.013);

const dot = (a: ArrayLike<number>, b: ArrayLike<number>) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const difference = (a: Float64Array, b: Float64Array, by: number) => a.map((value, i) => (value - b[i]) / by);

describe(`centreline (seed ${SEED})`, () => {
  it('starts at the portal and has an orthonormal frame that is never rolled', () => {
    line.frameAt(0).C.forEach((value, i) => {
      expect(value).toBeCloseTo(PORTAL[i], 9);
    });
    for (const s of chainages) {
      const { T, N, B } = line.frameAt(s);
      for (const [a, b, product] of [
        [T, T, 1],
        [N, N, 1],
        [B, B, 1],
        [T, N, 0],
        [T, B, 0],
        [N, B, 0],
      ] as const) {
        expect(dot(a, b)).toBeCloseTo(product, 12);
      }
      expect(N[2]).toBe(0);
      expect(B[2]).toBeGreaterThan(0.9);
    }
  });

  it('has T = dC/ds and the frame derivatives that its curvatures say', () => {
    const h = 1e-3;
    for (const s of chainages) {
      const { T, N, B, kN, kB, tau } = line.frameAt(s);
      const [before, after] = [line.frameAt(s - h), line.frameAt(s + h)];
      const dC = difference(after.C, before.C, 2 * h);
      for (let i = 0; i < 3; i++) expect(dC[i]).toBeCloseTo(T[i], 5);
      const dT = difference(after.T, before.T, 2 * h);
      const dN = difference(after.N, before.N, 2 * h);
      expect(dot(dT, N)).toBeCloseTo(kN, 6);
      expect(dot(dT, B)).toBeCloseTo(kB, 6);
      expect(dot(dN, T)).toBeCloseTo(-kN, 6);
      expect(dot(dN, B)).toBeCloseTo(tau, 6);
    }
  });

  it('reaches the radius and the grade that were asked for', () => {
    const { T, kN } = line.frameAt(12 + 12);
    expect(kN).toBeCloseTo(Math.hypot(T[0], T[1]) / 25, 9);
    expect(T[2] / Math.hypot(T[0], T[1])).toBeCloseTo(0.125, 9);
    expect(line.frameAt(47).kN).toBeLessThan(0);
  });

  it('finds tunnel coordinates again, also by the fast table of the caster', () => {
    const random = seededRandom(SEED);
    const table = new FrameTable(line, line.length);
    for (let i = 0; i < 300; i++) {
      const [s, n, b] = [57 * random.uniform(), 6 * random.uniform() - 3, 6 * random.uniform() - 3];
      const [x, y, z] = line.pointAt(s, n, b);
      const place = line.locate(x, y, z, s + 3 * random.normal());
      expect(place.s).toBeCloseTo(s, 7);
      expect(place.n).toBeCloseTo(n, 7);
      expect(place.b).toBeCloseTo(b, 7);
      table.ray.set([x, y, z, 1, 0, 0]);
      table.locate(0, s + random.normal());
      expect(Math.abs(table.s - s)).toBeLessThan(5e-5);
      expect(Math.abs(table.n - n)).toBeLessThan(5e-5);
      expect(Math.abs(table.b - b)).toBeLessThan(5e-5);
    }
  });
});
