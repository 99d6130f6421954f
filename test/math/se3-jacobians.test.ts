import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import { compose, exp, invert, log } from '../../src-core/math/se3.ts';
import { adjoint, rightJacobian, rightJacobianInverse } from '../../src-core/math/se3-jacobians.ts';

const SEED = 21;
const ANGLES = [0, 1e-9, 1e-4, 0.1, 0.299, 0.301, 1, 2.5, 3.1, Math.PI - 1e-4];
const STEP = 1e-5;

describe(`derivatives on SE(3) (seed ${SEED})`, () => {
  const random = seededRandom(SEED);
  const twistOf = (angle: number): number[] => {
    const v = [random.normal(), random.normal(), random.normal()];
    const norm = Math.hypot(...v);
    return [
      ...v.map((value) => (value * angle) / norm),
      random.normal(),
      3 * random.normal(),
      random.normal(),
    ];
  };
  const unit = (k: number, size: number): number[] => [0, 1, 2, 3, 4, 5].map((i) => (i === k ? size : 0));

  it.each(ANGLES)('the right Jacobian is the numeric one at %d rad', (angle) => {
    const twist = twistOf(angle);
    const J = rightJacobian(twist);
    for (let k = 0; k < 6; k++) {
      const moved = (size: number) =>
        log(compose(invert(exp(twist)), exp(twist.map((v, i) => v + unit(k, size)[i]))));
      const [plus, minus] = [moved(STEP), moved(-STEP)];
      for (let i = 0; i < 6; i++) expect(J[6 * i + k]).toBeCloseTo((plus[i] - minus[i]) / (2 * STEP), 7);
    }
  });

  it.each(ANGLES)('its inverse undoes it at %d rad', (angle) => {
    const twist = twistOf(angle);
    const [J, inverse] = [rightJacobian(twist), rightJacobianInverse(twist)];
    for (let i = 0; i < 6; i++) {
      for (let j = 0; j < 6; j++) {
        let sum = 0;
        for (let k = 0; k < 6; k++) sum += J[6 * i + k] * inverse[6 * k + j];
        expect(sum).toBeCloseTo(i === j ? 1 : 0, 11);
      }
    }
  });

  it('the adjoint takes a step from the right of a pose to its left', () => {
    for (const angle of ANGLES) {
      const T = exp(twistOf(angle));
      const d = twistOf(0.7);
      const A = adjoint(T);
      const left = [0, 1, 2, 3, 4, 5].map((i) => d.reduce((sum, v, k) => sum + A[6 * i + k] * v, 0));
      const [a, b] = [compose(T, exp(d)), compose(exp(left), T)];
      for (let i = 0; i < 9; i++) expect(b.R[i]).toBeCloseTo(a.R[i], 12);
      for (let i = 0; i < 3; i++) expect(b.t[i]).toBeCloseTo(a.t[i], 12);
    }
  });
});
