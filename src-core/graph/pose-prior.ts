import { compose, identity, invert, log } from '../math/se3.ts';
import { adjoint, rightJacobianInverse } from '../math/se3-jacobians.ts';
import type { Rigid } from '../model/rigid.ts';
import type { Residual } from './factor.ts';
import { multiply6 } from './solver/small-blocks.ts';

/**
 * Residual of a known pose: `r = log(T_known^-1 T T_node_scan)`, a twist at the scan; derivative
 * `Jr^-1(r) Ad(T_node_scan^-1)`.
 *
 * @param T_node_scan the scan of known pose, relative to the node; null: the scan is the node
 */
export function posePrior(node: number, T_known: Rigid, T_node_scan: Rigid | null = null): Residual {
  const inverse = invert(T_known);
  const offset = T_node_scan ?? identity();
  const A = adjoint(invert(offset));
  return {
    kind: 'pose-prior',
    nodes: [node],
    dimension: 6,
    isAbsolute: true,
    linearise(poses, r, J) {
      const twist = log(compose(inverse, compose(poses[node], offset)));
      r.set(twist);
      multiply6(rightJacobianInverse(twist), A, J[0]);
    },
  };
}
