/**
 * Eigenvalues of a symmetric 3x3 matrix and the unit eigenvector of the smallest, in closed form (Eberly, "A Robust
 * Eigensolver for 3x3 Symmetric Matrices"): the characteristic cubic gives the
 * eigenvalue that is well separated from the other two, and its vector, to the last digits; if that is the largest,
 * the smallest follows in the orthogonal plane. So the vector belongs to the smallest eigenvalue even if two of
 * them coincide, as for a line. Several times faster than Jacobi rotations (`symmetricEigen`, its oracle).
 *
 * @param out receives [lambda0, lambda1, lambda2, nx, ny, nz], eigenvalues ascending: the smallest and its vector
 *   good to 1e-12 of the largest, the larger two to 1e-7 if they nearly coincide
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
  const m = ENTRIES;
  m[0] = xx;
  m[1] = xy;
  m[2] = xz;
  m[3] = yy;
  m[4] = yz;
  m[5] = zz;
  planeEigenOf(m, 0, out);
}

const ENTRIES = new Float64Array(6);
const SCALED = new Float64Array(6);

/**
 * `planeEigen` of entries in an array, for hot loops: numbers that are passed to a function which is not inlined are put
 * on the heap.
 *
 * @param m xx, xy, xz, yy, yz, zz from `at` on
 */
export function planeEigenOf(m: Float64Array, at: number, out: Float64Array): void {
  let largest = 0;
  for (let i = 0; i < 6; i++) largest = Math.max(largest, Math.abs(m[at + i]));
  if (largest > LEAST && largest < MOST) {
    solve(m, at, 1e-15 * largest, out);
    return;
  }
  // Scaled to unit size, so that no product of the entries can overflow or underflow.
  const scale = largest > 0 ? largest : 1;
  for (let i = 0; i < 6; i++) SCALED[i] = m[at + i] / scale;
  solve(SCALED, 0, 1e-15, out);
  out[0] *= scale;
  out[1] *= scale;
  out[2] *= scale;
}

/** Sizes of the largest entry between which no product of some of them leaves the range of f64. */
const LEAST = 1e-50;
const MOST = 1e50;

/** @param isotropic deviation from a multiple of the identity that is rounding */
function solve(m: Float64Array, at: number, isotropic: number, out: Float64Array): void {
  const xx = m[at];
  const xy = m[at + 1];
  const xz = m[at + 2];
  const yy = m[at + 3];
  const yz = m[at + 4];
  const zz = m[at + 5];
  const mean = (xx + yy + zz) / 3;
  const a = xx - mean;
  const b = yy - mean;
  const c = zz - mean;
  const p2 = (a * a + b * b + c * c + 2 * (xy * xy + xz * xz + yz * yz)) / 6;
  const p = Math.sqrt(p2);
  if (p < isotropic) {
    out.fill(mean, 0, 3);
    out[3] = 0;
    out[4] = 0;
    out[5] = 1;
    return;
  }
  const det = a * (b * c - yz * yz) - xy * (xy * c - yz * xz) + xz * (xy * yz - b * xz);
  const r = Math.min(1, Math.max(-1, det / (2 * p2 * p)));
  const root = largestRoot(Math.abs(r));
  if (r < 0) {
    const low = mean - p * root;
    const middle = mean + 0.5 * p * root;
    const apart = p * Math.sqrt(Math.max(0, 3 - 0.75 * root * root));
    out[0] = low;
    out[1] = middle - apart;
    out[2] = middle + apart;
    nullVector(shifted(m, at, low), out);
  } else {
    const high = mean + p * root;
    out[2] = high;
    nullVector(shifted(m, at, high), out);
    smallestAcross(m, at, out);
  }
}

/**
 * Largest root of `x^3 - 3 x - 2 r`, which is `2 cos(acos(r) / 3)`, for r from 0 to 1: a cubic that meets value and slope
 * at both ends is off by 5e-4, and each step of Newton's method doubles the digits. An arc cosine and two cosines took longer.
 */
function largestRoot(r: number): number {
  let x = Math.sqrt(3) + r * (1 / 3 + r * (C2 + r * C3));
  for (let step = 0; step < 3; step++) x -= (x * (x * x - 3) - 2 * r) / (3 * x * x - 3);
  return x;
}

const C2 = 3 * (2 - Math.sqrt(3)) - 2 / 3 - 2 / 9;
const C3 = 1 / 3 + 2 / 9 - 2 * (2 - Math.sqrt(3));

/** The matrix less a multiple of the identity; valid until the next call. */
function shifted(m: Float64Array, at: number, value: number): Float64Array {
  SHIFTED[0] = m[at] - value;
  SHIFTED[1] = m[at + 1];
  SHIFTED[2] = m[at + 2];
  SHIFTED[3] = m[at + 3] - value;
  SHIFTED[4] = m[at + 4];
  SHIFTED[5] = m[at + 5] - value;
  return SHIFTED;
}

const SHIFTED = new Float64Array(6);

/** Null vector of a singular matrix of rank 2, unit length: the best-conditioned cross product of two rows. */
function nullVector(m: Float64Array, out: Float64Array): void {
  const xx = m[0];
  const xy = m[1];
  const xz = m[2];
  const yy = m[3];
  const yz = m[4];
  const zz = m[5];
  let nx = xy * yz - xz * yy;
  let ny = xz * xy - xx * yz;
  let nz = xx * yy - xy * xy;
  let best = nx * nx + ny * ny + nz * nz;
  const bx = xy * zz - xz * yz;
  const by = xz * xz - xx * zz;
  const bz = xx * yz - xy * xz;
  const second = bx * bx + by * by + bz * bz;
  if (second > best) {
    nx = bx;
    ny = by;
    nz = bz;
    best = second;
  }
  const cx = yy * zz - yz * yz;
  const cy = yz * xz - xy * zz;
  const cz = xy * yz - yy * xz;
  const third = cx * cx + cy * cy + cz * cz;
  if (third > best) {
    nx = cx;
    ny = cy;
    nz = cz;
    best = third;
  }
  const inverse = 1 / Math.sqrt(best);
  out[3] = nx * inverse;
  out[4] = ny * inverse;
  out[5] = nz * inverse;
}

/**
 * Replaces the vector of the largest eigenvalue in `out` by that of the smallest, and computes the smaller two
 * values.
 */
function smallestAcross(m: Float64Array, at: number, out: Float64Array): void {
  const xx = m[at];
  const xy = m[at + 1];
  const xz = m[at + 2];
  const yy = m[at + 3];
  const yz = m[at + 4];
  const zz = m[at + 5];
  const wx = out[3];
  const wy = out[4];
  const wz = out[5];
  // u and v = w x u span the plane orthogonal to w.
  const flat = Math.abs(wx) > Math.abs(wy);
  const inverse = 1 / Math.sqrt(flat ? wx * wx + wz * wz : wy * wy + wz * wz);
  const ux = flat ? -wz * inverse : 0;
  const uy = flat ? 0 : wz * inverse;
  const uz = (flat ? wx : -wy) * inverse;
  const vx = wy * uz - wz * uy;
  const vy = wz * ux - wx * uz;
  const vz = wx * uy - wy * ux;
  const ax = xx * ux + xy * uy + xz * uz;
  const ay = xy * ux + yy * uy + yz * uz;
  const az = xz * ux + yz * uy + zz * uz;
  const uu = ux * ax + uy * ay + uz * az;
  const uv = vx * ax + vy * ay + vz * az;
  const vv =
    vx * (xx * vx + xy * vy + xz * vz) +
    vy * (xy * vx + yy * vy + yz * vz) +
    vz * (xz * vx + yz * vy + zz * vz);
  const half = (uu - vv) / 2;
  const apart = Math.sqrt(half * half + uv * uv);
  out[0] = (uu + vv) / 2 - apart;
  out[1] = (uu + vv) / 2 + apart;
  // (uv, low - uu) or (low - vv, uv), whichever is the longer.
  const s = half > 0 ? uv : half - apart;
  const t = half > 0 ? -half - apart : uv;
  const norm = Math.sqrt(s * s + t * t);
  const shrink = norm > 0 ? 1 / norm : 0;
  const su = norm > 0 ? s * shrink : 1;
  const tv = t * shrink;
  out[3] = su * ux + tv * vx;
  out[4] = su * uy + tv * vy;
  out[5] = su * uz + tv * vz;
}
