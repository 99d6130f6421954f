/** Numbers of one quadratic: A xx xy xz yy yz zz (no unit), b x y z (m), c (m^2). */
export const QUADRATIC_STRIDE = 10;

/** Target point with the surface data known there. */
interface SurfacePoint {
  /** Index in the target. */
  readonly index: number;
  /** Position relative to the mean of the target's points, m. */
  readonly position: Float64Array;
  /** Unit normal of either sign; 0 0 0 if the neighbours determine none. */
  readonly normal: Float64Array;
}

/**
 * Squared distance to the surface near one of its points, as a quadratic (eq. 9 of Zabatani and Bronstein) with the
 * point s* as origin, so that mine-grid coordinates cost no digits: `d^2(q) = (q - s*)^T A (q - s*) - 2 b^T (q - s*)
 * + c`, A positive semidefinite.
 *
 * Called once per target point when the method starts.
 *
 * @param coefficients receives A, b and c in `QUADRATIC_STRIDE` numbers, zero-initialised
 */
export type SurfaceDistance = (at: SurfacePoint, coefficients: Float64Array) => void;

/** Far field (eq. 3, 4): the distance to the point itself, A = I. */
export const pointDistance: SurfaceDistance = (_, coefficients) => {
  coefficients[0] = 1;
  coefficients[3] = 1;
  coefficients[5] = 1;
};

/** Near field (eq. 5): the distance to the tangent plane, A = n n^T. */
export const planeDistance: SurfaceDistance = ({ normal: [x, y, z] }, coefficients) => {
  coefficients[0] = x * x;
  coefficients[1] = x * y;
  coefficients[2] = x * z;
  coefficients[3] = y * y;
  coefficients[4] = y * z;
  coefficients[5] = z * z;
};
