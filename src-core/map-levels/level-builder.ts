import { CellSet, octantIn } from './cell-set.ts';
import { Chunks, pathOf, rootOf } from './chunks.ts';
import { type Cube, childCube, OCTANTS } from './cube.ts';
import type { LevelNode, LevelStorage } from './level-storage.ts';
import { PointRows } from './point-rows.ts';

export interface LevelOptions {
  /** A cube of at most this many points is not divided. */
  readonly leafPoints: number;
  /** Most points of a cube that are loaded into memory at once; a larger cube is divided on the storage first. */
  readonly memoryPoints: number;
  /** Cubes of an edge of 2^leastBits steps are not divided: a stationary sensor piles up points closer than it resolves. */
  readonly leastBits: number;
  /** Edge of the cubes that points are first sorted into, 2^chunkBits steps; holds some million points of a drive. */
  readonly chunkBits: number;
}

const LEAF_POINTS = 20_000;
const MEMORY_POINTS = 4_000_000;
const LEAST_EDGE = 0.25;
const CHUNK_EDGE = 16;

/** @param scale metres of a step */
export function levelOptions(scale: number): LevelOptions {
  return {
    leafPoints: LEAF_POINTS,
    memoryPoints: MEMORY_POINTS,
    leastBits: Math.max(0, Math.floor(Math.log2(LEAST_EDGE / scale))),
    chunkBits: Math.floor(Math.log2(CHUNK_EDGE / scale)),
  };
}

/** The finished tree. */
export interface Levels {
  /** null without points. */
  readonly root: Cube | null;
  /** Nodes with points or with children, parents first. */
  readonly nodes: readonly LevelNode[];
  readonly points: number;
}

/**
 * Builds an octree over a stream of points. Each point lies in exactly one node: a cube keeps one point of each cell of its
 * grid and passes the rest to its octants, so that a node with all its ancestors is the map at that spacing. Memory is
 * bounded for any number of points; the rest is on the storage.
 */
export class LevelBuilder {
  readonly #storage: LevelStorage;
  readonly #restBytes: number;
  readonly #options: LevelOptions;
  readonly #chunks: Chunks;
  readonly #cells = new CellSet();
  readonly #nodes: LevelNode[] = [];
  #placed = 0;
  #onNode: (placed: number) => void = () => {};

  /** @param restBytes of a point, besides its coordinates */
  constructor(storage: LevelStorage, restBytes: number, options: LevelOptions) {
    this.#storage = storage;
    this.#restBytes = restBytes;
    this.#options = options;
    this.#chunks = new Chunks(storage, options.chunkBits);
  }

  async add(points: PointRows): Promise<void> {
    await this.#chunks.add(points);
  }

  /**
   * Writes all nodes.
   *
   * @param onNode told after each node how many points have their place; what it throws ends the building
   */
  async finish(onNode: (placed: number) => void = () => {}): Promise<Levels> {
    this.#onNode = onNode;
    const chunks = this.#chunks;
    await chunks.end();
    if (chunks.all.length === 0) return { root: null, nodes: [], points: 0 };
    const { root, low, levels } = rootOf(chunks);
    const heaps = chunks.all.map((chunk) => ({
      path: pathOf(chunk, low, levels),
      heap: chunk.heap,
      count: chunk.total,
    }));
    await this.#close(root, await this.#build(root, heaps));
    const nodes = this.#nodes.toSorted((a, b) => a.id.length - b.id.length || (a.id < b.id ? -1 : 1));
    return { root, nodes, points: this.#placed };
  }

  /**
   * Builds all below a cube.
   *
   * @returns its own points, which are not written yet
   */
  async #build(cube: Cube, heaps: readonly Heap[]): Promise<Sample> {
    const [only] = heaps;
    if (only.path.length > 0) return this.#gather(cube, heaps);
    const { memoryPoints, leastBits } = this.#options;
    if (only.count > memoryPoints && cube.bits > leastBits)
      return this.#gather(cube, await this.#divide(cube, only));
    const points = new PointRows(this.#restBytes, only.count);
    for await (const piece of this.#storage.drain(only.heap)) points.append(piece);
    const all = new Uint32Array(points.count);
    for (let i = 0; i < all.length; i++) all[i] = i;
    const { rows, hasChildren } = await this.#fromMemory(cube, points, all);
    return { points: hasChildren ? points.picked(rows) : points, hasChildren };
  }

  /**
   * Writes the remaining points of a cube.
   *
   * @returns whether there is such a node
   */
  async #close(cube: Cube, { points, hasChildren }: Sample): Promise<boolean> {
    if (points.count === 0 && !hasChildren) return false;
    const { count } = points;
    if (count > 0) await this.#storage.write(cube, points);
    this.#nodes.push({ ...cube, count, hasChildren });
    this.#placed += count;
    this.#onNode(this.#placed);
    return true;
  }

  /** Bottom-up: the cube takes its points from those that represent its octants. */
  async #gather(cube: Cube, heaps: readonly Heap[]): Promise<Sample> {
    const below: { child: Cube; sample: Sample }[] = [];
    for (const octant of OCTANTS) {
      const own = heaps.filter(({ path }) => path[0] === octant);
      if (own.length === 0) continue;
      const child = childCube(cube, octant);
      const sample = await this.#build(
        child,
        own.map((heap) => ({ ...heap, path: heap.path.slice(1) })),
      );
      below.push({ child, sample });
    }
    const taken = new PointRows(this.#restBytes);
    this.#cells.begin(cube);
    const parts = below.map(({ child, sample: { points, hasChildren } }) => {
      const left = new PointRows(this.#restBytes);
      for (let i = 0; i < points.count; i++) {
        const isTaken = this.#cells.take(points.xyz[3 * i], points.xyz[3 * i + 1], points.xyz[3 * i + 2]);
        (isTaken ? taken : left).pushFrom(points, i);
      }
      return { child, left: { points: left, hasChildren } };
    });
    let hasChildren = false;
    for (const { child, left } of parts) {
      const there = await this.#close(child, left);
      hasChildren ||= there;
    }
    return { points: taken, hasChildren };
  }

  /**
   * Top-down, all of it in memory.
   *
   * @param rows of the points that lie in the cube
   * @returns those that represent it
   */
  async #fromMemory(
    cube: Cube,
    points: PointRows,
    rows: Uint32Array,
  ): Promise<{ rows: Uint32Array; hasChildren: boolean }> {
    const { leafPoints, leastBits } = this.#options;
    if (rows.length <= leafPoints || cube.bits <= leastBits) return { rows, hasChildren: false };
    const { taken, rest } = this.#parted(cube, points.xyz, rows);
    for (const octant of OCTANTS) {
      const own = rest[octant];
      if (own.length === 0) continue;
      const child = childCube(cube, octant);
      const below = await this.#fromMemory(child, points, own);
      await this.#close(child, { points: points.picked(below.rows), hasChildren: below.hasChildren });
    }
    return { rows: taken, hasChildren: taken.length < rows.length };
  }

  /** Splits the points of a cube into those that represent it and the rest by octant. */
  #parted(
    cube: Cube,
    xyz: Int32Array,
    rows: Uint32Array,
  ): { taken: Uint32Array; rest: readonly Uint32Array[] } {
    const cells = this.#cells;
    cells.begin(cube);
    const octantOf = octantIn(cube);
    const counts = new Uint32Array(OCTANTS.length + 1);
    const parts = new Uint8Array(rows.length);
    for (let k = 0; k < rows.length; k++) {
      const i = 3 * rows[k];
      const [x, y, z] = [xyz[i], xyz[i + 1], xyz[i + 2]];
      const part = cells.take(x, y, z) ? OCTANTS.length : octantOf(x, y, z);
      parts[k] = part;
      counts[part]++;
    }
    const split = Array.from(counts, (count) => new Uint32Array(count));
    counts.fill(0);
    for (let k = 0; k < rows.length; k++) split[parts[k]][counts[parts[k]]++] = rows[k];
    return { taken: split[OCTANTS.length], rest: split };
  }

  /** Splits a heap that is too large for memory into eight. */
  async #divide(cube: Cube, { heap }: Heap): Promise<Heap[]> {
    const counts = OCTANTS.map(() => 0);
    const name = (octant: number): string => `${heap}-${octant}`;
    const octantOf = octantIn(cube);
    for await (const piece of this.#storage.drain(heap)) {
      const parts = OCTANTS.map(() => new PointRows(this.#restBytes));
      for (let i = 0; i < piece.count; i++) {
        const [x, y, z] = [piece.xyz[3 * i], piece.xyz[3 * i + 1], piece.xyz[3 * i + 2]];
        parts[octantOf(x, y, z)].pushFrom(piece, i);
      }
      for (const octant of OCTANTS) {
        if (parts[octant].count === 0) continue;
        await this.#storage.append(name(octant), parts[octant]);
        counts[octant] += parts[octant].count;
      }
      this.#onNode(this.#placed);
    }
    return OCTANTS.filter((octant) => counts[octant] > 0).map((octant) => ({
      path: [octant],
      heap: name(octant),
      count: counts[octant],
    }));
  }
}

/** Points on the storage, and the octants from the current cube down to theirs. */
interface Heap {
  readonly path: readonly number[];
  readonly heap: string;
  readonly count: number;
}

/** Points that represent a cube, which a larger cube may still take, and whether there are more below it. */
interface Sample {
  readonly points: PointRows;
  readonly hasChildren: boolean;
}
