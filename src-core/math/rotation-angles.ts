import { expSo3, logSo3, multiply3 } from './se3.ts';

const DEGREE = Math.PI / 180;
/** Cosine of the pitch below which roll and yaw turn about the same axis. */
const LOCKED = 1e-9;

/** Rotation as three turns, degrees: roll about x, then pitch about y, then yaw about z, all of them fixed axes. */
export interface RotationAngles {
  readonly roll: number;
  readonly pitch: number;
  readonly yaw: number;
}

/** Roll, pitch and yaw of a rotation matrix, degrees; at a pitch of 90° the roll is taken as 0. */
export function anglesOf(R: ArrayLike<number>): RotationAngles {
  const cosine = Math.hypot(R[0], R[3]);
  const pitch = Math.atan2(-R[6], cosine) / DEGREE;
  if (cosine < LOCKED) return { roll: 0, pitch, yaw: Math.atan2(-R[1], R[4]) / DEGREE };
  return { roll: Math.atan2(R[7], R[8]) / DEGREE, pitch, yaw: Math.atan2(R[3], R[0]) / DEGREE };
}

/** Rotation matrix `Rz(yaw) Ry(pitch) Rx(roll)`: the inverse of `anglesOf`. */
export function rotationOfAngles({ roll, pitch, yaw }: RotationAngles): Float64Array {
  const Rx = expSo3(roll * DEGREE, 0, 0);
  const Ry = expSo3(0, pitch * DEGREE, 0);
  const Rz = expSo3(0, 0, yaw * DEGREE);
  return multiply3(Rz, multiply3(Ry, Rx));
}

/** Rotation as one turn: its unit axis, z for no rotation, and its angle, degrees in 0..180. */
interface AxisAngle {
  readonly axis: readonly [number, number, number];
  readonly degrees: number;
}

/** Axis and angle of a rotation matrix. */
export function axisAngleOf(R: Float64Array): AxisAngle {
  const [x, y, z] = logSo3(R);
  const angle = Math.hypot(x, y, z);
  if (angle === 0) return { axis: [0, 0, 1], degrees: 0 };
  return { axis: [x / angle, y / angle, z / angle], degrees: angle / DEGREE };
}
