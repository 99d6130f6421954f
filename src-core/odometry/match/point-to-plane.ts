/**
 * Jacobian of the point-to-plane residual (thesis 2.13): `e = n . (T p - m)`, with m a point of the plane and n its
 * unit normal.
 *
 * With the pose perturbed on the right, `T <- T exp(d)`, d = (rotation, translation), the derivative is
 * `J = [p x l, l]` where `l = R^T n` is the normal in the sensor frame: no term depends on the sensor's distance
 * from the map's origin, so the 6x6 system stays well scaled along a drive of any length.
 *
 * @param l normal in the sensor frame
 * @param J receives 6 numbers: rotation, then translation
 */
export function pointToPlaneJacobian(
  px: number,
  py: number,
  pz: number,
  lx: number,
  ly: number,
  lz: number,
  J: Float64Array,
): void {
  J[0] = py * lz - pz * ly;
  J[1] = pz * lx - px * lz;
  J[2] = px * ly - py * lx;
  J[3] = lx;
  J[4] = ly;
  J[5] = lz;
}
