import { checkPoints } from '../registration/check-points.ts';
import type { PointSet } from '../registration/method.ts';

/** A cloud as the device takes it: f32 about its own mean, so that coordinates of a mine grid cost no digits. */
export interface LocalCloud {
  readonly count: number;
  /** 3 * count, m, about the mean. */
  readonly xyz: Float32Array<ArrayBuffer>;
  /** Where the local origin is, m. */
  readonly mean: Float64Array;
}

export type Triple = readonly [x: number, y: number, z: number];

/**
 * @param name of the cloud in messages: source or target
 * @param room for 3 * count numbers, which the cloud then is in; new where there is none
 * @throws SocavonError 'too-few-points', 'points-unusable'
 */
export function localCloud(
  points: PointSet,
  name: string,
  room?: (length: number) => Float32Array<ArrayBuffer>,
): LocalCloud {
  const { count, xyz } = points;
  const [mx, my, mz] = meanOf(points);
  // A mean tells of any point that is not finite; which it is, is looked up only then.
  if (count < 3 || !Number.isFinite(mx + my + mz)) checkPoints(points, name);
  const local = room === undefined ? new Float32Array(3 * count) : room(3 * count);
  for (let at = 0; at < local.length; at += 3) {
    local[at] = xyz[at] - mx;
    local[at + 1] = xyz[at + 1] - my;
    local[at + 2] = xyz[at + 2] - mz;
  }
  return { count, xyz: local, mean: Float64Array.of(mx, my, mz) };
}

/** Places that are about a local origin already. */
export function placedCloud(places: ArrayLike<number>): LocalCloud {
  return { count: places.length / 3, xyz: new Float32Array(places), mean: new Float64Array(3) };
}

/** The same points in f64, exactly as the device has them: what is built from them on the CPU fits to the bit. */
export function asDeviceHasThem({ count, xyz }: LocalCloud): PointSet {
  return { count, xyz: Float64Array.from(xyz) };
}

/** About the first point, as `meanOf` of the CPU, but without a division for each coordinate. */
function meanOf({ count, xyz }: PointSet): Triple {
  if (count === 0) return [0, 0, 0];
  const [x, y, z] = [xyz[0], xyz[1], xyz[2]];
  let sx = 0;
  let sy = 0;
  let sz = 0;
  for (let at = 0; at < 3 * count; at += 3) {
    sx += xyz[at] - x;
    sy += xyz[at + 1] - y;
    sz += xyz[at + 2] - z;
  }
  return [x + sx / count, y + sy / count, z + sz / count];
}
