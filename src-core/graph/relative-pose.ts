import { compose, invert, log } from '../math/se3.ts';
import { adjoint, rightJacobianInverse } from '../math/se3-jacobians.ts';
import type { Rigid } from '../model/rigid.ts';
import type { Residual } from './factor.ts';
import { multiply6 } from './solver/small-blocks.ts';

/**
 * Residual of a measured relative pose of two nodes, by odometry or by a loop closure:
 * `r = log(T_ij^-1 T_i^-1 T_j)`, a twist at the right of the later node (Grisetti, Kümmerle, Stachniss, Burgard
 * 2010, A tutorial on graph-based SLAM). With `E = T_ij^-1 T_i^-1 T_j` the derivatives are `Jr^-1(r)` by the later
 * node and `-Jr^-1(r) Ad(T_j^-1 T_i)` by the earlier.
 *
 * @param T_i_j node j relative to node i
 */
export function relativePose(i: number, j: number, T_i_j: Rigid): Residual {
  const T_j_i_measured = invert(T_i_j);
  return {
    kind: 'relative-pose',
    nodes: [i, j],
    dimension: 6,
    isAbsolute: false,
    linearise(poses, r, J) {
      const between = compose(invert(poses[i]), poses[j]);
      const twist = log(compose(T_j_i_measured, between));
      r.set(twist);
      const inverse = rightJacobianInverse(twist);
      multiply6(inverse, adjoint(invert(between)), J[0]);
      for (let k = 0; k < 36; k++) J[0][k] = -J[0][k];
      J[1].set(inverse);
    },
  };
}
