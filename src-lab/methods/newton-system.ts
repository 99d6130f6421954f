import { symmetric6 } from '../../src-core/math/normal-system.ts';

/** Objective as a quadratic in the step (eq. 16, 17): `x.F x - 2 g.x + h`, x = (rotation, translation). */
interface NewtonSystem {
  /** 6x6, lower triangle. */
  readonly F: Float64Array;
  readonly g: Float64Array;
  h: number;
}

export function newtonSystem(): NewtonSystem {
  return { F: new Float64Array(36), g: new Float64Array(6), h: 0 };
}

export function clearNewtonSystem(system: NewtonSystem): void {
  system.F.fill(0);
  system.g.fill(0);
  system.h = 0;
}

export function symmetricF({ F }: NewtonSystem): Float64Array {
  return symmetric6(F);
}

/**
 * Adds one point (eq. 14, 15). With `Q = [-[q]x, I]` (eq. 11, its angles in the order x y z) the step moves q by Q x,
 * so `F = Q^T A Q`, `g = -Q^T (A u - b)` and `h = A u.u - 2 b.u + c`, where u = q - s*.
 *
 * @param quadratic A xx xy xz yy yz zz, b, c
 */
export function addQuadratic(
  system: NewtonSystem,
  quadratic: Float64Array,
  qx: number,
  qy: number,
  qz: number,
  ux: number,
  uy: number,
  uz: number,
): void {
  const [xx, xy, xz, yy, yz, zz] = [
    quadratic[0],
    quadratic[1],
    quadratic[2],
    quadratic[3],
    quadratic[4],
    quadratic[5],
  ];
  const { F, g } = system;
  const ax = xx * ux + xy * uy + xz * uz;
  const ay = xy * ux + yy * uy + yz * uz;
  const az = xz * ux + yz * uy + zz * uz;
  const rx = ax - quadratic[6];
  const ry = ay - quadratic[7];
  const rz = az - quadratic[8];
  g[0] -= qy * rz - qz * ry;
  g[1] -= qz * rx - qx * rz;
  g[2] -= qx * ry - qy * rx;
  g[3] -= rx;
  g[4] -= ry;
  g[5] -= rz;
  const bu = quadratic[6] * ux + quadratic[7] * uy + quadratic[8] * uz;
  system.h += ax * ux + ay * uy + az * uz - 2 * bu + quadratic[9];
  // Columns of [q]x A; the lower left block is their transpose.
  const m00 = qy * xz - qz * xy;
  const m10 = qz * xx - qx * xz;
  const m20 = qx * xy - qy * xx;
  const m01 = qy * yz - qz * yy;
  const m11 = qz * xy - qx * yz;
  const m21 = qx * yy - qy * xy;
  const m02 = qy * zz - qz * yz;
  const m12 = qz * xz - qx * zz;
  const m22 = qx * yz - qy * xz;
  F[18] += m00;
  F[19] += m10;
  F[20] += m20;
  F[21] += xx;
  F[24] += m01;
  F[25] += m11;
  F[26] += m21;
  F[27] += xy;
  F[28] += yy;
  F[30] += m02;
  F[31] += m12;
  F[32] += m22;
  F[33] += xz;
  F[34] += yz;
  F[35] += zz;
  // [q]x A [q]x^T: cross products of q with the rows of [q]x A.
  F[0] += qy * m02 - qz * m01;
  F[6] += qy * m12 - qz * m11;
  F[7] += qz * m10 - qx * m12;
  F[12] += qy * m22 - qz * m21;
  F[13] += qz * m20 - qx * m22;
  F[14] += qx * m21 - qy * m20;
}
