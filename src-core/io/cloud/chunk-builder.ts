import type { PointCloud } from '../../model/cloud.ts';

/** Collects points in f64 and returns them as a cloud about a near origin. */
export interface ChunkBuilder {
  readonly capacity: number;
  /** Adds a point in f64; one that is no place is dropped. */
  push(
    x: number,
    y: number,
    z: number,
    reflectivity: number,
    scanIndex?: number,
    scalars?: readonly number[],
  ): void;
  /** Points collected since the last `flush`. */
  size(): number;
  /** Returns the collected points as a cloud that shares no memory with the builder; the builder is then empty. */
  flush(): PointCloud;
}

/** Farther than any place of a grid, in any unit of length: 100 000 km in millimetres. */
const FARTHEST = 1e11;

/** False for a point that is not finite, or so far that only a damaged file or a mark for "no return" has it. */
export function isPlace(x: number, y: number, z: number): boolean {
  return Math.abs(x) <= FARTHEST && Math.abs(y) <= FARTHEST && Math.abs(z) <= FARTHEST;
}

/** @param fields attributes that the clouds carry; `scalars` is the number of further ones */
export function chunkBuilder(
  capacity: number,
  fields: { reflectivity: boolean; scanIndex: boolean; scalars?: number },
): ChunkBuilder {
  const xyz = new Float64Array(3 * capacity);
  const reflectivity = new Uint16Array(fields.reflectivity ? capacity : 0);
  const scanIndex = new Uint32Array(fields.scanIndex ? capacity : 0);
  const scalars = Array.from({ length: fields.scalars ?? 0 }, () => new Float64Array(capacity));
  let count = 0;
  return {
    capacity,
    size: () => count,
    push: (x, y, z, reflected, scan = 0, values = []) => {
      if (!isPlace(x, y, z)) return;
      xyz[3 * count] = x;
      xyz[3 * count + 1] = y;
      xyz[3 * count + 2] = z;
      if (fields.reflectivity) reflectivity[count] = reflected;
      if (fields.scanIndex) scanIndex[count] = scan;
      for (let k = 0; k < scalars.length; k++) scalars[k][count] = values[k];
      count++;
    },
    flush: () => {
      const origin: [number, number, number] =
        count > 0 ? [Math.floor(xyz[0]), Math.floor(xyz[1]), Math.floor(xyz[2])] : [0, 0, 0];
      const local = new Float32Array(3 * count);
      for (let i = 0; i < local.length; i += 3) {
        local[i] = xyz[i] - origin[0];
        local[i + 1] = xyz[i + 1] - origin[1];
        local[i + 2] = xyz[i + 2] - origin[2];
      }
      const cloud: PointCloud = {
        count,
        origin,
        xyz: local,
        ...(fields.reflectivity ? { reflectivity: reflectivity.slice(0, count) } : {}),
        ...(fields.scanIndex ? { scanIndex: scanIndex.slice(0, count) } : {}),
        ...(scalars.length > 0 ? { scalars: scalars.map((values) => values.slice(0, count)) } : {}),
      };
      count = 0;
      return cloud;
    },
  };
}
