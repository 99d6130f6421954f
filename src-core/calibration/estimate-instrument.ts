import { orderStatistic, SIGMA_OF_MAD } from '../math/statistics.ts';
import { type LinearPrior, type ParameterLayout, POSE_SIGMA } from './parameter-layout.ts';
import { normalEquations, patchScores, rayWeights, residualsAt } from './patch-equations.ts';
import { LOCAL, type PatchRows } from './patch-rows.ts';
import { solveColumns } from './solve-columns.ts';

/** Rounds of the robust weights: they change little after the second. */
const ROUNDS = 3;

/** Estimated parameters of an instrument with their covariance. */
export interface InstrumentEstimate {
  /** `layout.instrument` values. */
  readonly value: Float64Array;
  /** instrument * instrument, row-major. */
  readonly covariance: Float64Array;
  /** Scatter of the rays about their patches, m. */
  readonly residualSigma: number;
}

/**
 * Least-squares estimate of the instrument's parameters from the rays of all patches. The places and slopes of the
 * patches and small corrections of the poses are estimated with them, so that what the odometry absorbs of an error of
 * the instrument, or what a pose error looks like, stands in the covariance. That is of the patches as clusters ("sandwich"):
 * it holds where relief and mixed points make the rays of a patch err together.
 *
 * @param priors Gaussians of combinations of the instrument's parameters; together they determine each
 * @returns null if the equations have no solution
 */
export function estimateInstrument(
  rows: PatchRows,
  layout: ParameterLayout,
  priors: readonly LinearPrior[],
): InstrumentEstimate | null {
  const { instrument, size } = layout;
  let remaining = residualsAt(rows, null, new Float64Array(rows.rows).fill(1));
  let weights = rayWeights(rows, remaining);
  remaining = residualsAt(rows, null, weights);
  let solution = null;
  for (let round = 0; round < ROUNDS; round++) {
    weights = rayWeights(rows, remaining);
    const { A, b } = normalEquations(rows, weights, size);
    for (const prior of priors) addPrior(A, b, size, prior);
    for (let i = instrument; i < size; i++) A[size * i + i] += poseSigma(layout, i) ** -2;
    solution = solveColumns(A, b, size, instrument);
    if (solution === null) return null;
    remaining = residualsAt(rows, solution.x, weights);
  }
  const { x, inverse: H } = solution!;
  const covariance = patchScores(rows, weights, remaining, H, instrument);
  // What a patch's fit takes of its rays' scatter, and the parameters of all.
  const used = weights.reduce((n, w) => n + (w > 0 ? 1 : 0), 0);
  const freedom = Math.max(1, used - LOCAL * rows.patches - size);
  const inflation = used / freedom;
  for (let i = 0; i < instrument; i++)
    for (let j = 0; j <= i; j++) {
      let sum = inflation * covariance[instrument * i + j];
      for (let k = instrument; k < size; k++)
        sum += (H[instrument * k + i] * H[instrument * k + j]) / poseSigma(layout, k) ** 2;
      for (const prior of priors) sum += along(H, instrument, prior, i) * along(H, instrument, prior, j);
      covariance[instrument * i + j] = sum;
      covariance[instrument * j + i] = sum;
    }
  const sizes = remaining.map(Math.abs);
  return {
    value: x.slice(0, instrument),
    covariance,
    residualSigma: rows.rows === 0 ? 0 : SIGMA_OF_MAD * orderStatistic(sizes, rows.rows >> 1),
  };
}

function addPrior(
  A: Float64Array,
  b: Float64Array,
  size: number,
  { terms, value, sigma }: LinearPrior,
): void {
  const weight = sigma ** -2;
  for (const [i, factor] of terms) {
    b[i] += weight * factor * value;
    for (const [j, other] of terms) if (j <= i) A[size * i + j] += weight * factor * other;
  }
}

/** Pull of a prior, in its standard deviations, along a column of the inverse. */
function along(H: Float64Array, count: number, { terms, sigma }: LinearPrior, column: number): number {
  let sum = 0;
  for (const [i, factor] of terms) sum += factor * H[count * i + column];
  return sum / sigma;
}

function poseSigma({ instrument }: ParameterLayout, column: number): number {
  return (column - instrument) % 6 < 3 ? POSE_SIGMA.rotation : POSE_SIGMA.translation;
}
