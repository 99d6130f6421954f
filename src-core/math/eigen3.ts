/**
 * Smallest eigenvalue of a symmetric 3x3 matrix and its unit eigenvector, in closed form (trigonometric
 * solution of the characteristic cubic, then the best-conditioned cross product of two rows of A - lambda I).
 * About ten times faster than Jacobi rotations and good to ~1e-7 of the largest eigenvalue, which is all that
 * a plane fitted to measured points can use; `symmetricEigen` is its oracle.
 *
 * @param out receives [lambda0, lambda1, lambda2, nx, ny, nz], eigenvalues ascending
 */
export function planeEigen(
  xx: number,
  xy: number,
  xz: number,
  yy: number,
  yz: number,
  zz: number,
  out: Float64Array,
): void {
  const mean = (xx + yy + zz) / 3;
  const a = xx - mean;
  const b = yy - mean;
  const c = zz - mean;
  const p2 = (a * a + b * b + c * c + 2 * (xy * xy + xz * xz + yz * yz)) / 6;
  const p = Math.sqrt(p2);
  if (!(p > 1e-15 * (Math.abs(mean) + 1e-300))) {
    out[0] = mean;
    out[1] = mean;
    out[2] = mean;
    out[3] = 0;
    out[4] = 0;
    out[5] = 1;
    return;
  }
  const det = a * (b * c - yz * yz) - xy * (xy * c - yz * xz) + xz * (xy * yz - b * xz);
  const r = Math.min(1, Math.max(-1, det / (2 * p2 * p)));
  const phi = Math.acos(r) / 3;
  const largest = mean + 2 * p * Math.cos(phi);
  const smallest = mean + 2 * p * Math.cos(phi + (2 * Math.PI) / 3);
  out[0] = smallest;
  out[1] = 3 * mean - largest - smallest;
  out[2] = largest;

  const r0 = xx - smallest;
  const r1 = yy - smallest;
  const r2 = zz - smallest;
  // Rows of A - lambda I: (r0, xy, xz), (xy, r1, yz), (xz, yz, r2); the null vector is normal to all three.
  let nx = xy * yz - xz * r1;
  let ny = xz * xy - r0 * yz;
  let nz = r0 * r1 - xy * xy;
  let best = nx * nx + ny * ny + nz * nz;
  const bx = xy * r2 - xz * yz;
  const by = xz * xz - r0 * r2;
  const bz = r0 * yz - xy * xz;
  const second = bx * bx + by * by + bz * bz;
  if (second > best) {
    nx = bx;
    ny = by;
    nz = bz;
    best = second;
  }
  const cx = r1 * r2 - yz * yz;
  const cy = yz * xz - xy * r2;
  const cz = xy * yz - r1 * xz;
  const third = cx * cx + cy * cy + cz * cz;
  if (third > best) {
    nx = cx;
    ny = cy;
    nz = cz;
    best = third;
  }
  const norm = Math.sqrt(best);
  // Two equal smallest eigenvalues (a line): any vector across the line will do.
  if (!(norm > 0)) {
    const acrossX = Math.abs(xx) <= Math.abs(yy) && Math.abs(xx) <= Math.abs(zz);
    out[3] = acrossX ? 1 : 0;
    out[4] = acrossX ? 0 : 1;
    out[5] = 0;
    return;
  }
  out[3] = nx / norm;
  out[4] = ny / norm;
  out[5] = nz / norm;
}
