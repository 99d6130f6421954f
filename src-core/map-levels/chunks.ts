import type { PointCloud } from '../model/cloud.ts';
import type { Cube } from './cube.ts';
import type { LevelStorage } from './level-storage.ts';
import { PointColumns } from './point-columns.ts';

/** Edge of the cubes that points are first sorted into, m: a whole number; holds some million points of a drive. */
export const CHUNK_EDGE = 16;

/** Points buffered in memory before the largest heaps are written to disk: 40 MB. */
const MOST_WAITING = 1 << 21;

/** A cube of the first sorting, by its indices in a grid of CHUNK_EDGE, and its points until now. */
export interface Chunk {
  readonly place: readonly [number, number, number];
  /** Heap of its points on the storage. */
  readonly heap: string;
  total: number;
  waiting: PointColumns;
}

/** Sorts a stream of points into cubes, mostly on the storage, so that a map of any size can be processed. */
export class Chunks {
  readonly #storage: LevelStorage;
  readonly #byKey = new Map<number, Chunk>();
  #first: readonly [number, number, number] | null = null;
  #waiting = 0;

  constructor(storage: LevelStorage) {
    this.#storage = storage;
  }

  get all(): readonly Chunk[] {
    return [...this.#byKey.values()];
  }

  async add({ count, origin, xyz, reflectivity, scanIndex }: PointCloud): Promise<void> {
    let chunk: Chunk | null = null;
    let lastKey = Number.NaN;
    for (let i = 0; i < count; i++) {
      const x = origin[0] + xyz[3 * i];
      const y = origin[1] + xyz[3 * i + 1];
      const z = origin[2] + xyz[3 * i + 2];
      const [px, py, pz] = [
        Math.floor(x / CHUNK_EDGE),
        Math.floor(y / CHUNK_EDGE),
        Math.floor(z / CHUNK_EDGE),
      ];
      const key = this.#keyOf(px, py, pz);
      if (chunk === null || key !== lastKey) {
        chunk = this.#chunkAt(key, px, py, pz);
        lastKey = key;
      }
      chunk.waiting.push(
        x - CHUNK_EDGE * px,
        y - CHUNK_EDGE * py,
        z - CHUNK_EDGE * pz,
        reflectivity?.[i] ?? 0,
        scanIndex?.[i] ?? 0,
      );
    }
    this.#waiting += count;
    if (this.#waiting > MOST_WAITING) await this.#flush(MOST_WAITING / 2);
  }

  /** Writes all buffered points to the storage. */
  async end(): Promise<void> {
    await this.#flush(0);
  }

  /** Writes the largest buffers first, until at most `left` points remain. */
  async #flush(left: number): Promise<void> {
    for (const chunk of this.all.toSorted((a, b) => b.waiting.count - a.waiting.count)) {
      if (this.#waiting <= left) return;
      if (chunk.waiting.count === 0) continue;
      await this.#storage.append(chunk.heap, chunk.waiting);
      chunk.total += chunk.waiting.count;
      this.#waiting -= chunk.waiting.count;
      chunk.waiting = new PointColumns();
    }
  }

  /** Unique within 2^17 cubes in each direction around the first: 1000 km. */
  #keyOf(px: number, py: number, pz: number): number {
    this.#first ??= [px, py, pz];
    const [fx, fy, fz] = this.#first;
    return ((px - fx + 0x10000) * 0x20000 + (py - fy + 0x10000)) * 0x20000 + (pz - fz + 0x10000);
  }

  #chunkAt(key: number, px: number, py: number, pz: number): Chunk {
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const chunk = {
      place: [px, py, pz] as const,
      heap: `${px}_${py}_${pz}`,
      total: 0,
      waiting: new PointColumns(),
    };
    this.#byKey.set(key, chunk);
    return chunk;
  }
}

/** Smallest cube of 2^n chunks per edge that contains them all, and n. */
export function rootOf(chunks: readonly Chunk[]): { root: Cube; low: readonly number[]; levels: number } {
  const low = [0, 1, 2].map((axis) => Math.min(...chunks.map(({ place }) => place[axis])));
  const high = [0, 1, 2].map((axis) => Math.max(...chunks.map(({ place }) => place[axis])));
  const span = Math.max(...high.map((value, axis) => value - low[axis] + 1));
  const levels = Math.ceil(Math.log2(span));
  const [x, y, z] = low.map((value) => CHUNK_EDGE * value);
  return { root: { id: '', corner: [x, y, z], edge: CHUNK_EDGE * 2 ** levels }, low, levels };
}

/** Octants from the root down to a chunk. */
export function pathOf({ place }: Chunk, low: readonly number[], levels: number): number[] {
  return Array.from({ length: levels }, (_, level) => {
    const bit = levels - 1 - level;
    const [x, y, z] = place.map((value, axis) => ((value - low[axis]) >> bit) & 1);
    return x + 2 * y + 4 * z;
  });
}
