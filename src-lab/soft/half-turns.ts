import { multiply3 } from '../../src-core/math/se3.ts';
import { symmetricEigen } from '../../src-core/math/symmetric-eigen.ts';
import { type CancelToken, throwIfCancelled } from '../../src-core/model/context.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import type { PointSet } from '../problem/method.ts';
import { type Coordinates, rmsRadius } from '../problem/soft-schedule.ts';
import { transformPointsInto } from './soft-match.ts';

/** Blur under which the half turns are compared, as a fraction of the target's spread. */
const BLUR = 0.5;
/** Minimum gain in log-likelihood per point for a half turn to be selected. */
const HALF_TURN_GAIN = 1e-3;
/**
 * Likelihood of a point far from everything: prevents single stray points from deciding, and keeps the logarithm
 * finite.
 */
export const LIKELIHOOD_FLOOR = 1e-6;

/** Half turn about an axis of the target through its mean, which is the origin: `2 a a^T - I`, row-major. */
type HalfTurn = Float64Array;

/** Half turns about the three principal axes of the target, longest axis last. */
export function halfTurns(target: Coordinates): HalfTurn[] {
  const scatter = new Float64Array(9);
  for (let at = 0; at < 3 * target.count; at += 3) {
    for (let k = 0; k < 9; k++) scatter[k] += target.xyz[at + Math.floor(k / 3)] * target.xyz[at + (k % 3)];
  }
  return symmetricEigen(scatter, 3).vectors.map((axis) =>
    Float64Array.from({ length: 9 }, (_, k) => {
      const diagonal = k % 4 === 0 ? 1 : 0;
      return 2 * axis[Math.floor(k / 3)] * axis[k % 3] - diagonal;
    }),
  );
}

/** Composes a half turn with a pose, half turn applied last. */
export function withHalfTurn(turn: HalfTurn, T: Rigid): Rigid {
  const t = new Float64Array(3);
  for (let a = 0; a < 3; a++)
    t[a] = turn[3 * a] * T.t[0] + turn[3 * a + 1] * T.t[1] + turn[3 * a + 2] * T.t[2];
  return { R: multiply3(turn, T.R), t };
}

/**
 * Selects the pose or one of its half turns about a principal axis of the target, by the likelihood under the blurred
 * clouds. While softassign's temperature is above the squared size of the clouds, its weights depend on their second
 * moments only, and it may converge to any of the four.
 *
 * @returns `T` itself unless a half turn is clearly better
 */
export function bestHalfTurn(T: Rigid, source: PointSet, target: PointSet, cancel: CancelToken): Rigid {
  const candidates = [T, ...halfTurns(target).map((turn) => withHalfTurn(turn, T))];
  const blur2 = halfTurnBlur2(target);
  const likelihoods = candidates.map((pose) => blurredLikelihood(pose, source, target, blur2, cancel));
  return candidates[likeliest(likelihoods, source.count)];
}

/** Squared blur under which half turns are compared, m^2. */
export function halfTurnBlur2(target: Coordinates): number {
  return (BLUR * rmsRadius(target)) ** 2;
}

/** Index of the most likely pose; 0, the one without a turn, unless another is clearly more likely. */
export function likeliest(likelihoods: ArrayLike<number>, points: number): number {
  let best = 0;
  let most = likelihoods[0] + HALF_TURN_GAIN * points;
  for (let k = 1; k < likelihoods.length; k++) {
    if (likelihoods[k] <= most) continue;
    most = likelihoods[k];
    best = k;
  }
  return best;
}

/**
 * Log-likelihood `sum_i log sum_j exp(-d_ij^2 / blur2)` of the transformed source under the target blurred to a
 * mixture of Gaussians. Blurred, because the turns are compared while the pose is still some degrees off; the mean
 * squared distance to the nearest points would then be dominated by the few points that stick out.
 */
function blurredLikelihood(
  T: Rigid,
  source: PointSet,
  target: PointSet,
  blur2: number,
  cancel: CancelToken,
): number {
  const moved = new Float64Array(3 * source.count);
  transformPointsInto(T, source, moved);
  const scale = -1 / blur2;
  let likelihood = 0;
  for (let at = 0; at < moved.length; at += 3) {
    throwIfCancelled(cancel);
    let sum = LIKELIHOOD_FLOOR;
    for (let k = 0; k < 3 * target.count; k += 3) {
      const dx = target.xyz[k] - moved[at];
      const dy = target.xyz[k + 1] - moved[at + 1];
      const dz = target.xyz[k + 2] - moved[at + 2];
      sum += Math.exp(scale * (dx * dx + dy * dy + dz * dz));
    }
    likelihood += Math.log(sum);
  }
  return likelihood;
}
