import { invertSymmetric } from '../math/cholesky.ts';
import { symmetric6 } from '../registration/normal-system.ts';
import { weakMotion } from './weak-direction.ts';

/** Turn and shift that are assumed of a scan of which the walls tell nothing, rad and m. */
const UNKNOWN = { turn: 0.1, shift: 1 };

/**
 * Covariance of a pose from what the walls say of it, with the motion along its weakest translation u known to a given
 * standard deviation instead: the information w^T H w of the walls along w is replaced by 1 / sigma^2, that on all other
 * motions, w left free, stays,
 *
 *     C = (H - (H w)(H w)^T (1 / k - 1 / (k^2 sigma^2)))^-1,   k = w^T H w.
 *
 * Errors of the matches are taken as independent; what neighbouring scans have in common is for whoever adds them up.
 *
 * @param H 6x6, lower triangle, rotation first
 * @param u unit, same frame
 * @param sigma along u, m
 * @returns 6x6, row-major
 */
export function poseCovariance(
  H: Float64Array,
  u: readonly [number, number, number],
  sigma: number,
): number[] {
  const full = symmetric6(H);
  const motion = weakMotion(H, u);
  if (motion !== null) {
    const { Hw, information: k } = motion;
    const bounded = Math.min(sigma, UNKNOWN.shift * 1e3);
    const change = 1 / k - 1 / (k * k * bounded * bounded);
    for (let i = 0; i < 6; i++) for (let j = 0; j < 6; j++) full[6 * i + j] -= Hw[i] * Hw[j] * change;
  }
  const covariance = invertSymmetric(full, 6);
  return covariance === null ? unknownPose() : [...covariance];
}

function unknownPose(): number[] {
  const covariance = new Array<number>(36).fill(0);
  for (let i = 0; i < 6; i++) covariance[7 * i] = (i < 3 ? UNKNOWN.turn : UNKNOWN.shift) ** 2;
  return covariance;
}
