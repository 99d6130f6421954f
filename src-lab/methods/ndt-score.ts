/** Constants of the score (Magnusson 2009, eq. 6.8). */
interface NdtMixture {
  readonly d1: number;
  readonly d2: number;
}

/**
 * Fits a Gaussian to the negative logarithm of a normal distribution mixed with a uniform one of outliers (eq. 6.7,
 * 6.8), which bounds what a point far from all surfaces weighs.
 *
 * The densities are those of a voxel of edge 1, so that the unit of length changes nothing; the factor 10 of the
 * normal one is the customary figure of implementations.
 *
 * @param outlierShare 0..1, exclusive
 */
export function ndtMixture(outlierShare: number): NdtMixture {
  const c1 = 10 * (1 - outlierShare);
  const c2 = outlierShare;
  const d3 = -Math.log(c2);
  const d1 = -Math.log(c1 + c2) - d3;
  return { d1, d2: -2 * Math.log((-Math.log(c1 * Math.exp(-0.5) + c2) - d3) / d1) };
}

/** Sums of the cost `d1 exp(-d2/2 x.B x)`, the negative score, and its derivatives by the step (rotation, translation). */
interface NdtSums {
  /** Negative score (eq. 6.9, 6.10): the less the better. */
  cost: number;
  /** Gradient (eq. 6.12). */
  readonly gradient: Float64Array;
  /** Hessian (eq. 6.13), lower triangle. */
  readonly hessian: Float64Array;
  /** The part of the Hessian without second derivatives, which is never negative: Gauss-Newton's; lower triangle. */
  readonly gaussNewton: Float64Array;
  /** Sums over the pairs of `exp(-d2/2 x.B x)`, and of it times the variance across the surface, m^2. */
  near: number;
  thickness: number;
  /** The latter times x.B x: squared distances in units of length, m^2. */
  squared: number;
}

/** Share of a perfect pair's score below which a pair adds nothing. */
const FAR = 1e-12;

export function ndtSums(): NdtSums {
  const [gradient, hessian, gaussNewton] = [6, 36, 36].map((length) => new Float64Array(length));
  return { cost: 0, gradient, hessian, gaussNewton, near: 0, thickness: 0, squared: 0 };
}

export function clearNdtSums(sums: NdtSums): void {
  sums.cost = sums.near = sums.thickness = sums.squared = 0;
  for (const part of [sums.gradient, sums.hessian, sums.gaussNewton]) part.fill(0);
}

/** Of the pair that is being added: columns of J and of B J, 3 numbers each, and J^T B x. */
const J = new Float64Array(18);
const BJ = new Float64Array(18);
const gradient = new Float64Array(6);

/**
 * Adds a pair of a moved point q and a distribution with the inverse covariance B, x = q - mean.
 *
 * The pose is moved by a rotation vector and a translation on its left, in place of Magnusson's Euler angles (eq.
 * 6.17-6.21): `dx/dp = J = [-[q]x, I]`, and of the second derivatives only those of two rotations are not zero,
 * `d2x/dwi dwj = (ei x (ej x q) + ej x (ei x q)) / 2`.
 *
 * @param B xx xy xz yy yz zz, 1/m^2
 * @param thickness smallest eigenvalue of the covariance, m^2
 * @param q, x 3 numbers each, m
 * @returns false if it is so far off that it adds nothing
 */
export function addNdtPair(
  sums: NdtSums,
  { d1, d2 }: NdtMixture,
  B: Float64Array,
  thickness: number,
  q: Float64Array,
  x: Float64Array,
): boolean {
  timesSymmetric(B, x, 0, BJ);
  const [vx, vy, vz] = BJ;
  const squared = vx * x[0] + vy * x[1] + vz * x[2];
  const near = Math.exp((-d2 / 2) * squared);
  if (near < FAR) return false;
  sums.near += near;
  sums.thickness += near * thickness;
  sums.squared += near * thickness * squared;
  const v_q = vx * q[0] + vy * q[1] + vz * q[2];
  setColumns(q);
  for (let k = 0; k < 18; k += 3) timesSymmetric(B, J, k, BJ);
  // The last three columns of J are those of the identity, and so v = B x is the end of the gradient.
  for (let i = 0; i < 6; i++) gradient[i] = J[3 * i] * vx + J[3 * i + 1] * vy + J[3 * i + 2] * vz;
  const factor = -d1 * d2 * near;
  sums.cost += d1 * near;
  for (let i = 0; i < 6; i++) {
    sums.gradient[i] += factor * gradient[i];
    for (let j = 0; j <= i; j++) {
      const k = 6 * i + j;
      const inner = J[3 * i] * BJ[3 * j] + J[3 * i + 1] * BJ[3 * j + 1] + J[3 * i + 2] * BJ[3 * j + 2];
      const bend = i < 3 ? (q[i] * gradient[3 + j] + q[j] * gradient[3 + i]) / 2 - (i === j ? v_q : 0) : 0;
      sums.gaussNewton[k] += factor * inner;
      sums.hessian[k] += factor * (inner + bend - d2 * gradient[i] * gradient[j]);
    }
  }
  return true;
}

/** Sets the columns of J: e_i x q, then e_i. */
function setColumns([x, y, z]: Float64Array): void {
  J.fill(0);
  J[1] = -z;
  J[2] = y;
  J[3] = z;
  J[5] = -x;
  J[6] = -y;
  J[7] = x;
  for (let i = 0; i < 3; i++) J[9 + 4 * i] = 1;
}

function timesSymmetric(B: Float64Array, v: Float64Array, at: number, out: Float64Array): void {
  const [x, y, z] = [v[at], v[at + 1], v[at + 2]];
  out[at] = B[0] * x + B[1] * y + B[2] * z;
  out[at + 1] = B[1] * x + B[3] * y + B[4] * z;
  out[at + 2] = B[2] * x + B[4] * y + B[5] * z;
}
