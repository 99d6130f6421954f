import { compose, invert } from '../math/se3.ts';
import { adjoint } from '../math/se3-jacobians.ts';
import type { Rigid } from '../model/rigid.ts';

/**
 * Covariance of node j relative to node i, at the right of j: `d = d_j - Ad(T_j^-1 T_i) d_i`.
 *
 * @param joint 12x12 of nodes i and j, each in its own frame
 * @returns 6x6, row-major
 */
export function relativeCovariance(joint: Float64Array, T_i: Rigid, T_j: Rigid): Float64Array {
  const A = adjoint(compose(invert(T_j), T_i));
  const J = new Float64Array(72);
  for (let i = 0; i < 6; i++) {
    for (let j = 0; j < 6; j++) J[12 * i + j] = -A[6 * i + j];
    J[12 * i + 6 + i] = 1;
  }
  const half = new Float64Array(72);
  for (let i = 0; i < 6; i++) {
    for (let j = 0; j < 12; j++) {
      for (let k = 0; k < 12; k++) half[12 * i + j] += J[12 * i + k] * joint[12 * k + j];
    }
  }
  const out = new Float64Array(36);
  for (let i = 0; i < 6; i++) {
    for (let j = 0; j < 6; j++) {
      for (let k = 0; k < 12; k++) out[6 * i + j] += half[12 * i + k] * J[12 * j + k];
    }
  }
  return out;
}
