import type { Points } from '../../src-core/contract/shapes.ts';

/** Wire form of a rigid transform: R row-major, t in metres. */
export interface WireTransform {
  readonly R: readonly number[];
  readonly t: readonly number[];
}

/**
 * Points under a transform, computed in f64 until they are relative to their new origin, so that a rotation about
 * the distant origin of a mine grid loses no millimetre.
 */
export function transformedPoints(points: Points, { R, t }: WireTransform): Points {
  const [ox, oy, oz] = points.origin;
  const place = (k: number, x: number, y: number, z: number): number =>
    R[3 * k] * x + R[3 * k + 1] * y + R[3 * k + 2] * z;
  const origin = [0, 1, 2].map((k) => Math.round(place(k, ox, oy, oz) + t[k])) as [number, number, number];
  const rest = [0, 1, 2].map((k) => place(k, ox, oy, oz) + t[k] - origin[k]);
  const { xyz } = points;
  const moved = new Float32Array(xyz.length);
  for (let i = 0; i < xyz.length; i += 3)
    for (let k = 0; k < 3; k++) moved[i + k] = place(k, xyz[i], xyz[i + 1], xyz[i + 2]) + rest[k];
  return { ...points, origin, xyz: moved };
}

export const UNTRANSFORMED: WireTransform = { R: [1, 0, 0, 0, 1, 0, 0, 0, 1], t: [0, 0, 0] };
