/** Iteration schedule of the scan match, common to all engines. */

/** Least number of returns to match a scan; fewer mean that the sensor is covered. */
export const MIN_POINTS = 200;
/** Iterations before which the scan is de-skewed again with the current pose. */
export const DESKEW_AT: readonly number[] = [0, 2, 5];
/** Least number of iterations before a match can converge. */
export const MIN_ITERATIONS = 4;
