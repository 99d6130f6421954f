import { describe, expect, it } from 'vitest';
import { symmetric6 } from '../../src-core/math/normal-system.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import {
  releaseDirection,
  weakestTranslation,
  weakMotion,
} from '../../src-core/odometry/match/weak-direction.ts';
import { poseCovariance } from '../../src-core/odometry/pose-evidence.ts';

const SEED = 211;
type Vector = [number, number, number];

describe(`the direction that the walls hold least (seed ${SEED})`, () => {
  const random = seededRandom(SEED);
  const normals = (n: number): number[] => Array.from({ length: n }, () => random.normal());

  /** Lower triangle of an information matrix of residuals whose translation along an axis weighs `weak`. */
  function system(weak: number, axis: Vector): Float64Array {
    const H = new Float64Array(36);
    for (let k = 0; k < 40; k++) {
      const l = normals(3);
      const along = l[0] * axis[0] + l[1] * axis[1] + l[2] * axis[2];
      const n = l.map((value, i) => value + (Math.sqrt(weak) - 1) * along * axis[i]);
      const J = [...normals(3).map((value) => 5 * value), ...n];
      for (let i = 0; i < 6; i++) for (let j = 0; j <= i; j++) H[6 * i + j] += 1e4 * J[i] * J[j];
    }
    return H;
  }

  function unit(): Vector {
    const [x, y, z] = normals(3);
    const norm = Math.hypot(x, y, z);
    return [x / norm, y / norm, z / norm];
  }

  const quadratic = (H: Float64Array, a: ArrayLike<number>, b: ArrayLike<number>): number => {
    let sum = 0;
    for (let i = 0; i < 6; i++) for (let j = 0; j < 6; j++) sum += a[i] * H[6 * i + j] * b[j];
    return sum;
  };

  it('is the axis of what was made weak, with its share', () => {
    for (let trial = 0; trial < 50; trial++) {
      const u = unit();
      // 1 across, 0.01 along: u u^T and the rest.
      const lower = new Float64Array(9);
      for (let i = 0; i < 3; i++)
        for (let j = 0; j <= i; j++) lower[3 * i + j] = (i === j ? 1 : 0) - 0.99 * u[i] * u[j];
      const weak = weakestTranslation(lower);
      expect(Math.abs(weak.direction.reduce((sum, value, i) => sum + value * u[i], 0))).toBeCloseTo(1, 9);
      expect(weak.information).toBeCloseTo(0.01, 9);
      expect(weak.share).toBeCloseTo(0.01 / 2.01, 9);
    }
  });

  it('has no share where noise takes all that it said, and none where there is nothing', () => {
    const spoilt = Float64Array.of(-0.2, 0, 0, 0, 3, 0, 0, 0, 5);
    const weak = weakestTranslation(spoilt);
    expect(weak.information).toBeCloseTo(-0.2, 12);
    expect(weak.share).toBe(0);
    expect(weakestTranslation(new Float64Array(9)).share).toBe(0);
  });

  it('says nothing any more once released, and all else as before with the released motion free', () => {
    for (let trial = 0; trial < 50; trial++) {
      const u = unit();
      const H = system(10 ** -(trial % 5), u);
      const b = Float64Array.from(normals(6));
      const before = symmetric6(H);
      const bBefore = b.slice();
      const w = weakMotion(H, u)?.w as Float64Array;
      releaseDirection(H, b, u);
      const after = symmetric6(H);
      const d = normals(6);
      const scale = quadratic(before, d, d);
      expect(Math.abs(quadratic(after, w, d)) / scale).toBeLessThan(1e-10);
      expect(Math.abs(w.reduce((sum, value, i) => sum + value * b[i], 0))).toBeLessThan(1e-10);
      // The least that the first system says of d as w is added freely is what the second says.
      const a = -quadratic(before, w, d) / quadratic(before, w, w);
      const least = d.map((value, i) => value + a * w[i]);
      expect(quadratic(after, d, d) / quadratic(before, least, least)).toBeCloseTo(1, 8);
      const pull = (v: ArrayLike<number>, of: Float64Array) =>
        of.reduce((sum, value, i) => sum + value * v[i], 0);
      const free = pull(d, bBefore) - (quadratic(before, w, d) / quadratic(before, w, w)) * pull(w, bBefore);
      expect(pull(d, b)).toBeCloseTo(free, 6);
    }
  });

  it('turns with the walls: of all motions along u, w is the one that they hold least', () => {
    const u = unit();
    const H = system(0.01, u);
    const full = symmetric6(H);
    const { w, information } = weakMotion(H, u) as NonNullable<ReturnType<typeof weakMotion>>;
    expect([...w.subarray(3)]).toEqual(u);
    for (let trial = 0; trial < 100; trial++) {
      const other = w.map((value, i) => (i < 3 ? value + 0.01 * random.normal() : value));
      expect(quadratic(full, other, other)).toBeGreaterThanOrEqual(information);
    }
  });

  it('leaves a system alone whose turns nothing holds', () => {
    const H = new Float64Array(36);
    H[21] = 5;
    const b = Float64Array.of(0, 0, 0, 1, 0, 0);
    releaseDirection(H, b, [1, 0, 0]);
    expect(H[21]).toBe(5);
    expect(b[3]).toBe(1);
  });

  it('has the doubt in the covariance that it is given, and the other motions theirs', () => {
    for (const weak of [1, 0.01, 1e-4]) {
      const u = unit();
      const H = system(weak, u);
      const motion = weakMotion(H, u);
      if (motion === null) throw new Error('nothing holds the turn');
      const { w } = motion;
      const narrow = poseCovariance(H, u, 1e-3);
      for (const sigma of [1e-3, 0.01, 3, 60]) {
        const covariance = Float64Array.from(poseCovariance(H, u, sigma));
        expect(quadratic(covariance, [0, 0, 0, ...u], [0, 0, 0, ...u]) / sigma ** 2).toBeCloseTo(1, 6);
        // A wider doubt along u is one of the motion w, and of nothing else.
        for (let i = 0; i < 6; i++)
          for (let j = 0; j < 6; j++) {
            const wider = narrow[6 * i + j] + (sigma ** 2 - 1e-6) * w[i] * w[j];
            const size = Math.sqrt(covariance[7 * i] * covariance[7 * j]);
            expect(Math.abs(covariance[6 * i + j] - wider) / size).toBeLessThan(1e-5);
          }
      }
    }
  });

  it('keeps in the covariance what the walls say of the rest', () => {
    const u = unit();
    const H = system(0.01, u);
    const free = H.slice();
    releaseDirection(free, new Float64Array(6), u);
    // A motion that does not go along u is known as well as the walls know it with w left free.
    const information = symmetric6(free);
    const covariance = Float64Array.from(poseCovariance(H, u, 0.02));
    const d = normals(6);
    const along = d[3] * u[0] + d[4] * u[1] + d[5] * u[2];
    const { w } = weakMotion(H, u) as NonNullable<ReturnType<typeof weakMotion>>;
    const across = d.map((value, i) => value - along * w[i]);
    // C (H' d) = d for every such d.
    const Hd = Array.from({ length: 6 }, (_, i) => {
      let sum = 0;
      for (let j = 0; j < 6; j++) sum += information[6 * i + j] * across[j];
      return sum;
    });
    for (let i = 0; i < 6; i++) {
      let back = 0;
      for (let j = 0; j < 6; j++) back += covariance[6 * i + j] * Hd[j];
      expect(back).toBeCloseTo(across[i], 6);
    }
  });

  it('is as wide as a room where the walls tell nothing at all', () => {
    const covariance = poseCovariance(new Float64Array(36), [1, 0, 0], Number.POSITIVE_INFINITY);
    expect(covariance.every(Number.isFinite)).toBe(true);
    expect(covariance[21]).toBeGreaterThanOrEqual(1);
  });
});
