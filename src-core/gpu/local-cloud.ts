import { checkPoints } from '../registration/check-points.ts';
import type { PointSet } from '../registration/method.ts';
import { meanOf } from '../registration/register.ts';

/** A cloud as the device takes it: f32 about its own mean, so that coordinates of a mine grid cost no digits. */
export interface LocalCloud {
  readonly count: number;
  /** 3 * count, m, about the mean. */
  readonly xyz: Float32Array<ArrayBuffer>;
  /** Where the local origin is, m. */
  readonly mean: Float64Array;
  /** Box of the points, m, about the mean. */
  readonly low: Triple;
  readonly high: Triple;
}

export type Triple = readonly [x: number, y: number, z: number];

/**
 * @param name of the cloud in messages: source or target
 * @throws SocavonError 'too-few-points', 'points-unusable'
 */
export function localCloud(points: PointSet, name: string): LocalCloud {
  const { count, xyz } = points;
  const mean = count > 0 ? meanOf(points) : new Float64Array(3);
  // A mean tells of any point that is not finite; which it is, is looked up only then.
  if (count < 3 || !mean.every(Number.isFinite)) checkPoints(points, name);
  const [mx, my, mz] = mean;
  const local = new Float32Array(3 * count);
  for (let at = 0; at < local.length; at += 3) {
    local[at] = xyz[at] - mx;
    local[at + 1] = xyz[at + 1] - my;
    local[at + 2] = xyz[at + 2] - mz;
  }
  return { ...localBox(local), mean };
}

/** Places that are about a local origin already, with their box. */
export function localBox(places: Float32Array<ArrayBuffer> | Float64Array): LocalCloud {
  const xyz = places instanceof Float32Array ? places : new Float32Array(places);
  let [lowX, lowY, lowZ] = [Infinity, Infinity, Infinity];
  let [highX, highY, highZ] = [-Infinity, -Infinity, -Infinity];
  for (let at = 0; at < xyz.length; at += 3) {
    const x = xyz[at];
    const y = xyz[at + 1];
    const z = xyz[at + 2];
    if (x < lowX) lowX = x;
    if (x > highX) highX = x;
    if (y < lowY) lowY = y;
    if (y > highY) highY = y;
    if (z < lowZ) lowZ = z;
    if (z > highZ) highZ = z;
  }
  return {
    count: xyz.length / 3,
    xyz,
    mean: new Float64Array(3),
    low: [lowX, lowY, lowZ],
    high: [highX, highY, highZ],
  };
}

/** The same points in f64, exactly as the device has them: what is built from them on the CPU fits to the bit. */
export function asDeviceHasThem({ count, xyz }: LocalCloud): PointSet {
  return { count, xyz: Float64Array.from(xyz) };
}
