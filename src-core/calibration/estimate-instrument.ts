import { orderStatistic } from '../math/statistics.ts';
import { ELEVATION_TREND_SIGMA, type ParameterLayout, type ParameterPrior, POSE_SIGMA } from './parameter-layout.ts';
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
 * @param prior a Gaussian for each of the instrument's parameters
 * @param altitudeDeg of the beams, of which the mean and the stretch stay
 * @returns null if the equations have no solution
 */
export function estimateInstrument(
  rows: PatchRows,
  layout: ParameterLayout,
  prior: readonly ParameterPrior[],
  altitudeDeg: ArrayLike<number>,
): InstrumentEstimate | null {
  const { instrument, size } = layout;
  const trends = elevationTrends(altitudeDeg, layout.beams);
  let remaining = residualsAt(rows, null, new Float64Array(rows.rows).fill(1));
  let weights = rayWeights(rows, remaining);
  remaining = residualsAt(rows, null, weights);
  let solution = null;
  for (let round = 0; round < ROUNDS; round++) {
    weights = rayWeights(rows, remaining);
    const { A, b } = normalEquations(rows, weights, size);
    for (let i = 0; i < size; i++) {
      const { value, sigma } = priorOf(layout, prior, i);
      A[size * i + i] += sigma ** -2;
      b[i] += value * sigma ** -2;
    }
    for (const trend of trends)
      for (let i = 0; i < layout.beams; i++)
        for (let j = 0; j <= i; j++)
          A[size * (layout.elevation + i) + layout.elevation + j] +=
            (trend[i] * trend[j]) / ELEVATION_TREND_SIGMA ** 2;
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
      for (let k = 0; k < size; k++)
        sum += (H[instrument * k + i] * H[instrument * k + j]) / priorOf(layout, prior, k).sigma ** 2;
      for (const trend of trends) {
        let [a, b] = [0, 0];
        for (let k = 0; k < layout.beams; k++) {
          a += trend[k] * H[instrument * (layout.elevation + k) + i];
          b += trend[k] * H[instrument * (layout.elevation + k) + j];
        }
        sum += (a * b) / ELEVATION_TREND_SIGMA ** 2;
      }
      covariance[instrument * i + j] = sum;
      covariance[instrument * j + i] = sum;
    }
  const sizes = remaining.map(Math.abs);
  return {
    value: x.slice(0, instrument),
    covariance,
    residualSigma: rows.rows === 0 ? 0 : 1.4826 * orderStatistic(sizes, rows.rows >> 1),
  };
}

/** Directions of the mean of all elevations and of their stretch, each of unit weight per beam. */
function elevationTrends(altitudeDeg: ArrayLike<number>, beams: number): [Float64Array, Float64Array] {
  let mean = 0;
  for (let b = 0; b < beams; b++) mean += altitudeDeg[b] / beams;
  let squares = 0;
  for (let b = 0; b < beams; b++) squares += (altitudeDeg[b] - mean) ** 2;
  const scale = Math.sqrt(Math.max(squares, 1e-12) * beams);
  return [
    new Float64Array(beams).fill(1 / beams),
    Float64Array.from({ length: beams }, (_, b) => (altitudeDeg[b] - mean) / scale),
  ];
}

function priorOf(layout: ParameterLayout, prior: readonly ParameterPrior[], column: number): ParameterPrior {
  if (column < layout.instrument) return prior[column];
  const isRotation = (column - layout.instrument) % 6 < 3;
  return { value: 0, sigma: isRotation ? POSE_SIGMA.rotation : POSE_SIGMA.translation };
}
