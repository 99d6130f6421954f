/** A place relative to the click, m. */
export type Place = readonly [number, number, number];

/** A feature that was fitted to points. */
export interface FeatureFit {
  readonly place: Place;
  /** 3x3, row-major, m^2. */
  readonly covariance: Float64Array;
  /** Root mean square distance of the points from it, m; null: nothing was fitted. */
  readonly rms: number | null;
  /** Points that it rests on. */
  readonly points: number;
}

/** Factor on the variances that follow from the points alone: errors of neighbouring points are correlated. */
export const CORRELATED = 4;
/** Least standard deviation of a fitted place per axis, m: what a scanner of millimetres is off by as a whole. */
const LEAST_SIGMA = 0.001;

/** `covariance` with the least variance added. */
export function withLeast(covariance: Float64Array): Float64Array {
  return covariance.map((value, at) => value + (at % 4 === 0 ? LEAST_SIGMA ** 2 : 0));
}
