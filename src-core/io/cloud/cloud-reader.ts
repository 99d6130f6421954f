import type { Bounds } from '../../model/bounds.ts';
import type { PointCloud } from '../../model/cloud.ts';

/** A point cloud file, opened: what its header says, and its points as a stream. */
export interface CloudReader {
  readonly format: 'ply' | 'las' | 'pcd' | 'xyz';
  /** Points that the header announces; null where the format does not say (xyz). */
  readonly count: number | null;
  /** The box that the header announces, metres; null where the format has none. */
  readonly announcedBounds: Bounds | null;
  /**
   * The points in the order of the file, each chunk about its own origin (whole metres near its first
   * point, so that f32 keeps a hundredth of a millimetre). Points that are not finite are left out.
   * @throws SocavonError 'file-format' where the file breaks off or holds what its header does not say
   */
  chunks(): AsyncIterable<PointCloud>;
}

/** Points per chunk that the readers aim at. */
export const CHUNK_POINTS = 65536;

/** All points of a reader in one cloud, about the origin of its first chunk. */
export async function readWholeCloud(reader: CloudReader): Promise<PointCloud> {
  const chunks: PointCloud[] = [];
  for await (const chunk of reader.chunks()) chunks.push(chunk);
  return joinClouds(chunks);
}

/**
 * Joins clouds of any origins into one, about the origin of the first. An attribute is kept where every
 * cloud with points has it.
 */
export function joinClouds(clouds: readonly PointCloud[]): PointCloud {
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
