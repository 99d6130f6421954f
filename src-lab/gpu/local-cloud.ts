import type { CloudRole } from '../problem/check-points.ts';
import { checkPoints } from '../problem/check-points.ts';
import type { PointSet } from '../problem/method.ts';
import type { CloudRoom } from './cloud-room.ts';
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
  /** Reflectivity of each point, see `ReflectivityScale`; for `icp-intensity`. */
  readonly reflectivity?: Float32Array<ArrayBuffer>;
}

export type Triple = readonly [x: number, y: number, z: number];

/** Below this count two passes are as fast, and round only once. */
const ONE_PASS_FROM = 100_000;
const IN_PLACE: Triple = [0, 0, 0];

/**
 * @param name role of the cloud in messages: source or target
 * @param room where the cloud's numbers lie until the next one of that room; none for memory of its own
 * @throws SocavonError 'too-few-points', 'points-unusable'
 */
export function localCloud(points: PointSet, name: CloudRole, room: CloudRoom | null = null): LocalCloud {
  const { count, xyz } = points;
  const centred = room?.centred(points) ?? null;
  const [mx, my, mz] = centred?.mean ?? meanOf(points);
  checkMean(points, mx + my + mz, name);
  const mean = Float64Array.of(mx, my, mz);
  if (centred !== null) return { count, xyz: centred.xyz, shift: IN_PLACE, mean };
  const local = floatsOf(room, 3 * count);
  for (let at = 0; at < local.length; at += 3) {
    local[at] = xyz[at] - mx;
    local[at + 1] = xyz[at + 1] - my;
    local[at + 2] = xyz[at + 2] - mz;
  }
  return { count, xyz: local, shift: IN_PLACE, mean };
}

function floatsOf(room: CloudRoom | null, length: number): Float32Array<ArrayBuffer> {
  return room?.floats(length) ?? new Float32Array(length);
}

/**
 * Prepares a cloud that the device sorts into bins: `localCloud`, or `cloudToShift` for large clouds, which is
 * faster.
 *
 * @throws SocavonError 'too-few-points', 'points-unusable'
 */
export function cloudForBins(points: PointSet, name: CloudRole, room: CloudRoom | null = null): LocalCloud {
  return (points.count < ONE_PASS_FROM ? localCloud : cloudToShift)(points, name, room);
}

/**
 * `localCloud` in one pass over the points instead of two: they are centred on the median of a sample, and the device
 * centres them on the mean while sorting. Coordinates are rounded twice.
 *
 * @throws SocavonError 'too-few-points', 'points-unusable'
 */
export function cloudToShift(points: PointSet, name: CloudRole, room: CloudRoom | null = null): LocalCloud {
  const { count, xyz } = points;
  if (count < 3) checkPoints(points, name);
  const [x, y, z] = middleOf(points);
  const local = floatsOf(room, 3 * count);
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

/**
 * Mean, accumulated relative to the first point like `meanOf` of the CPU, but four points at a time, each with a sum of
 * its own, and without a division per coordinate.
 */
function meanOf({ count, xyz }: PointSet): Triple {
  if (count === 0) return [0, 0, 0];
  const [x, y, z] = [xyz[0], xyz[1], xyz[2]];
  const end = 3 * count;
  let [x0, y0, z0, x1, y1, z1, x2, y2, z2, x3, y3, z3] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  let at = 0;
  for (; at + 12 <= end; at += 12) {
    x0 += xyz[at] - x;
    y0 += xyz[at + 1] - y;
    z0 += xyz[at + 2] - z;
    x1 += xyz[at + 3] - x;
    y1 += xyz[at + 4] - y;
    z1 += xyz[at + 5] - z;
    x2 += xyz[at + 6] - x;
    y2 += xyz[at + 7] - y;
    z2 += xyz[at + 8] - z;
    x3 += xyz[at + 9] - x;
    y3 += xyz[at + 10] - y;
    z3 += xyz[at + 11] - z;
  }
  let sx = x0 + x1 + (x2 + x3);
  let sy = y0 + y1 + (y2 + y3);
  let sz = z0 + z1 + (z2 + z3);
  for (; at < end; at += 3) {
    sx += xyz[at] - x;
    sy += xyz[at + 1] - y;
    sz += xyz[at + 2] - z;
  }
  return [x + sx / count, y + sy / count, z + sz / count];
}
