/** Steps of the match that every engine keeps to. */

/** Fewer returns than this and a scan is not matched: the sensor is covered. */
export const MIN_POINTS = 200;
/** Iterations before which the motion is taken out anew with the pose as it stands. */
export const DESKEW_AT: readonly number[] = [0, 2, 5];
/** A match is not settled before this many iterations. */
export const MIN_ITERATIONS = 4;
