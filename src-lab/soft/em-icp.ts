import { type CancelToken, throwIfCancelled } from '../../src-core/model/context.ts';
import type { MethodResult, PointSet, RegistrationProblem } from '../problem/method.ts';
import { emIcpSchedule, temperatureAt } from '../problem/soft-schedule.ts';
import { SoftAnnealing } from './soft-annealing.ts';
import type { SoftMatch } from './soft-match.ts';

/** Rows between cancellation checks. */
const ROWS_PER_CHECK = 256;
/** `exp` of less than this is negligible relative to the nearest point's 1. */
const NEGLIGIBLE = -40;

/**
 * EM-ICP (Granger and Pennec; Tamaki alg. 3): every point of the source is matched with every point of the target,
 * with a weight that decays over sigma_p, while sigma_p^2 shrinks step by step. O(N M) time per step, O(N + M)
 * memory. GPU twin: shaders/em-icp.wgsl.
 */
export function emIcp(problem: RegistrationProblem): MethodResult {
  const { target, options, cancel } = problem;
  const schedule = emIcpSchedule(options.emIcp);
  const squares = new Float64Array(target.count);
  const annealing = new SoftAnnealing(problem, schedule, (k, moved, match) =>
    matchEmIcp(moved, target, temperatureAt(schedule, k), options.emIcp.d02, squares, match, cancel),
  );
  return annealing.alignment(annealing.run(0, schedule.temperatures));
}

/**
 * E step: weights by eq. 8 and 9, their sums by eq. 11. Because `sqrt(alpha_ij)` is `exp(-d_ij^2 / 2 sigma_p^2)` over
 * `sqrt(C_i)`, one exponential serves both, and C_i is divided out at the end of the row. Within a row all values are
 * relative to the nearest point: far from it C_i would underflow to zero long before the outlier weight dominates.
 *
 * @param moved source points under the pose, m
 * @param sigma2 sigma_p^2, m^2
 * @param squares scratch buffer for the squared distances of a row
 */
function matchEmIcp(
  moved: Float64Array,
  target: PointSet,
  sigma2: number,
  d02: number,
  squares: Float64Array,
  match: SoftMatch,
  cancel: CancelToken,
): void {
  const { weight, partner, share } = match;
  const x = target.xyz;
  const scale = -0.5 / sigma2;
  match.total = 0;
  match.squared = 0;
  match.hardness = 0;
  for (let i = 0, at = 0; i < weight.length; i++, at += 3) {
    if (i % ROWS_PER_CHECK === 0) throwIfCancelled(cancel);
    const yx = moved[at];
    const yy = moved[at + 1];
    const yz = moved[at + 2];
    let nearest = Number.POSITIVE_INFINITY;
    for (let j = 0, k = 0; j < squares.length; j++, k += 3) {
      const dx = x[k] - yx;
      const dy = x[k + 1] - yy;
      const dz = x[k + 2] - yz;
      const d2 = dx * dx + dy * dy + dz * dz;
      squares[j] = d2;
      if (d2 < nearest) nearest = d2;
    }
    let sum = 0;
    let squared = 0;
    let hardness = 0;
    let lambda = 0;
    let [px, py, pz] = [0, 0, 0];
    for (let j = 0; j < squares.length; j++) {
      const d2 = squares[j];
      const exponent = scale * (d2 - nearest);
      if (exponent < NEGLIGIBLE) continue;
      const root = Math.exp(exponent);
      const a = root * root;
      sum += a;
      squared += a * d2;
      hardness += a * a;
      lambda += root;
      px += root * x[3 * j];
      py += root * x[3 * j + 1];
      pz += root * x[3 * j + 2];
    }
    // Infinite if the nearest point is far beyond d_0: all weights are then 0.
    const C = sum + Math.exp((nearest - d02) / sigma2);
    const root = 1 / Math.sqrt(C);
    weight[i] = lambda * root;
    partner[at] = px * root;
    partner[at + 1] = py * root;
    partner[at + 2] = pz * root;
    share[i] = sum / C;
    match.total += sum / C;
    match.squared += squared / C;
    match.hardness += hardness / C / C;
  }
}
