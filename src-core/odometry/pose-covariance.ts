import { invertSymmetric } from '../math/cholesky.ts';
import { symmetric6 } from '../math/normal-system.ts';
import { weakMotion } from './match/weak-direction.ts';

/** Turn and shift that are assumed of a scan of which the walls tell nothing, rad and m. */
const UNKNOWN = { turn: 0.1, shift: 1 };
/** A place that is known no better than this is not known, m; so that what the inverse is taken of has numbers. */
const WIDEST = 1000;

/**
 * Covariance of a pose from what the walls say of it, with the place along its weakest translation u known to a given
 * standard deviation by whatever held it: what the walls say along w (`weakMotion`) is taken out as the solver takes it
 * out, and a measurement of u . t takes its place,
 *
 *     C = (H - (H w)(H w)^T / (w^T H w) + m m^T / sigma^2)^-1,   m = (0, u),
 *
 * so that the place along u is known to sigma and to nothing else. Errors of the matches are taken as independent; what
 * neighbouring scans have in common is for whoever adds them up.
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
