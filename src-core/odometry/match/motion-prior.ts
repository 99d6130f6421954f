import { compose, invert, log } from '../../math/se3.ts';
import type { Rigid } from '../../model/rigid.ts';

/** Predicted pose with its uncertainty: one more observation for the solver. */
export interface MotionPrior {
  readonly T_map_sensor: Rigid;
  /** Standard deviation of the predicted rotation, rad, each axis. */
  readonly rotationSigma: number;
  /** Standard deviation of the predicted position, m, each axis. */
  readonly translationSigma: number;
}

/**
 * Adds the prior's residual `log(T_predicted^-1 T)` to a 6x6 system at a pose; its Jacobian is the identity to
 * first order.
 */
export function addMotionPrior(H: Float64Array, b: Float64Array, prior: MotionPrior, pose: Rigid): void {
  const away = log(compose(invert(prior.T_map_sensor), pose));
  const rotation = 1 / prior.rotationSigma ** 2;
  const translation = 1 / prior.translationSigma ** 2;
  for (let i = 0; i < 6; i++) {
    const information = i < 3 ? rotation : translation;
    H[7 * i] += information;
    b[i] -= information * away[i];
  }
}
