import { memorySink, memorySource, type ReadSource } from '../../../src-core/io/bytes/byte-stream.ts';
import type { ExportFolder } from '../../../src-core/io/cloud/export-map.ts';
import { seededRandom } from '../../../src-core/math/random.ts';
import type { Bounds } from '../../../src-core/model/bounds.ts';
import type { PointCloud } from '../../../src-core/model/cloud.ts';

/** Random points in a box of 20 x 300 x 6 m whose corner is `origin`, with reflectivity and scan index. */
export function randomCloud(seed: number, count: number, origin: [number, number, number]): PointCloud {
  const random = seededRandom(seed);
  const xyz = new Float32Array(3 * count);
  for (let i = 0; i < count; i++) {
    xyz[3 * i] = 20 * random.uniform();
    xyz[3 * i + 1] = 300 * random.uniform();
    xyz[3 * i + 2] = 6 * random.uniform();
  }
  return {
    count,
    origin,
    xyz,
    reflectivity: Uint16Array.from({ length: count }, () => random.below(65536)),
    scanIndex: Uint32Array.from({ length: count }, (_, i) => Math.floor(i / 100)),
  };
}

/** The points as f64 triples in the map frame. */
export function pointsOf(cloud: PointCloud): number[][] {
  return Array.from({ length: cloud.count }, (_, i) =>
    [0, 1, 2].map((axis) => cloud.origin[axis] + cloud.xyz[3 * i + axis]),
  );
}

export function boundsOf(clouds: readonly PointCloud[]): Bounds {
  const points = clouds.flatMap(pointsOf);
  const extreme = (pick: (...values: number[]) => number): [number, number, number] => [
    pick(...points.map((p) => p[0])),
    pick(...points.map((p) => p[1])),
    pick(...points.map((p) => p[2])),
  ];
  return { min: extreme(Math.min), max: extreme(Math.max) };
}

/** A cloud cut into pieces of `size` points, each about its own origin. */
export function piecesOf(cloud: PointCloud, size: number): PointCloud[] {
  const pieces: PointCloud[] = [];
  for (let at = 0; at < cloud.count; at += size) {
    const end = Math.min(cloud.count, at + size);
    pieces.push({
      count: end - at,
      origin: cloud.origin,
      xyz: cloud.xyz.slice(3 * at, 3 * end),
      reflectivity: cloud.reflectivity?.slice(at, end),
      scanIndex: cloud.scanIndex?.slice(at, end),
    });
  }
  return pieces;
}

export async function* streamOf(clouds: readonly PointCloud[]): AsyncGenerator<PointCloud> {
  yield* clouds;
}

/** An export folder in memory; `damage` may change the bytes of a file as a bad disk would. */
export function memoryFolder(
  damage: (fileName: string, bytes: Uint8Array) => void = () => {},
): ExportFolder & { files: Map<string, Uint8Array>; aborted: string[] } {
  const files = new Map<string, Uint8Array>();
  const aborted: string[] = [];
  return {
    files,
    aborted,
    create: async (fileName) => {
      const sink = memorySink(fileName);
      return {
        name: fileName,
        write: sink.write,
        patch: sink.patch,
        close: async () => {
          await sink.close();
          const bytes = sink.bytes();
          damage(fileName, bytes);
          files.set(fileName, bytes);
        },
        abort: async () => {
          aborted.push(fileName);
          await sink.abort();
        },
      };
    },
    open: async (fileName) => ({ ...memorySource(fileName, files.get(fileName)!), close: async () => {} }),
    remove: async (fileName) => {
      files.delete(fileName);
    },
  };
}

/** A source of a text. */
export function textSource(name: string, text: string): ReadSource {
  return memorySource(name, new TextEncoder().encode(text));
}
