import { invertSymmetric } from '../../math/cholesky.ts';
import { compose, invert, log } from '../../math/se3.ts';
import type { Rigid } from '../../model/rigid.ts';

/** Position standard deviation: root of the summed variances, m. */
export function positionSigma(C: Float64Array): number {
  return Math.sqrt(C[21] + C[28] + C[35]);
}

/** Squared Mahalanobis distance of a measured from a predicted relative pose, with the covariances of both. */
export function squaredDistance(
  predicted: Rigid,
  measured: Rigid,
  C: Float64Array,
  own: Float64Array,
): number {
  const away = log(compose(invert(predicted), measured));
  const information = invertSymmetric(
    C.map((value, i) => value + own[i]),
    6,
  );
  if (information === null) return Number.POSITIVE_INFINITY;
  let squared = 0;
  for (let i = 0; i < 6; i++)
    for (let j = 0; j < 6; j++) squared += away[i] * information[6 * i + j] * away[j];
  return squared;
}
