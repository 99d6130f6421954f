import type { CloudRole } from '../check-points.ts';
import { checkPoints } from '../check-points.ts';
import type { PointSet } from '../method.ts';
import { sampleOf } from './sample.ts';

/** A cloud as the device takes it: f32 about its own mean, so that coordinates of a mine grid cost no digits. */
export interface LocalCloud {
  readonly count: number;
  /** 3 * count, m, about the mean; but for `shift`. */
  readonly xyz: Float32Array<ArrayBuffer>;
  /** What shaders/bins-order.wgsl takes off each of `xyz` to bring it about the mean, m: zeros where nothing is left to do. */
  readonly shift: Triple;
  /** Where the local origin is, m. */
  readonly mean: Float64Array;
}

export type Triple = readonly [x: number, y: number, z: number];

/** Gives memory for so many numbers. */
export type AllocateFloats = (length: number) => Float32Array<ArrayBuffer>;

/** Fewer points are ready as fast in two passes, and rounded once. */
const ONE_PASS_FROM = 100_000;
const IN_PLACE: Triple = [0, 0, 0];

/**
 * @param name of the cloud in messages: source or target
 * @param room where the cloud's 3 * count numbers go
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
 * A cloud that the device sorts into bins: as `localCloud`, or where there is time to be saved as `cloudToShift`.
 *
 * @throws SocavonError 'too-few-points', 'points-unusable'
 */
export function cloudForBins(points: PointSet, name: CloudRole, room?: AllocateFloats): LocalCloud {
  return (points.count < ONE_PASS_FROM ? localCloud : cloudToShift)(points, name, room);
}

/**
 * As `localCloud`, in one pass over the points instead of two: they come about the middle of a sample of them, and the
 * device brings them about the mean while it sorts them. A coordinate is rounded twice.
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

/** Places that are about a local origin already. */
export function placedCloud(places: ArrayLike<number>): LocalCloud {
  return {
    count: places.length / 3,
    xyz: new Float32Array(places),
    shift: IN_PLACE,
    mean: new Float64Array(3),
  };
}

/** The same points in f64, exactly as the device has them: what is built from them on the CPU fits to the bit. */
export function roundedToF32({ count, xyz, shift }: LocalCloud): PointSet {
  const places = new Float64Array(3 * count);
  for (let at = 0; at < places.length; at++) places[at] = Math.fround(xyz[at] - shift[at % 3]);
  return { count, xyz: places };
}

/** A mean tells of any point that is not finite; which it is, is looked up only then. */
function checkMean(points: PointSet, mean: number, name: CloudRole): void {
  if (points.count < 3 || !Number.isFinite(mean)) checkPoints(points, name);
}

/** The median of a sample along each axis: near all points but for outliers, that f32 keeps their digits. */
function middleOf({ count, xyz }: PointSet): Triple {
  const sample = sampleOf(count);
  const [x, y, z] = [0, 1, 2].map(
    (axis) => Float64Array.from(sample, (at) => xyz[at + axis]).sort()[sample.length >> 1],
  );
  return [x, y, z];
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
