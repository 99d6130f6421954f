import type { CloudRole } from '../check-points.ts';
import { checkPoints } from '../check-points.ts';
import type { PointSet } from '../method.ts';
import { sampleOf } from './sample.ts';

/** Cloud in device precision: f32 relative to its own mean, so that mine-grid coordinates cost no digits. */
export interface LocalCloud {
  readonly count: number;
  /** 3 * count, m, relative to the mean, except for `shift`. */
  readonly xyz: Float32Array<ArrayBuffer>;
  /**
   * Offset that shaders/bins-order.wgsl subtracts from each of `xyz` to centre it on the mean, m; zeros if already
   * centred.
   */
  readonly shift: Triple;
  /** Position of the local origin, m. */
  readonly mean: Float64Array;
}

export type Triple = readonly [x: number, y: number, z: number];

/** Allocates an array of `length` floats. */
export type AllocateFloats = (length: number) => Float32Array<ArrayBuffer>;

/** Below this count two passes are as fast, and round only once. */
const ONE_PASS_FROM = 100_000;
const IN_PLACE: Triple = [0, 0, 0];

/**
 * @param name role of the cloud in messages: source or target
 * @param room allocator for the cloud's 3 * count numbers
 * @throws SocavonError 'too-few-points', 'points-unusable'
 */
export function localCloud(
  points: PointSet,
  name: CloudRole,
  room: AllocateFloats = (length) => new Float32Array(length),
): LocalCloud {
  const { count, xyz } = points;
  const [mx, my, mz] = meanOf(points);
  checkMean(points, mx + my + mz, name);
  const local = room(3 * count);
  for (let at = 0; at < local.length; at += 3) {
    local[at] = xyz[at] - mx;
    local[at + 1] = xyz[at + 1] - my;
    local[at + 2] = xyz[at + 2] - mz;
  }
  return { count, xyz: local, shift: IN_PLACE, mean: Float64Array.of(mx, my, mz) };
}

/**
 * Prepares a cloud that the device sorts into bins: `localCloud`, or `cloudToShift` for large clouds, which is
 * faster.
 *
 * @throws SocavonError 'too-few-points', 'points-unusable'
 */
export function cloudForBins(points: PointSet, name: CloudRole, room?: AllocateFloats): LocalCloud {
  return (points.count < ONE_PASS_FROM ? localCloud : cloudToShift)(points, name, room);
}

/**
 * `localCloud` in one pass over the points instead of two: they are centred on the median of a sample, and the device
 * centres them on the mean while sorting. Coordinates are rounded twice.
 *
 * @throws SocavonError 'too-few-points', 'points-unusable'
 */
export function cloudToShift(
  points: PointSet,
  name: CloudRole,
  room: AllocateFloats = (length) => new Float32Array(length),
): LocalCloud {
  const { count, xyz } = points;
  if (count < 3) checkPoints(points, name);
  const [x, y, z] = middleOf(points);
  const local = room(3 * count);
  let sx = 0;
  let sy = 0;
  let sz = 0;
  for (let at = 0; at < local.length; at += 3) {
    const dx = xyz[at] - x;
    const dy = xyz[at + 1] - y;
    const dz = xyz[at + 2] - z;
    sx += dx;
    sy += dy;
    sz += dz;
    local[at] = dx;
    local[at + 1] = dy;
    local[at + 2] = dz;
  }
  checkMean(points, sx + sy + sz, name);
  const shift: Triple = [Math.fround(sx / count), Math.fround(sy / count), Math.fround(sz / count)];
  return { count, xyz: local, shift, mean: Float64Array.of(x + shift[0], y + shift[1], z + shift[2]) };
}

/** Local cloud from positions already relative to a local origin. */
export function placedCloud(places: ArrayLike<number>): LocalCloud {
  return {
    count: places.length / 3,
    xyz: new Float32Array(places),
    shift: IN_PLACE,
    mean: new Float64Array(3),
  };
}

/**
 * The points rounded to f32, as f64, exactly as on the device: structures built from them on the CPU agree bit by
 * bit.
 */
export function roundedToF32({ count, xyz, shift }: LocalCloud): PointSet {
  const places = new Float64Array(3 * count);
  for (let at = 0; at < places.length; at++) places[at] = Math.fround(xyz[at] - shift[at % 3]);
  return { count, xyz: places };
}

/** Detects points that are not finite by their mean; the offending point is searched only then. */
function checkMean(points: PointSet, mean: number, name: CloudRole): void {
  if (points.count < 3 || !Number.isFinite(mean)) checkPoints(points, name);
}

/** Median of a sample along each axis: close enough to all points but outliers for f32 to keep their digits. */
function middleOf({ count, xyz }: PointSet): Triple {
  const sample = sampleOf(count);
  const [x, y, z] = [0, 1, 2].map(
    (axis) => Float64Array.from(sample, (at) => xyz[at + axis]).sort()[sample.length >> 1],
  );
  return [x, y, z];
}

/** Mean, accumulated relative to the first point like `meanOf` of the CPU, but without a division per coordinate. */
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
