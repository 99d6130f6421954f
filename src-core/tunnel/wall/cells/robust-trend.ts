import { solveCholesky } from '../../../math/cholesky.ts';

/** Iterations of the weights, and the residual below which they grow no more. */
const STEPS = 12;
const LEAST = 1e-3;

/** Value of a curve at an abscissa. */
export type Trend = (at: number) => number;

/**
 * Fits a parabola with the least sum of absolute residuals, by iteratively reweighted least squares with the
 * inverse residuals as weights: a minority of outliers, however far off, has almost no influence. With fewer
 * than three points it is a line or their mean.
 *
 * @param at abscissae, no two the same
 * @param value one per abscissa
 */
export function robustTrend(at: readonly number[], value: readonly number[]): Trend {
  if (at.length === 0) return () => 0;
  const first = Math.min(...at);
  const half = Math.max(1, Math.max(...at) - first) / 2;
  const powers = Math.min(3, at.length);
  const place = (s: number): number => (s - first) / half - 1;
  const t = at.map(place);
  // The powers of each place that the normal equations sum, by power.
  const raised = Array.from({ length: 2 * powers - 1 }, (_, power) => t.map((s) => s ** power));
  let weights = at.map(() => 1);
  let fitted = new Float64Array(powers);
  const valueAt = (s: number): number => fitted.reduceRight((sum, c) => sum * s + c, 0);
  for (let step = 0; step < STEPS; step++) {
    fitted = weightedFit(raised, value, weights, powers) ?? fitted;
    weights = t.map((s, i) => 1 / Math.max(LEAST, Math.abs(value[i] - valueAt(s))));
  }
  return (s) => valueAt(place(s));
}

/** @param raised powers 0 to 2 (powers - 1) of each abscissa, by power */
function weightedFit(
  raised: readonly (readonly number[])[],
  value: readonly number[],
  weights: readonly number[],
  powers: number,
): Float64Array<ArrayBuffer> | null {
  const moments = raised.map((of) => moment(of, weights, null));
  const normal = Array.from(
    { length: powers * powers },
    (_, i) => moments[(i % powers) + Math.floor(i / powers)],
  );
  const right = raised.slice(0, powers).map((of) => moment(of, weights, value));
  const solved = solveCholesky(normal, right, powers);
  return solved && Float64Array.from(solved);
}

function moment(
  raised: readonly number[],
  weights: readonly number[],
  value: readonly number[] | null,
): number {
  let sum = 0;
  for (let i = 0; i < raised.length; i++) sum += weights[i] * raised[i] * (value === null ? 1 : value[i]);
  return sum;
}
