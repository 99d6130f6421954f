import type { Cube } from './cube.ts';
import type { LevelStorage } from './level-storage.ts';
import { PointRows } from './point-rows.ts';

/** Points buffered in memory before the largest heaps are written to the storage: some 40 MB. */
const MOST_WAITING = 1 << 21;

/** Smallest edge of a chunk, as a power of two: 2^17 of them lie side by side in 32 bits. */
const LEAST_BITS = 15;

/** A cube of the first sorting, by its indices in a grid, and its points until now. */
interface Chunk {
  readonly place: readonly [number, number, number];
  /** Heap of its points on the storage. */
  readonly heap: string;
  total: number;
  waiting: PointRows;
}

/** Sorts a stream of points into cubes, mostly on the storage, so that a map of any size can be processed. */
export class Chunks {
  /** The edge of a chunk is 2^bits steps. */
  readonly bits: number;
  readonly #storage: LevelStorage;
  readonly #byKey = new Map<number, Chunk>();
  #waiting = 0;

  constructor(storage: LevelStorage, bits: number) {
    this.#storage = storage;
    this.bits = Math.max(LEAST_BITS, bits);
  }

  get all(): readonly Chunk[] {
    return [...this.#byKey.values()];
  }

  async add(points: PointRows): Promise<void> {
    const { xyz, count } = points;
    const { bits } = this;
    let chunk: Chunk | null = null;
    let lastKey = Number.NaN;
    for (let i = 0; i < count; i++) {
      const px = xyz[3 * i] >> bits;
      const py = xyz[3 * i + 1] >> bits;
      const pz = xyz[3 * i + 2] >> bits;
      // Unique, as each lies within 2^16 of zero.
      const key = ((px + 0x10000) * 0x20000 + (py + 0x10000)) * 0x20000 + (pz + 0x10000);
      if (chunk === null || key !== lastKey) {
        chunk = this.#chunkAt(key, [px, py, pz], points.restBytes);
        lastKey = key;
      }
      chunk.waiting.pushFrom(points, i);
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
      chunk.waiting = new PointRows(chunk.waiting.restBytes);
    }
  }

  #chunkAt(key: number, place: Chunk['place'], restBytes: number): Chunk {
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const chunk = { place, heap: place.join('_'), total: 0, waiting: new PointRows(restBytes) };
    this.#byKey.set(key, chunk);
    return chunk;
  }
}

/** Smallest cube of 2^n chunks per edge that contains them all, and n. */
export function rootOf({ all, bits }: Chunks): { root: Cube; low: readonly number[]; levels: number } {
  const low = [0, 1, 2].map((axis) =>
    all.reduce((least, { place }) => Math.min(least, place[axis]), Infinity),
  );
  const high = [0, 1, 2].map((axis) =>
    all.reduce((most, { place }) => Math.max(most, place[axis]), -Infinity),
  );
  const span = Math.max(...high.map((value, axis) => value - low[axis] + 1));
  const levels = Math.ceil(Math.log2(span));
  const [x, y, z] = low.map((value) => value * 2 ** bits);
  return { root: { id: '', corner: [x, y, z], bits: bits + levels }, low, levels };
}

/** Octants from the root down to a chunk. */
export function pathOf({ place }: Chunk, low: readonly number[], levels: number): number[] {
  return Array.from({ length: levels }, (_, level) => {
    const bit = levels - 1 - level;
    const [x, y, z] = place.map((value, axis) => ((value - low[axis]) >> bit) & 1);
    return x + 2 * y + 4 * z;
  });
}
