import { type CancelToken, throwIfCancelled } from '../../src-core/model/context.ts';
import type { MethodResult, PointSet, RegistrationProblem, StopReason } from '../problem/method.ts';
import type { SoftassignOptions } from '../problem/soft-options.ts';
import { blindTemperatures, firstOutlier, rmsRadius, temperatureAt } from '../problem/soft-schedule.ts';
import { bestHalfTurn } from './half-turns.ts';
import { SoftAnnealing } from './soft-annealing.ts';
import type { SoftMatch } from './soft-match.ts';

/** Rows between cancellation checks. */
const ROWS_PER_CHECK = 256;
/** `exp` of less than this is 0 in f64. */
const ZERO = -745.2;
/** `exp` of less than this changes no digit of a sum that contains an outlier entry of at least `NOTABLE`. */
const NEGLIGIBLE = -70;
const NOTABLE = 1e-6;

/**
 * Softassign (Gold et al.; Tamaki alg. 2): the matrix M of all pairs, extended by an outlier row and column, is made
 * doubly stochastic while the temperature falls. M is never stored: its entries are `r_i K_ij c_j` with `K_ij =
 * exp(-d_ij^2 / T)`, so that the row and column factors determine it. O(N M) time per step, O(N + M) memory. GPU
 * twin: shaders/softassign.wgsl.
 *
 * Differences from the authors' program: the outliers are reset for each M (theirs are carried over, and soon become
 * zero); the clouds are centred on the weighted means of eq. 18 (section IV.A.3 multiplies the points by their
 * weights first and then subtracts the mean, which makes the result depend on the origin); and the pose is compared
 * with its half turns once the temperature falls to the size of the clouds, and again at the end.
 */
export function softassign(problem: RegistrationProblem): MethodResult {
  const { source, target, options, cancel } = problem;
  const { temperatures, tryHalfTurns } = options.softassign;
  const rows = new Float64Array(target.count);
  const columns = new Float64Array(source.count);
  const annealing = new SoftAnnealing(problem, options.softassign, (k, moved, match) =>
    matchSoftassign(moved, target, k, options.softassign, rows, columns, match, cancel),
  );
  /** Selects the best half turn after some temperatures, and iterates it to convergence at the last of them. */
  const takeHalfTurn = (temperaturesDone: number, stopped: StopReason | null): StopReason | null => {
    const T = annealing.T_target_source;
    annealing.T_target_source = bestHalfTurn(T, source, target, cancel);
    if (annealing.T_target_source === T) return stopped;
    return annealing.run(temperaturesDone - 1, temperaturesDone);
  };

  const blind = tryHalfTurns ? blindTemperatures(options.softassign, rmsRadius(source)) : 0;
  let stopped = annealing.run(0, blind);
  if (blind > 0 && stopped === null) stopped = takeHalfTurn(blind, stopped);
  if (blind < temperatures && stopped === null) {
    stopped = annealing.run(blind, temperatures);
    // With the clouds aligned closely, the turns are distinguished more clearly.
    if (blind > 0 && stopped !== 'too-few-matches') stopped = takeHalfTurn(temperatures, stopped);
  }
  return annealing.alignment(stopped);
}

/** Entries of the outlier column, next to the rows, and of the outlier row, next to the columns. */
interface OutlierWeights {
  readonly row: number;
  readonly column: number;
}

/**
 * Outlier entries for `K_ij = exp(-d_ij^2 / T)`, which lacks the common factor `f = exp(alpha / T) / sqrt(T)` of the
 * program's M: f would overflow at low temperatures, and the first row normalisation cancels it except for the
 * outlier entry.
 */
function outlierWeights(temperature: number, options: SoftassignOptions): OutlierWeights {
  const { moutlier, alpha, firstTemperature, outlierUnit } = options;
  const column = firstOutlier(moutlier, firstTemperature);
  const root = Math.sqrt(temperature) / outlierUnit;
  return { row: column * root * Math.exp(-alpha / temperature), column };
}

/**
 * Computes M under a pose (eq. 3, with the squared distance, as in the program), normalised by rows and columns in
 * turn (eq. 5, 6). Dividing row i of `r_i K_ij c_j`, and with it its outlier entry `r_i o`, by their sum is `r_i <- 1
 * / (sum_j K_ij c_j + o)`; columns likewise. The last column pass gathers the sums for the pose step.
 *
 * @param moved source points under the pose, m
 * @param k index of the temperature
 * @param rows, columns receive the factors r of the target's points and c of the source's
 */
function matchSoftassign(
  moved: Float64Array,
  target: PointSet,
  k: number,
  options: SoftassignOptions,
  rows: Float64Array,
  columns: Float64Array,
  match: SoftMatch,
  cancel: CancelToken,
): void {
  const temperature = temperatureAt(options, k);
  const scale = -1 / temperature;
  const outliers = outlierWeights(temperature, options);
  columns.fill(1);
  for (let sweep = options.sinkhornIterations; sweep > 0; sweep--) {
    normalise(target.xyz, moved, columns, rows, scale, outliers.row, cancel);
    if (sweep > 1) normalise(moved, target.xyz, rows, columns, scale, outliers.column, cancel);
  }
  normaliseAndGather(moved, target.xyz, rows, columns, scale, outliers.column, match, cancel);
}

/** `factors_i <- 1 / (sum_j K_ij others_j + o)`: one normalisation of the rows, or of the columns. */
function normalise(
  points: Float64Array,
  across: Float64Array,
  others: Float64Array,
  factors: Float64Array,
  scale: number,
  outlier: number,
  cancel: CancelToken,
): void {
  const least = leastExponent(outlier);
  for (let i = 0, at = 0; i < factors.length; i++, at += 3) {
    if (i % ROWS_PER_CHECK === 0) throwIfCancelled(cancel);
    const px = points[at];
    const py = points[at + 1];
    const pz = points[at + 2];
    let sum = outlier;
    for (let j = 0, k = 0; j < others.length; j++, k += 3) {
      const dx = across[k] - px;
      const dy = across[k + 1] - py;
      const dz = across[k + 2] - pz;
      const exponent = scale * (dx * dx + dy * dy + dz * dz);
      if (exponent > least) sum += others[j] * Math.exp(exponent);
    }
    // Nothing near, and a negligible outlier weight: no match.
    factors[i] = sum > 0 ? 1 / sum : 0;
  }
}

/** Last column normalisation, gathering the sums of the matches of each y_j. */
function normaliseAndGather(
  moved: Float64Array,
  x: Float64Array,
  rows: Float64Array,
  columns: Float64Array,
  scale: number,
  outlier: number,
  match: SoftMatch,
  cancel: CancelToken,
): void {
  const { weight, partner, share } = match;
  match.total = 0;
  match.squared = 0;
  match.hardness = 0;
  const least = leastExponent(outlier);
  for (let j = 0, at = 0; j < columns.length; j++, at += 3) {
    if (j % ROWS_PER_CHECK === 0) throwIfCancelled(cancel);
    const yx = moved[at];
    const yy = moved[at + 1];
    const yz = moved[at + 2];
    let sum = 0;
    let squared = 0;
    let hardness = 0;
    let [px, py, pz] = [0, 0, 0];
    for (let i = 0, k = 0; i < rows.length; i++, k += 3) {
      const dx = x[k] - yx;
      const dy = x[k + 1] - yy;
      const dz = x[k + 2] - yz;
      const d2 = dx * dx + dy * dy + dz * dz;
      const exponent = scale * d2;
      if (exponent < least) continue;
      const m = rows[i] * Math.exp(exponent);
      sum += m;
      squared += m * d2;
      hardness += m * m;
      px += m * x[k];
      py += m * x[k + 1];
      pz += m * x[k + 2];
    }
    const c = sum + outlier > 0 ? 1 / (sum + outlier) : 0;
    columns[j] = c;
    weight[j] = c * sum;
    share[j] = c * sum;
    partner[at] = c * px;
    partner[at + 1] = c * py;
    partner[at + 2] = c * pz;
    match.total += c * sum;
    match.squared += c * squared;
    match.hardness += c * c * hardness;
  }
}

/** Exponent below which an entry of M need not be computed; at low temperatures these are nearly all. */
function leastExponent(outlier: number): number {
  return outlier > NOTABLE ? NEGLIGIBLE : ZERO;
}
