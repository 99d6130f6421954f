import type { TargetSearchOptions } from '../target-options.ts';
import type { OutlineFit } from './fit-outline.ts';
import type { UnconstrainedMotion } from './target-pass.ts';
import type { TargetPlane } from './target-plane.ts';

/**
 * Covariance of a target's centre, 3x3 row-major, m^2, map frame: within the plane from the fit; along the mean ray
 * from the error of the plane; and from the uncertainty of the anchor pose, which averaging does not reduce.
 *
 * @param slope mean over the rays of `direction / (normal . direction)`
 * @param loose unconstrained direction of the scan that the centre is given in
 */
export function centreCovariance(
  plane: TargetPlane,
  fit: Pick<OutlineFit, 'covariance' | 'centre'>,
  slope: readonly number[],
  loose: UnconstrainedMotion | null,
  { rangeBiasSigma, poseSigma }: TargetSearchOptions,
): Float64Array {
  const { along, up, scatter, returns } = plane;
  const tilt = scatter[0] / Math.max(scatter[1], 1e-6);
  const lever = Math.hypot(...fit.centre);
  const depth = (scatter[0] ** 2 + (lever * tilt) ** 2) / returns + rangeBiasSigma ** 2;
  const C = fit.covariance;
  const covariance = new Float64Array(9);
  for (let a = 0; a < 3; a++) {
    for (let b = 0; b < 3; b++) {
      covariance[3 * a + b] =
        C[0] * along[a] * along[b] +
        C[1] * (along[a] * up[b] + up[a] * along[b]) +
        C[3] * up[a] * up[b] +
        depth * slope[a] * slope[b] +
        (a === b ? poseSigma ** 2 : 0) +
        (loose === null ? 0 : loose.placeSigma ** 2 * loose.direction[a] * loose.direction[b]);
    }
  }
  return covariance;
}
