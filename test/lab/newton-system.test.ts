import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import { applyToPoint, expSo3 } from '../../src-core/math/se3.ts';
import { addQuadratic, newtonSystem, symmetricF } from '../../src-lab/methods/newton-system.ts';

const SEED = 33;

/** d^2 at q by eq. 9 with s* as origin, written out. */
function squaredDistance(quadratic: ArrayLike<number>, s: readonly number[], q: readonly number[]): number {
  const u = q.map((v, k) => v - s[k]);
  const [xx, xy, xz, yy, yz, zz] = Array.from(quadratic);
  const A = [xx, xy, xz, xy, yy, yz, xz, yz, zz];
  let sum = quadratic[9];
  for (let i = 0; i < 3; i++) {
    sum -= 2 * quadratic[6 + i] * u[i];
    for (let j = 0; j < 3; j++) sum += A[3 * i + j] * u[i] * u[j];
  }
  return sum;
}

describe(`the quadratic in the step, eq. 14-17 (seed ${SEED})`, () => {
  const random = seededRandom(SEED);
  const points = Array.from({ length: 40 }, () => ({
    q: [random.normal() * 5, random.normal() * 5, random.normal() * 5],
    s: [random.normal() * 5, random.normal() * 5, random.normal() * 5],
    quadratic: Float64Array.from({ length: 10 }, () => random.normal()),
  }));
  const system = newtonSystem();
  for (const { q, s, quadratic } of points) {
    const [x, y, z] = q;
    addQuadratic(system, quadratic, x, y, z, x - s[0], y - s[1], z - s[2]);
  }
  const F = symmetricF(system);
  const byCoefficients = (x: readonly number[]): number => {
    let sum = system.h;
    for (let i = 0; i < 6; i++) {
      sum -= 2 * system.g[i] * x[i];
      for (let j = 0; j < 6; j++) sum += F[6 * i + j] * x[i] * x[j];
    }
    return sum;
  };

  it('is the sum of the squared distances where the linearised step (eq. 10, 11) takes the points', () => {
    for (let trial = 0; trial < 20; trial++) {
      const x = Array.from({ length: 6 }, () => random.normal());
      const [a, b, c, ...t] = x;
      const sum = points.reduce((total, { q, s, quadratic }) => {
        const [qx, qy, qz] = q;
        const moved = [qx + b * qz - c * qy + t[0], qy + c * qx - a * qz + t[1], qz + a * qy - b * qx + t[2]];
        return total + squaredDistance(quadratic, s, moved);
      }, 0);
      expect(byCoefficients(x) / sum).toBeCloseTo(1, 9);
    }
  });

  it('has the gradient that finite differences of the exact motion give', () => {
    const step = 1e-6;
    const exact = (x: readonly number[]): number => {
      const T = { R: expSo3(x[0], x[1], x[2]), t: Float64Array.from(x.slice(3)) };
      return points.reduce((sum, { q, s, quadratic }) => {
        return sum + squaredDistance(quadratic, s, applyToPoint(T, q[0], q[1], q[2]));
      }, 0);
    };
    for (let k = 0; k < 6; k++) {
      const up = Array(6).fill(0);
      up[k] = step;
      const down = up.map((v) => -v);
      const numeric = (exact(up) - exact(down)) / (2 * step);
      expect(Math.abs(numeric + 2 * system.g[k])).toBeLessThan(1e-5 * Math.hypot(...system.g));
    }
  });
});
