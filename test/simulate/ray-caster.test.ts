import { beforeAll, expect } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import { type Drive, simulateDrive } from '../../src-simulate/drive.ts';
import { presetOptions } from '../../src-simulate/presets.ts';
import { ductUp } from '../../src-simulate/things/obstacles.ts';
import { describe, it, tiered } from '../support/tier.ts';
import { EXACT_DRIVE } from './short-drive.ts';

const SEED = 17;

type Ray = readonly [o: Float64Array, d: readonly [number, number, number], s: number];

/** Rays from places that a sensor passes, evenly over all directions; every third grazes along the axis. */
function randomRays(drive: Drive, count: number): Ray[] {
  const random = seededRandom(SEED);
  return Array.from({ length: count }, (_, i) => {
    const s = drive.surveyed.from + random.uniform() * (drive.surveyed.to - drive.surveyed.from);
    const { T, N, B } = drive.scene.line.frameAt(s);
    const origin = drive.scene.line.pointAt(s, random.uniform() - 0.5, random.uniform() - 0.5);
    const across = i % 3 === 0 ? 0.15 : 1;
    const [a, b, c] = [random.normal(), across * random.normal(), across * random.normal()];
    const norm = Math.hypot(a, b, c);
    const d = [0, 1, 2].map((k) => (a * T[k] + b * N[k] + c * B[k]) / norm) as [number, number, number];
    return [origin, d, s] as const;
  });
}

/** Gap to the nearest kind of surface at a distance along a ray, by exact tunnel coordinates; NaN outside. */
function gapAt(drive: Drive, [o, d, from]: Ray, t: number, guess: { s: number }): number {
  const { line, surface, face, duct } = drive.scene;
  const { s, n, b } = line.locate(o[0] + t * d[0], o[1] + t * d[1], o[2] + t * d[2], guess.s);
  guess.s = Math.abs(s - from) < 200 ? s : from;
  if (s < 0 || (!face && s > line.length)) return Number.NaN;
  const wall = surface.radiusAt(s, Math.atan2(b, n)) - Math.hypot(n, b);
  const toFace = face ? face.faceAt(n, b) - s : 1;
  const toDuct =
    duct && s >= duct.from && s <= duct.to ? Math.hypot(n - duct.left, b - ductUp(duct, s)) - duct.radius : 1;
  return Math.min(wall, toFace, toDuct);
}

/** The first crossing by 2 mm steps and bisection: slow and plain. */
function bruteForce(drive: Drive, ray: Ray): number {
  const guess = { s: ray[2] };
  for (let t = 0; t < 120; t += 0.002) {
    const gap = gapAt(drive, ray, t, guess);
    if (Number.isNaN(gap)) return Number.POSITIVE_INFINITY;
    if (gap >= 0) continue;
    let [inside, outside] = [t - 0.002, t];
    while (outside - inside > 1e-6) {
      const middle = (inside + outside) / 2;
      if (gapAt(drive, ray, middle, guess) < 0) outside = middle;
      else inside = middle;
    }
    return outside;
  }
  return Number.POSITIVE_INFINITY;
}

const cast = (drive: Drive, [o, d, s]: Ray): number =>
  drive.caster.cast(o[0], o[1], o[2], d[0], d[1], d[2], s, 120);

describe(`ray caster against the exact surface, every 2 mm (seed ${SEED})`, () => {
  it.each(tiered(['rough', 'curved', 'niche', 'crew'] as const, ['curved', 'crew']))(
    '%s: same hits within 0.2 mm',
    (preset) => {
      const drive = simulateDrive({ ...presetOptions(preset, 24), seed: SEED, vehicles: [], persons: [] });
      const rays = randomRays(drive, 90);
      let hits = 0;
      for (const ray of rays) {
        const result = cast(drive, ray);
        const brute = bruteForce(drive, ray);
        if (result === brute) continue;
        hits++;
        expect(Math.abs(result - brute)).toBeLessThan(2e-4);
      }
      expect(hits).toBeGreaterThan(60);
    },
  );
});

describe(`ray caster against closed formulas (seed ${SEED})`, () => {
  let drive: Drive;

  describe('circular drive of 2.5 m radius', () => {
    beforeAll(() => {
      drive = simulateDrive({
        ...EXACT_DRIVE,
        section: { shape: 'circle', width: 5, height: 5, wallHeight: 2, axisHeight: 2.5 },
      });
    });

    it('meets the cylinder where the quadratic says, at the angle that it says', () => {
      for (const ray of randomRays(drive, 2000)) {
        const [o, d] = ray;
        const [a, half, c] = [
          d[1] ** 2 + d[2] ** 2,
          o[1] * d[1] + o[2] * d[2],
          o[1] ** 2 + o[2] ** 2 - 2.5 ** 2,
        ];
        const expected = (-half + Math.sqrt(half * half - a * c)) / a;
        const x = o[0] + expected * d[0];
        const result = cast(drive, ray);
        if (Math.abs(x - 15) > 14.99 && Math.abs(x - 15) < 15.01) continue;
        if (x < 0 || x > 30) {
          expect(result).toBe(Number.POSITIVE_INFINITY);
          continue;
        }
        // 0.02 mm across the surface is that over the sine of the angle to it along the ray.
        const cosine = Math.abs((o[1] + expected * d[1]) * d[1] + (o[2] + expected * d[2]) * d[2]) / 2.5;
        expect(Math.abs(result - expected) * cosine).toBeLessThan(3e-5);
        expect(drive.caster.cosine).toBeCloseTo(cosine, 3);
      }
    });
  });

  describe('baul drive', () => {
    beforeAll(() => {
      drive = simulateDrive(EXACT_DRIVE);
    });

    it('meets floor, walls and arch where planes and cylinder are', () => {
      const [half, floor, spring, arch] = [2.25, -1.7, 0.8, (2.25 ** 2 + 1.7 ** 2) / 3.4];
      const counts = { floor: 0, wall: 0, arch: 0 };
      for (const ray of randomRays(drive, 2000)) {
        const [o, d] = ray;
        const result = cast(drive, ray);
        if (result === Number.POSITIVE_INFINITY) continue;
        const [y, z] = [o[1] + result * d[1], o[2] + result * d[2]];
        // A cell of the table (25 mm) bevels the corners; elsewhere its chords stand off by at most 0.3 mm.
        if (z > spring + 0.05) {
          counts.arch++;
          expect(Math.hypot(y, z - (2.5 - arch))).toBeCloseTo(arch, 3);
        } else if (z > floor + 0.05 && z < spring - 0.05) {
          counts.wall++;
          expect(Math.abs(y)).toBeCloseTo(half, 3);
        } else if (Math.abs(y) < half - 0.05 && z < 0) {
          counts.floor++;
          expect(z).toBeCloseTo(floor, 3);
        }
      }
      expect(Math.min(counts.floor, counts.wall, counts.arch)).toBeGreaterThan(100);
    });
  });

  describe('vehicle and person', () => {
    it('are met at their faces, straight ahead', () => {
      drive = simulateDrive({
        ...EXACT_DRIVE,
        vehicles: [{ chainage: 15, left: 1.2 }],
        persons: [{ chainage: 20, left: -1 }],
      });
      const toVehicle = drive.caster.cast(10, 1.2, -1, 1, 0, 0, 10, 120);
      expect([drive.caster.kind, drive.caster.cosine]).toEqual(['vehicle', 1]);
      expect(toVehicle).toBeCloseTo(15 - 1.6 - 10, 9);
      const toPerson = drive.caster.cast(10, -1, -1, 1, 0, 0, 10, 120);
      expect(drive.caster.kind).toBe('person');
      expect(drive.caster.cosine).toBeCloseTo(1, 9);
      expect(toPerson).toBeCloseTo(20 - 0.24 - 10, 9);
      expect(drive.caster.cast(10, 0, 0, 1, 0, 0, 10, 120)).toBe(Number.POSITIVE_INFINITY);
    });
  });
});
