import { solveCholesky } from '../../math/cholesky.ts';

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
  let weights = at.map(() => 1);
  let fitted = new Float64Array(powers);
  const valueAt = (s: number): number => fitted.reduceRight((sum, c) => sum * s + c, 0);
  for (let step = 0; step < STEPS; step++) {
    fitted = weightedFit(t, value, weights, powers) ?? fitted;
    weights = t.map((s, i) => 1 / Math.max(LEAST, Math.abs(value[i] - valueAt(s))));
  }
  return (s) => valueAt(place(s));
}

function weightedFit(
  t: readonly number[],
  value: readonly number[],
  weights: readonly number[],
  powers: number,
): Float64Array<ArrayBuffer> | null {
  const moment = (power: number, of: readonly number[] | null): number =>
    t.reduce((sum, s, i) => sum + weights[i] * s ** power * (of === null ? 1 : of[i]), 0);
  const normal = Array.from({ length: powers * powers }, (_, i) =>
    moment((i % powers) + Math.floor(i / powers), null),
  );
  const right = Array.from({ length: powers }, (_, row) => moment(row, value));
  const solved = solveCholesky(normal, right, powers);
  return solved && Float64Array.from(solved);
}
