/** Numbers that `addToPlane` keeps of some points: x y z, then xx xy xz yy yz zz. */
export const PLANE_SUMS = 9;

/**
 * Adds a point to the sums from which the plane of its neighbourhood follows; the caller counts.
 *
 * @param sums receives them from `at` on
 * @param dx, dy, dz from a place near the points: the squares of map coordinates would lose digits
 */
export function addToPlane(
  sums: Float64Array,
  at: number,
  dx: number,
  dy: number,
  dz: number,
  weight = 1,
): void {
  const wx = weight * dx;
  const wy = weight * dy;
  const wz = weight * dz;
  sums[at] += wx;
  sums[at + 1] += wy;
  sums[at + 2] += wz;
  sums[at + 3] += wx * dx;
  sums[at + 4] += wx * dy;
  sums[at + 5] += wx * dz;
  sums[at + 6] += wy * dy;
  sums[at + 7] += wy * dz;
  sums[at + 8] += wz * dz;
}

/**
 * Mean and covariance of points by their sums.
 *
 * @param n points, or their weight
 * @param out receives x y z of the mean, then xx xy xz yy yz zz, for `planeEigenOf`
 */
export function momentsOfPlane(sums: Float64Array, at: number, n: number, out: Float64Array): void {
  const mx = sums[at] / n;
  const my = sums[at + 1] / n;
  const mz = sums[at + 2] / n;
  out[0] = mx;
  out[1] = my;
  out[2] = mz;
  out[3] = sums[at + 3] / n - mx * mx;
  out[4] = sums[at + 4] / n - mx * my;
  out[5] = sums[at + 5] / n - mx * mz;
  out[6] = sums[at + 6] / n - my * my;
  out[7] = sums[at + 7] / n - my * mz;
  out[8] = sums[at + 8] / n - mz * mz;
}
