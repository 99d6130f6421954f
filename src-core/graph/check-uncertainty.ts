import { invertSymmetric } from '../math/cholesky.ts';
import type { ControlObservation, ControlPoint } from '../model/control.ts';
import type { Rigid } from '../model/rigid.ts';
import { POSE_SWAY } from './edge-covariance.ts';

/** 95 % quantile of chi-square with 3 degrees of freedom: the ellipsoid that 19 of 20 differences lie in. */
const CHI2_95_3 = 7.815;

/**
 * Uncertainty (95 %) of the difference between an observed check point and the surveyor's list: how far off it may lie
 * in the direction in which it does, m. It covers the list (the point's sigma), the sighting (the covariance of its
 * centre) and the pose that it was seen from (the covariance of the adjusted graph, over the lever arm to the point).
 * The range bias of the instrument is not in it: that is what a check point brings to light.
 *
 * With `e` the difference and `C` its covariance it is `|e| sqrt(7.815 / (e' C^-1 e))`, the half diameter of the 95 %
 * ellipsoid along `e`; of a difference of zero, the root of the mean of its squared half axes.
 *
 * @param T_grid_sensor pose of the scan of the observation
 * @param poseCovariance of that pose: 6x6, row-major, rotation first, at the right of the pose
 * @param error observed less surveyed, m
 * @returns m; null if the covariances are not positive definite
 */
export function checkUncertainty(
  { pSensor: [x, y, z], covariance }: Pick<ControlObservation, 'pSensor' | 'covariance'>,
  { sigma }: Pick<ControlPoint, 'sigma'>,
  { R }: Rigid,
  poseCovariance: Float64Array,
  error: readonly [number, number, number],
): number | null {
  // d p = R (J x) with J = [-[q]x, I], in the frame of the sensor.
  const J = [
    [0, z, -y, 1, 0, 0],
    [-z, 0, x, 0, 1, 0],
    [y, -x, 0, 0, 0, 1],
  ];
  const C = Float64Array.from(covariance);
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 3; j++)
      for (let a = 0; a < 6; a++) {
        const sway = a < 3 ? POSE_SWAY.rotation : POSE_SWAY.translation;
        C[3 * i + j] += J[i][a] * J[j][a] * sway ** 2;
        for (let b = 0; b < 6; b++) C[3 * i + j] += J[i][a] * poseCovariance[6 * a + b] * J[j][b];
      }
  for (let i = 0; i < 3; i++) C[4 * i] += sigma ** 2;
  const distance = Math.hypot(...error);
  if (distance === 0) return Math.sqrt((CHI2_95_3 * (C[0] + C[4] + C[8])) / 3);
  const inverse = invertSymmetric(C, 3);
  if (inverse === null) return null;
  // The difference in the frame of the sensor.
  const e = [0, 1, 2].map((k) => R[k] * error[0] + R[3 + k] * error[1] + R[6 + k] * error[2]);
  let chi2 = 0;
  for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) chi2 += e[i] * inverse[3 * i + j] * e[j];
  return distance * Math.sqrt(CHI2_95_3 / chi2);
}
