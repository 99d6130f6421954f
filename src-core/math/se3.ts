import type { Quaternion, Rigid } from '../model/rigid.ts';

/** Of one call at a time; see `findCoefficients`. */
const COEFFICIENTS = new Float64Array(4);

/** A twist: rotation vector (rad) then translation (m), 6 numbers; `exp` maps it to a rigid transform. */
type Twist = Float64Array;

export function identity(): Rigid {
  const R = new Float64Array(9);
  R[0] = 1;
  R[4] = 1;
  R[8] = 1;
  return { R, t: new Float64Array(3) };
}

/** `T_a_c = compose(T_a_b, T_b_c)`. */
export function compose(a: Rigid, b: Rigid): Rigid {
  const t = new Float64Array(3);
  for (let i = 0; i < 3; i++) {
    t[i] = a.R[3 * i] * b.t[0] + a.R[3 * i + 1] * b.t[1] + a.R[3 * i + 2] * b.t[2] + a.t[i];
  }
  return { R: multiply3(a.R, b.R), t };
}

/** `T_b_a` of `T_a_b`. */
export function invert(a: Rigid): Rigid {
  const R = transpose3(a.R);
  const t = new Float64Array(3);
  for (let i = 0; i < 3; i++) t[i] = -(R[3 * i] * a.t[0] + R[3 * i + 1] * a.t[1] + R[3 * i + 2] * a.t[2]);
  return { R, t };
}

export function applyToPoint(T: Rigid, x: number, y: number, z: number): [number, number, number] {
  const { R, t } = T;
  return [
    R[0] * x + R[1] * y + R[2] * z + t[0],
    R[3] * x + R[4] * y + R[5] * z + t[1],
    R[6] * x + R[7] * y + R[8] * z + t[2],
  ];
}

export function rotateVector(R: Float64Array, x: number, y: number, z: number): [number, number, number] {
  return [R[0] * x + R[1] * y + R[2] * z, R[3] * x + R[4] * y + R[5] * z, R[6] * x + R[7] * y + R[8] * z];
}

/**
 * Product of two 3x3 matrices, row-major.
 *
 * @param c receives it; must be neither of the two
 */
export function multiply3(
  a: Float64Array,
  b: Float64Array,
  c: Float64Array = new Float64Array(9),
): Float64Array {
  for (let i = 0; i < 3; i++) {
    const a0 = a[3 * i];
    const a1 = a[3 * i + 1];
    const a2 = a[3 * i + 2];
    for (let j = 0; j < 3; j++) c[3 * i + j] = a0 * b[j] + a1 * b[3 + j] + a2 * b[6 + j];
  }
  return c;
}

/** `R := R Rz(angle)` in place: a turn about the z axis of the frame that R rotates from; undefined: none. */
export function turnColumns(R: Float64Array, angle: number | undefined): void {
  if (angle === undefined || angle === 0) return;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  for (let row = 0; row < 9; row += 3) {
    const [x, y] = [R[row], R[row + 1]];
    R[row] = x * c + y * s;
    R[row + 1] = y * c - x * s;
  }
}

export function transpose3(R: Float64Array): Float64Array {
  return Float64Array.of(R[0], R[3], R[6], R[1], R[4], R[7], R[2], R[5], R[8]);
}

/**
 * Rotation matrix of a rotation vector (rad), by Rodrigues' formula with its series near zero.
 *
 * @param R receives it
 */
export function expSo3(
  wx: number,
  wy: number,
  wz: number,
  R: Float64Array = new Float64Array(9),
): Float64Array {
  return expSo3Of(Float64Array.of(wx, wy, wz), R);
}

/** The same of a vector in an array, for hot loops: numbers of a call are objects on the heap. @param R receives it */
export function expSo3Of(w: Float64Array, R: Float64Array): Float64Array {
  const wx = w[0];
  const wy = w[1];
  const wz = w[2];
  const k = COEFFICIENTS;
  k[3] = wx * wx + wy * wy + wz * wz;
  findCoefficients(k);
  const a = k[0];
  const b = k[1];
  R[0] = 1 - b * (wy * wy + wz * wz);
  R[1] = b * wx * wy - a * wz;
  R[2] = b * wx * wz + a * wy;
  R[3] = b * wx * wy + a * wz;
  R[4] = 1 - b * (wx * wx + wz * wz);
  R[5] = b * wy * wz - a * wx;
  R[6] = b * wx * wz - a * wy;
  R[7] = b * wy * wz + a * wx;
  R[8] = 1 - b * (wx * wx + wy * wy);
  return R;
}

/** Rotation vector (rad, length at most pi) of a rotation matrix; safe at 0 and at pi. */
export function logSo3(R: Float64Array): [number, number, number] {
  const [x, y, z, w] = quaternionOf(R);
  const sine = Math.hypot(x, y, z);
  // 2 atan2(|v|, w) is accurate where acos is not; the quotient's limit at zero is 2 / w.
  const scale = sine < 1e-12 ? 2 / w : (2 * Math.atan2(sine, w)) / sine;
  return [x * scale, y * scale, z * scale];
}

/** Rigid transform of a twist (rotation vector, then translation): the SE(3) exponential. */
export function exp(twist: ArrayLike<number>): Rigid {
  const wx = twist[0];
  const wy = twist[1];
  const wz = twist[2];
  const vx = twist[3];
  const vy = twist[4];
  const vz = twist[5];
  const theta2 = wx * wx + wy * wy + wz * wz;
  const { b, c } = rodriguesCoefficients(theta2);
  // t = v + b (w x v) + c (w x (w x v))
  const cx = wy * vz - wz * vy;
  const cy = wz * vx - wx * vz;
  const cz = wx * vy - wy * vx;
  // Not by `Float64Array.of`, which puts each number on the heap.
  const t = new Float64Array(3);
  t[0] = vx + b * cx + c * (wy * cz - wz * cy);
  t[1] = vy + b * cy + c * (wz * cx - wx * cz);
  t[2] = vz + b * cz + c * (wx * cy - wy * cx);
  return { R: expSo3(wx, wy, wz), t };
}

/** Twist of a rigid transform: the inverse of `exp` for rotations below pi. */
export function log(T: Rigid): Twist {
  const [wx, wy, wz] = logSo3(T.R);
  const theta2 = wx * wx + wy * wy + wz * wz;
  const { a, b } = rodriguesCoefficients(theta2);
  // v = t - (w x t)/2 + d (w x (w x t)), d = (1 - a / (2 b)) / theta^2
  const d = theta2 < 1e-8 ? 1 / 12 + theta2 / 720 : (1 - a / (2 * b)) / theta2;
  const [tx, ty, tz] = T.t;
  const cx = wy * tz - wz * ty;
  const cy = wz * tx - wx * tz;
  const cz = wx * ty - wy * tx;
  return Float64Array.of(
    wx,
    wy,
    wz,
    tx - cx / 2 + d * (wy * cz - wz * cy),
    ty - cy / 2 + d * (wz * cx - wx * cz),
    tz - cz / 2 + d * (wx * cy - wy * cx),
  );
}

/** `exp(fraction * twist)`. */
export function expScaled(twist: ArrayLike<number>, fraction: number): Rigid {
  return exp(Array.from(twist as ArrayLike<number>, (value) => value * fraction));
}

/** Unit quaternion (x y z w, w >= 0) of a rotation matrix, computed from the largest of the four components. */
export function quaternionOf(R: Float64Array): Quaternion {
  const trace = R[0] + R[4] + R[8];
  let q: [number, number, number, number];
  if (trace > 0) {
    const s = 2 * Math.sqrt(trace + 1);
    q = [(R[7] - R[5]) / s, (R[2] - R[6]) / s, (R[3] - R[1]) / s, s / 4];
  } else if (R[0] > R[4] && R[0] > R[8]) {
    const s = 2 * Math.sqrt(1 + R[0] - R[4] - R[8]);
    q = [s / 4, (R[1] + R[3]) / s, (R[2] + R[6]) / s, (R[7] - R[5]) / s];
  } else if (R[4] > R[8]) {
    const s = 2 * Math.sqrt(1 + R[4] - R[0] - R[8]);
    q = [(R[1] + R[3]) / s, s / 4, (R[5] + R[7]) / s, (R[2] - R[6]) / s];
  } else {
    const s = 2 * Math.sqrt(1 + R[8] - R[0] - R[4]);
    q = [(R[2] + R[6]) / s, (R[5] + R[7]) / s, s / 4, (R[3] - R[1]) / s];
  }
  const norm = Math.hypot(...q) * (q[3] < 0 ? -1 : 1);
  return [q[0] / norm, q[1] / norm, q[2] / norm, q[3] / norm];
}

/** Rotation matrix of a quaternion (x y z w); it is normalised first. */
export function rotationOf(q: Quaternion): Float64Array {
  const norm = Math.hypot(q[0], q[1], q[2], q[3]);
  const [x, y, z, w] = q.map((value) => value / norm);
  return Float64Array.of(
    1 - 2 * (y * y + z * z),
    2 * (x * y - z * w),
    2 * (x * z + y * w),
    2 * (x * y + z * w),
    1 - 2 * (x * x + z * z),
    2 * (y * z - x * w),
    2 * (x * z - y * w),
    2 * (y * z + x * w),
    1 - 2 * (x * x + y * y),
  );
}

/** Row-major 4x4 (16 numbers) as a rigid transform; `unit` metres per unit of the translation. */
export function rigidFromMatrix4(m: ArrayLike<number>, unit = 1): Rigid {
  return {
    R: Float64Array.of(m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10]),
    t: Float64Array.of(m[3] * unit, m[7] * unit, m[11] * unit),
  };
}

/** Row-major 4x4 of a rigid transform. */
export function matrix4Of(T: Rigid): number[] {
  const { R, t } = T;
  return [R[0], R[1], R[2], t[0], R[3], R[4], R[5], t[1], R[6], R[7], R[8], t[2], 0, 0, 0, 1];
}

/** Angle of a rotation, rad, 0..pi. */
export function rotationAngle(R: Float64Array): number {
  return Math.hypot(...logSo3(R));
}

function rodriguesCoefficients(theta2: number): { a: number; b: number; c: number } {
  const k = COEFFICIENTS;
  k[3] = theta2;
  findCoefficients(k);
  return { a: k[0], b: k[1], c: k[2] };
}

/**
 * Coefficients of Rodrigues' formula: a = sin(th)/th, b = (1-cos(th))/th^2, c = (th-sin(th))/th^3, by series where the
 * quotients cancel.
 *
 * @param k receives a, b and c before th^2, which is in its last place
 */
function findCoefficients(k: Float64Array): void {
  const theta2 = k[3];
  if (theta2 < 1e-6) {
    k[0] = 1 - theta2 / 6 + (theta2 * theta2) / 120;
    k[1] = 0.5 - theta2 / 24 + (theta2 * theta2) / 720;
    k[2] = 1 / 6 - theta2 / 120 + (theta2 * theta2) / 5040;
    return;
  }
  const theta = Math.sqrt(theta2);
  const sine = Math.sin(theta);
  k[0] = sine / theta;
  k[1] = (1 - Math.cos(theta)) / theta2;
  k[2] = (theta - sine) / (theta2 * theta);
}

/** True if rotation and translation of a twist are both below their bounds. @param twist rotation, then translation */
export function isTwistWithin(
  twist: ArrayLike<number>,
  { turn, shift }: { readonly turn: number; readonly shift: number },
): boolean {
  return Math.hypot(twist[3], twist[4], twist[5]) < shift && Math.hypot(twist[0], twist[1], twist[2]) < turn;
}
