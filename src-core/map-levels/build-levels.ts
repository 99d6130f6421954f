import type { PointCloud } from '../model/cloud.ts';
import { type StageContext, throwIfCancelled } from '../model/context.ts';
import { Chunks, pathOf, rootOf } from './chunks.ts';
import { type Cube, childCube, OCTANTS } from './cube.ts';
import type { LevelNode, LevelStorage } from './level-storage.ts';
import { PointColumns } from './point-columns.ts';
import { CellSet, GRID_CELLS, octantOf, partOnGrid } from './thin-on-grid.ts';

export interface MapLevelOptions {
  /** A cube of at most this many points is not divided. */
  readonly leafPoints: number;
  /** Most points of a cube that are loaded into memory at once; a larger cube is divided on the storage first. */
  readonly memoryPoints: number;
  /** Cubes of this edge are not divided, m: a stationary sensor piles up points closer than its resolution. */
  readonly leastEdge: number;
}

export const MAP_LEVEL_DEFAULTS: MapLevelOptions = {
  leafPoints: 20_000,
  memoryPoints: 4_000_000,
  leastEdge: 0.25,
};

/**
 * Builds an octree over a stream of points. Each point lies in exactly one node: a cube keeps one point of each
 * cell of its grid (edge / GRID_CELLS) and passes the rest to its octants, so that a node with all its ancestors is
 * the map at that spacing. Memory is bounded for any number of points; the rest is on the storage.
 *
 * @param total number of clouds, for the progress; null if unknown
 * @returns nodes with points or with children, parents first; empty without points
 * @throws CancelledError; anything written until then is unusable
 */
export async function buildLevels(
  clouds: AsyncIterable<PointCloud>,
  total: number | null,
  storage: LevelStorage,
  context: StageContext,
  options: MapLevelOptions = MAP_LEVEL_DEFAULTS,
): Promise<{ nodes: LevelNode[]; points: number }> {
  const chunks = new Chunks(storage);
  let points = 0;
  let done = 0;
  for await (const cloud of clouds) {
    throwIfCancelled(context.cancel, 'work-map');
    await chunks.add(cloud);
    points += cloud.count;
    context.emit({ kind: 'progress', stage: 'map', done: ++done, total, unit: 'scans' });
  }
  await chunks.end();
  if (points === 0) return { nodes: [], points };
  const { root, low, levels } = rootOf(chunks.all);
  const heaps = chunks.all.map((chunk) => ({
    path: pathOf(chunk, low, levels),
    heap: chunk.heap,
    count: chunk.total,
  }));
  const builder = new LevelBuilder(storage, context, options, points);
  await builder.finish(root, await builder.build(root, heaps));
  return {
    nodes: builder.nodes.toSorted((a, b) => a.id.length - b.id.length || (a.id < b.id ? -1 : 1)),
    points,
  };
}

/** Points on the storage, and the octants from the current cube down to theirs. */
interface Heap {
  readonly path: readonly number[];
  readonly heap: string;
  readonly count: number;
}

/** Points that represent a cube, which a larger cube may still take, and whether there are more below it. */
interface Sample {
  readonly points: PointColumns;
  readonly hasChildren: boolean;
}

class LevelBuilder {
  readonly nodes: LevelNode[] = [];
  readonly #storage: LevelStorage;
  readonly #context: StageContext;
  readonly #options: MapLevelOptions;
  readonly #total: number;
  readonly #cells = new CellSet();
  #placed = 0;

  constructor(storage: LevelStorage, context: StageContext, options: MapLevelOptions, total: number) {
    this.#storage = storage;
    this.#context = context;
    this.#options = options;
    this.#total = total;
  }

  /**
   * Builds all below a cube.
   *
   * @returns its own points, which are not written yet
   */
  async build(cube: Cube, heaps: readonly Heap[]): Promise<Sample> {
    const [only] = heaps;
    if (only.path.length > 0) return this.#gather(cube, heaps);
    const { memoryPoints, leastEdge } = this.#options;
    if (only.count > memoryPoints && cube.edge > leastEdge)
      return this.#gather(cube, await this.#divide(cube, only));
    const points = new PointColumns(only.count);
    for await (const piece of this.#storage.drain(only.heap))
      for (let i = 0; i < piece.count; i++) points.pushFrom(piece, i, 0, 0, 0);
    return this.#fromMemory(cube, points);
  }

  /**
   * Writes the remaining points of a cube.
   *
   * @returns whether there is such a node
   */
  async finish(cube: Cube, { points, hasChildren }: Sample): Promise<boolean> {
    throwIfCancelled(this.#context.cancel, 'work-map');
    if (points.count === 0 && !hasChildren) return false;
    if (points.count > 0) await this.#storage.write(cube, points);
    this.nodes.push({ ...cube, spacing: cube.edge / GRID_CELLS, count: points.count, hasChildren });
    this.#placed += points.count;
    this.#context.emit({
      kind: 'progress',
      stage: 'map',
      done: this.#placed,
      total: this.#total,
      unit: 'points',
    });
    return true;
  }

  /** Bottom-up: the cube takes its points from those that represent its octants. */
  async #gather(cube: Cube, heaps: readonly Heap[]): Promise<Sample> {
    const taken = new PointColumns();
    const below: { child: Cube; sample: Sample }[] = [];
    for (const octant of OCTANTS) {
      const own = heaps.filter(({ path }) => path[0] === octant);
      if (own.length === 0) continue;
      const child = childCube(cube, octant);
      const sample = await this.build(
        child,
        own.map((heap) => ({ ...heap, path: heap.path.slice(1) })),
      );
      below.push({ child, sample });
    }
    const perMetre = GRID_CELLS / cube.edge;
    this.#cells.clear();
    let hasChildren = false;
    for (const { child, sample } of below) {
      const [dx, dy, dz] = child.corner.map((value, axis) => value - cube.corner[axis]);
      const left = new PointColumns();
      for (let i = 0; i < sample.points.count; i++) {
        const x = sample.points.xyz[3 * i] + dx;
        const y = sample.points.xyz[3 * i + 1] + dy;
        const z = sample.points.xyz[3 * i + 2] + dz;
        if (this.#cells.take(x, y, z, perMetre)) taken.pushFrom(sample.points, i, dx, dy, dz);
        else left.pushFrom(sample.points, i, 0, 0, 0);
      }
      const there = await this.finish(child, { points: left, hasChildren: sample.hasChildren });
      hasChildren ||= there;
    }
    return { points: taken, hasChildren };
  }

  /** Top-down, all of it in memory. */
  async #fromMemory(cube: Cube, points: PointColumns): Promise<Sample> {
    const { leafPoints, leastEdge } = this.#options;
    if (points.count <= leafPoints || cube.edge <= leastEdge) return { points, hasChildren: false };
    const { taken, rest } = partOnGrid(points, cube.edge, this.#cells);
    let hasChildren = false;
    for (const octant of OCTANTS) {
      const own = rest[octant];
      if (own === null) continue;
      const child = childCube(cube, octant);
      await this.finish(child, await this.#fromMemory(child, own));
      rest[octant] = null;
      hasChildren = true;
    }
    return { points: taken, hasChildren };
  }

  /** Splits a heap that is too large for memory into eight. */
  async #divide(cube: Cube, { heap }: Heap): Promise<Heap[]> {
    const half = cube.edge / 2;
    const counts = OCTANTS.map(() => 0);
    const name = (octant: number): string => `${heap}-${octant}`;
    for await (const piece of this.#storage.drain(heap)) {
      throwIfCancelled(this.#context.cancel, 'work-map');
      const parts = OCTANTS.map(() => new PointColumns());
      for (let i = 0; i < piece.count; i++) {
        const octant = octantOf(piece.xyz[3 * i], piece.xyz[3 * i + 1], piece.xyz[3 * i + 2], half);
        parts[octant].pushFrom(
          piece,
          i,
          octant & 1 ? -half : 0,
          octant & 2 ? -half : 0,
          octant & 4 ? -half : 0,
        );
      }
      for (const octant of OCTANTS) {
        if (parts[octant].count === 0) continue;
        await this.#storage.append(name(octant), parts[octant]);
        counts[octant] += parts[octant].count;
      }
    }
    return OCTANTS.filter((octant) => counts[octant] > 0).map((octant) => ({
      path: [octant],
      heap: name(octant),
      count: counts[octant],
    }));
  }
}
