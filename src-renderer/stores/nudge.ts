import type { Points } from '../../src-core/contract/shapes.ts';
import { compose, exp } from '../../src-core/math/se3.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';

/** Nudge of a scan: translation along the map axes, and rotation about the sensor. */
export interface Nudge {
  /** Metres, map frame. */
  readonly move: readonly [number, number, number];
  /** Rotation vector about the map axes through the sensor, degrees: one rotation, not three successive ones. */
  readonly turn: readonly [number, number, number];
}

/** Wire form of a transform: R row-major, t in metres, map frame. */
export interface MapTransform {
  readonly R: number[];
  readonly t: number[];
}

/** Transform `T_new_found` of a nudge. @param sensor its position, map frame */
export function nudgeTransform(
  { move, turn }: Nudge,
  sensor: readonly number[],
): { R: number[]; t: number[] } {
  const [x, y, z] = turn.map((degrees) => (degrees * Math.PI) / 180);
  const about = exp([x, y, z, 0, 0, 0]);
  const there = compose(shift(sensor.map((value, axis) => value + move[axis])), about);
  const { R, t } = compose(there, shift(sensor.map((value) => -value)));
  return { R: [...R], t: [...t] };
}

/** Points under a transform, relative to the same origin. */
export function nudgedPoints(
  points: Points,
  { R, t }: { R: readonly number[]; t: readonly number[] },
): Points {
  const [ox, oy, oz] = points.origin;
  const xyz = new Float32Array(points.xyz.length);
  for (let i = 0; i < xyz.length; i += 3) {
    const x = points.xyz[i] + ox;
    const y = points.xyz[i + 1] + oy;
    const z = points.xyz[i + 2] + oz;
    xyz[i] = R[0] * x + R[1] * y + R[2] * z + t[0] - ox;
    xyz[i + 1] = R[3] * x + R[4] * y + R[5] * z + t[1] - oy;
    xyz[i + 2] = R[6] * x + R[7] * y + R[8] * z + t[2] - oz;
  }
  return { ...points, xyz };
}

function shift([x, y, z]: readonly number[]): Rigid {
  return { R: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1), t: Float64Array.of(x, y, z) };
}
