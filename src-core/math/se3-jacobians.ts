import type { Rigid } from '../model/rigid.ts';
import { multiply3 } from './se3.ts';

/**
 * Derivatives on SE(3), 6x6 row-major, rotation first, as in `math/se3` (Sola, Deray, Atchuthan 2018, A micro Lie theory
 * for state estimation in robotics; Barfoot 2014, State Estimation for Robotics, eq. 7.86).
 */

/** `Ad` of a rigid transform: `T exp(d) = exp(Ad d) T`. */
export function adjoint({ R, t }: Rigid): Float64Array {
  const out = new Float64Array(36);
  const tR = multiply3(skew3(t[0], t[1], t[2]), R);
  setBlock(out, 0, 0, R);
  setBlock(out, 3, 0, tR);
  setBlock(out, 3, 3, R);
  return out;
}

/** `Jr` of a twist: `exp(x + d) = exp(x) exp(Jr d)` to first order. */
export function rightJacobian(twist: ArrayLike<number>): Float64Array {
  const { J, Q } = leftParts(twist, -1);
  const out = new Float64Array(36);
  setBlock(out, 0, 0, J);
  setBlock(out, 3, 0, Q);
  setBlock(out, 3, 3, J);
  return out;
}

/** `Jr^-1` of a twist: `log(exp(x) exp(d)) = x + Jr^-1 d` to first order; for rotations below 2 pi. */
export function rightJacobianInverse(twist: ArrayLike<number>): Float64Array {
  const { Q, W, theta2 } = leftParts(twist, -1);
  const W2 = multiply3(W, W);
  const d = inverseCoefficient(theta2);
  const inverse = new Float64Array(9);
  for (let i = 0; i < 9; i++) inverse[i] = (i % 4 === 0 ? 1 : 0) - W[i] / 2 + d * W2[i];
  const below = multiply3(multiply3(inverse, Q), inverse).map((value) => -value);
  const out = new Float64Array(36);
  setBlock(out, 0, 0, inverse);
  setBlock(out, 3, 0, below);
  setBlock(out, 3, 3, inverse);
  return out;
}

/** The matrix of the cross product: `skew3(a) b = a x b`. */
export function skew3(x: number, y: number, z: number): Float64Array {
  return Float64Array.of(0, -z, y, z, 0, -x, -y, x, 0);
}

/** The left Jacobian's blocks at `sign * twist`; the right one at x is the left one at -x. */
function leftParts(
  twist: ArrayLike<number>,
  sign: 1 | -1,
): { J: Float64Array; Q: Float64Array; W: Float64Array; theta2: number } {
  const [wx, wy, wz, vx, vy, vz] = [0, 1, 2, 3, 4, 5].map((i) => sign * twist[i]);
  const theta2 = wx * wx + wy * wy + wz * wz;
  const [b, c, e, f] = coefficients(theta2);
  const W = skew3(wx, wy, wz);
  const V = skew3(vx, vy, vz);
  const WV = multiply3(W, V);
  const VW = multiply3(V, W);
  const WW = multiply3(W, W);
  const WVW = multiply3(WV, W);
  const WWV = multiply3(W, WV);
  const VWW = multiply3(VW, W);
  const WVWW = multiply3(WVW, W);
  const WWVW = multiply3(W, WVW);
  const J = new Float64Array(9);
  const Q = new Float64Array(9);
  for (let i = 0; i < 9; i++) {
    J[i] = (i % 4 === 0 ? 1 : 0) + b * W[i] + c * WW[i];
    Q[i] =
      V[i] / 2 + c * (WV[i] + VW[i] + WVW[i]) + e * (WWV[i] + VWW[i] - 3 * WVW[i]) + f * (WVWW[i] + WWVW[i]);
  }
  return { J, Q, W, theta2 };
}

/** Below this squared angle the quotients suffer cancellation, and their series are exact to the last digits. */
const SERIES_BELOW = 0.09;

/**
 * `(1 - cos)/th^2`, `(th - sin)/th^3`, `(th^2 + 2 cos - 2)/(2 th^4)` and `(2 th - 3 sin + th cos)/(2 th^5)` of the angle.
 */
function coefficients(x: number): [number, number, number, number] {
  if (x < SERIES_BELOW)
    return [
      1 / 2 - x * (1 / 24 - x * (1 / 720 - x * (1 / 40_320 - x / 3_628_800))),
      1 / 6 - x * (1 / 120 - x * (1 / 5040 - x * (1 / 362_880 - x / 39_916_800))),
      1 / 24 - x * (1 / 720 - x * (1 / 40_320 - x * (1 / 3_628_800 - x / 479_001_600))),
      1 / 120 - x * (1 / 2520 - x * (1 / 120_960 - x * (1 / 9_979_200 - x / 1_245_404_160))),
    ];
  const th = Math.sqrt(x);
  const [sine, cosine] = [Math.sin(th), Math.cos(th)];
  return [
    (1 - cosine) / x,
    (th - sine) / (x * th),
    (x + 2 * cosine - 2) / (2 * x * x),
    (2 * th - 3 * sine + th * cosine) / (2 * x * x * th),
  ];
}

/** `(1 - (th/2) cot(th/2)) / th^2`: factor of the squared cross product in the inverse. */
function inverseCoefficient(x: number): number {
  if (x < SERIES_BELOW)
    return 1 / 12 + x * (1 / 720 + x * (1 / 30_240 + x * (1 / 1_209_600 + x / 47_900_160)));
  const half = Math.sqrt(x) / 2;
  return (1 - half / Math.tan(half)) / x;
}

function setBlock(out: Float64Array, row: number, column: number, block: Float64Array): void {
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) out[6 * (row + i) + column + j] = block[3 * i + j];
  }
}
