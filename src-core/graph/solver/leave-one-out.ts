import { symmetricEigen } from '../../math/symmetric-eigen.ts';
import type { Rigid } from '../../model/rigid.ts';
import { type Factor, linearised, whiten } from '../factor.ts';
import type { GraphEquations } from './graph-equations.ts';

/** Least redundancy of a residual as a share of its own variance; below it no other factor checks it. */
const LEAST_REDUNDANCY = 1e-9;

/**
 * Leave-one-out distance of a factor: its squared distance, in standard deviations, from the prediction of all
 * *other* factors, `v^T C_v^-1 v` with the covariance of the residual after adjustment, `C_v = C - J C_x J^T`
 * (Baarda 1968, A testing procedure for use in geodetic networks). The residual alone is no test: one wrong loop
 * bends a whole drive to itself and fits. For a factor that took no part in the adjustment, `C_v = C + J C_x J^T`.
 *
 * @param equations factorised undamped at `poses`
 * @param takesPart true if they include this factor with full weight
 * @returns chi-square with as many degrees of freedom as the factor has dimensions
 */
export function distanceFromOthers(
  factor: Factor,
  poses: readonly Rigid[],
  equations: GraphEquations,
  takesPart: boolean,
): number {
  const { nodes, dimension: n } = factor.residual;
  const room = linearised();
  whiten(factor, poses, room);
  const C = equations.covarianceOf(nodes);
  const size = 6 * nodes.length;
  const row = (i: number, k: number): number => room.J[Math.floor(k / 6)][6 * i + (k % 6)];
  const JC = new Float64Array(n * size);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < size; k++) {
      let sum = 0;
      for (let l = 0; l < size; l++) sum += row(i, l) * C[size * l + k];
      JC[size * i + k] = sum;
    }
  }
  const after = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      let sum = i === j ? 1 : 0;
      for (let k = 0; k < size; k++) sum += (takesPart ? -1 : 1) * JC[size * i + k] * row(j, k);
      after[n * i + j] = sum;
    }
  }
  const { values, vectors } = symmetricEigen(after, n);
  let squared = 0;
  for (let k = 0; k < n; k++) {
    if (values[k] < LEAST_REDUNDANCY) continue;
    const along = vectors[k].reduce((sum, v, i) => sum + v * room.r[i], 0);
    squared += (along * along) / values[k];
  }
  return squared;
}
