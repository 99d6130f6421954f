import { describe, expect, it } from 'vitest';
import { addRow, normalSystem, symmetric6 } from '../../src-core/math/normal-system.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import { applyToPoint, compose, exp } from '../../src-core/math/se3.ts';
import { addMotionPrior } from '../../src-core/odometry/match/motion-prior.ts';
import { pointToPlaneJacobian } from '../../src-core/odometry/match/point-to-plane.ts';

const SEED = 21;
const STEP = 1e-6;

describe(`point-to-plane residual (seed ${SEED})`, () => {
  const random = seededRandom(SEED);
  it.each([0, 1e3, 1e6])('has the derivative that finite differences give, %d m from the origin', (far) => {
    for (let trial = 0; trial < 20; trial++) {
      const T = exp(Array.from({ length: 6 }, (_, k) => random.normal() + (k > 2 ? far : 0)));
      const p = [random.normal() * 5, random.normal() * 5, random.normal() * 5];
      const n = [random.normal(), random.normal(), random.normal()];
      const norm = Math.hypot(...n);
      const [nx, ny, nz] = n.map((v) => v / norm);
      const m = applyToPoint(T, p[0] + 0.1, p[1], p[2]);
      const residual = (d: number[]): number => {
        const q = applyToPoint(compose(T, exp(d)), p[0], p[1], p[2]);
        return nx * (q[0] - m[0]) + ny * (q[1] - m[1]) + nz * (q[2] - m[2]);
      };
      const { R } = T;
      const J = new Float64Array(6);
      pointToPlaneJacobian(
        p[0],
        p[1],
        p[2],
        R[0] * nx + R[3] * ny + R[6] * nz,
        R[1] * nx + R[4] * ny + R[7] * nz,
        R[2] * nx + R[5] * ny + R[8] * nz,
        J,
      );
      for (let k = 0; k < 6; k++) {
        const up = Array(6).fill(0);
        const down = Array(6).fill(0);
        up[k] = STEP;
        down[k] = -STEP;
        const numeric = (residual(up) - residual(down)) / (2 * STEP);
        // Coordinates of 10^6 m leave 10^-10 m of rounding in each residual.
        expect(Math.abs(J[k] - numeric)).toBeLessThan(far > 1e5 ? 2e-3 : 1e-5);
      }
    }
  });
});

describe(`normal equations (seed ${SEED})`, () => {
  const random = seededRandom(SEED);
  it('are the sums of their rows', () => {
    const system = normalSystem();
    const H = new Float64Array(36);
    const b = new Float64Array(6);
    for (let row = 0; row < 50; row++) {
      const J = Float64Array.from({ length: 6 }, () => random.normal());
      const e = random.normal();
      const w = random.uniform();
      addRow(system, J, e, w);
      for (let i = 0; i < 6; i++) {
        b[i] -= w * J[i] * e;
        for (let j = 0; j < 6; j++) H[6 * i + j] += w * J[i] * J[j];
      }
    }
    const full = symmetric6(system.H);
    for (let i = 0; i < 36; i++) expect(full[i]).toBeCloseTo(H[i], 10);
    for (let i = 0; i < 6; i++) expect(system.b[i]).toBeCloseTo(b[i], 10);
  });

  it('of the motion prior alone lead to the prediction', () => {
    const predicted = exp([0.1, -0.2, 0.05, 3, 4, 5]);
    const pose = compose(predicted, exp([0.001, 0.002, -0.001, 0.02, -0.01, 0.03]));
    const H = new Float64Array(36);
    const b = new Float64Array(6);
    addMotionPrior(H, b, { T_map_sensor: predicted, rotationSigma: 0.01, translationSigma: 0.1 }, pose);
    const step = Array.from({ length: 6 }, (_, k) => b[k] / H[7 * k]);
    const back = compose(pose, exp(step));
    for (let k = 0; k < 3; k++) expect(back.t[k]).toBeCloseTo(predicted.t[k], 3);
    for (let k = 0; k < 9; k++) expect(back.R[k]).toBeCloseTo(predicted.R[k], 5);
  });
});
