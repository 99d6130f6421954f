import { invertSymmetric } from '../math/cholesky.ts';
import { symmetric6 } from '../math/normal-system.ts';
import { weakMotion } from './match/weak-direction.ts';

/** Standard deviations assumed for a scan without any geometric constraint, rad and m. */
const UNKNOWN = { turn: 0.1, shift: 1 };
/** Upper limit of a position's standard deviation, m, beyond which it is unknown; it keeps the inverse finite. */
const WIDEST = 1000;

/**
 * Covariance of a pose from the geometric system, with the position along its weakest translation u known to a
 * given standard deviation from another source: the information along w (`weakMotion`) is removed as in the solver,
 * and a measurement of u . t replaces it,
 *
 *     C = (H - (H w)(H w)^T / (w^T H w) + m m^T / sigma^2)^-1,   m = (0, u),
 *
 * so that only sigma determines the position along u. Errors of the matches are assumed independent; the
 * correlation between neighbouring scans is left to the code that sums them (`edgeCovariance`).
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
    const { Hw, information } = motion;
    const known = 1 / Math.min(sigma, WIDEST) ** 2;
    for (let i = 0; i < 6; i++) {
      for (let j = 0; j < 6; j++) {
        full[6 * i + j] -= (Hw[i] * Hw[j]) / information;
        if (i > 2 && j > 2) full[6 * i + j] += u[i - 3] * u[j - 3] * known;
      }
    }
  }
  const covariance = invertSymmetric(full, 6);
  return covariance === null ? unknownPose() : [...covariance];
}

function unknownPose(): number[] {
  const covariance = new Array<number>(36).fill(0);
  for (let i = 0; i < 6; i++) covariance[7 * i] = (i < 3 ? UNKNOWN.turn : UNKNOWN.shift) ** 2;
  return covariance;
}
