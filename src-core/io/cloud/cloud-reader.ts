import type { Bounds } from '../../model/bounds.ts';
import type { PointCloud } from '../../model/cloud.ts';
import type { Rigid } from '../../model/rigid.ts';
import type { CloudCrs } from './las-crs.ts';

/** What the header of a file tells of its making. */
export interface CloudOrigin {
  /** Version of the format, and how the points are laid out in the words of its specification; null: neither is stated. */
  readonly layout: string | null;
  /** Program that wrote it, as the file names it; null: it names none. */
  readonly writtenBy: string | null;
  /** Day on which it was written, such as `2026-03-01`; null: not stated. */
  readonly writtenOn: string | null;
  /** Seconds from 1970 (UTC) to the zero of the clock of the points; null: not stated. */
  readonly clockZero: number | null;
}

/** What a file tells of a station beside its pose. */
export interface CloudStation {
  readonly name: string;
  /** Scanner, as its maker, model and serial number; null: not stated. */
  readonly sensor: string | null;
  /** True: its matrix is a mirror image, which no scanner makes. */
  readonly mirrors: boolean;
}

/** Seconds from 1970 (UTC) to the start of GPS time, 6 January 1980, less its 18 leap seconds since then. */
export const GPS_ZERO = 315_964_800 - 18;

/** Day of a time in seconds since 1970, such as `2026-03-01`; null for a time that no date can have. */
export function dayOf(seconds: number): string | null {
  const date = new Date(1000 * seconds);
  return Number.isNaN(date.getTime()) ? null : date.toISOString().slice(0, 10);
}

/** An open point cloud file: its header data, and its points as a stream. */
export interface CloudReader {
  readonly format: 'ply' | 'las' | 'laz' | 'pcd' | 'xyz' | 'pts' | 'ptx' | 'e57' | 'kitti';
  /** Point count in the header; null if the format has none (xyz). */
  readonly count: number | null;
  /** Points that `chunks` has left out so far, as no places; for a format without a count. */
  readonly leftOut?: () => number;
  /** Bounding box in the header, metres; null if the format has none. */
  readonly announcedBounds: Bounds | null;
  /** Names of the numbers that each point has in the file, x y z included; left out: the format names none. */
  readonly scalarNames?: readonly string[];
  /** The one of `scalarNames` that is the time of the point, s; null or left out: the points have no time. */
  readonly timeName?: string | null;
  /** Coordinate system as the file states it; null or left out: none. Coordinates are always as in the file. */
  readonly crs?: CloudCrs | null;
  /**
   * Pose of each station that the file tells apart, in its frame; the points carry its index as `scanIndex`, if there are
   * several. Null: the file states none. Left out: the format has no stations.
   */
  readonly scanPoses?: readonly (Rigid | null)[];
  /** The stations in the order of `scanPoses`; left out: the format names none. */
  readonly stations?: readonly CloudStation[];
  /**
   * Step in which the file can state a coordinate of a size along an axis (about the station where the points have one), in
   * its unit; call after the points were read. Left out: finer than any that matters.
   */
  readonly grain?: (axis: 0 | 1 | 2, size: number) => number;
  /** Left out: the format has no header, or one that tells nothing of it. */
  readonly origin?: CloudOrigin;
  /**
   * The points in the order of the file, each chunk about its own origin (whole metres near its first point, so
   * that f32 resolves a hundredth of a millimetre). Points that are no places (`isPlace`) are dropped.
   *
   * @param scalars of `scalarNames`, which the chunks then carry
   * @throws SocavonError 'file-format' if the file is truncated or its contents differ from its header
   */
  chunks(scalars?: readonly string[]): AsyncIterable<PointCloud>;
}

/** Target number of points per chunk. */
export const CHUNK_POINTS = 65536;

/** Reads all points of a reader into one cloud, about the origin of its first chunk. */
export async function readWholeCloud(reader: CloudReader): Promise<PointCloud> {
  const chunks: PointCloud[] = [];
  for await (const chunk of reader.chunks()) chunks.push(chunk);
  return joinClouds(chunks);
}

/**
 * Joins clouds of any origins into one, about the origin of the first. An attribute is preserved if every cloud
 * with points has it.
 */
function joinClouds(clouds: readonly PointCloud[]): PointCloud {
  const filled = clouds.filter((cloud) => cloud.count > 0);
  const count = filled.reduce((sum, cloud) => sum + cloud.count, 0);
  const origin = filled[0]?.origin ?? [0, 0, 0];
  const xyz = new Float32Array(3 * count);
  const reflectivity = filled.length > 0 && filled.every((cloud) => cloud.reflectivity);
  const scanIndex = filled.length > 0 && filled.every((cloud) => cloud.scanIndex);
  const joined = {
    count,
    origin,
    xyz,
    ...(reflectivity ? { reflectivity: new Uint16Array(count) } : {}),
    ...(scanIndex ? { scanIndex: new Uint32Array(count) } : {}),
  };
  let at = 0;
  for (const cloud of filled) {
    for (let axis = 0; axis < 3; axis++) {
      const shift = cloud.origin[axis] - origin[axis];
      for (let i = 0; i < cloud.count; i++) xyz[3 * (at + i) + axis] = cloud.xyz[3 * i + axis] + shift;
    }
    joined.reflectivity?.set(cloud.reflectivity!.subarray(0, cloud.count), at);
    joined.scanIndex?.set(cloud.scanIndex!.subarray(0, cloud.count), at);
    at += cloud.count;
  }
  return joined;
}
