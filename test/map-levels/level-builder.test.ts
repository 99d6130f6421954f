import { describe, expect, it } from 'vitest';
import { GRID_BITS } from '../../src-core/map-levels/cell-set.ts';
import type { Cube } from '../../src-core/map-levels/cube.ts';
import { LevelBuilder, type LevelOptions, type Levels } from '../../src-core/map-levels/level-builder.ts';
import type { LevelNode, LevelStorage } from '../../src-core/map-levels/level-storage.ts';
import { PointRows } from '../../src-core/map-levels/point-rows.ts';
import { seededRandom } from '../../src-core/math/random.ts';

/** Levels in memory. */
class MemoryLevels implements LevelStorage {
  readonly heaps = new Map<string, PointRows[]>();
  readonly nodes = new Map<string, PointRows>();

  async append(heap: string, points: PointRows): Promise<void> {
    this.heaps.set(heap, [...(this.heaps.get(heap) ?? []), copyOf(points)]);
  }

  async *drain(heap: string): AsyncGenerator<PointRows> {
    yield* this.heaps.get(heap) ?? [];
    this.heaps.delete(heap);
  }

  async write({ id }: Cube, points: PointRows): Promise<void> {
    if (this.nodes.has(id)) throw new Error(`node ${id} is written twice`);
    this.nodes.set(id, copyOf(points));
  }
}

function copyOf(points: PointRows): PointRows {
  const copy = new PointRows(points.restBytes, 0);
  copy.append(points);
  return copy;
}

const SMALL: LevelOptions = { leafPoints: 500, memoryPoints: 20_000, leastBits: 11, chunkBits: 17 };
/** A point carries its own number in its rest, so that none can be mistaken for another, and a byte more. */
const REST_BYTES = 5;

function rowsOf(points: readonly (readonly number[])[], from: number): PointRows {
  const rows = new PointRows(REST_BYTES, points.length);
  rows.count = points.length;
  const view = new DataView(rows.rest.buffer);
  points.forEach((point, i) => {
    rows.xyz.set(point, 3 * i);
    view.setUint32(REST_BYTES * i, from + i, true);
    view.setUint8(REST_BYTES * i + 4, (from + i) % 251);
  });
  return rows;
}

async function built(
  points: readonly (readonly number[])[],
  options: LevelOptions = SMALL,
  each = 1000,
): Promise<{ storage: MemoryLevels; levels: Levels }> {
  const storage = new MemoryLevels();
  const builder = new LevelBuilder(storage, REST_BYTES, options);
  for (let from = 0; from < points.length; from += each)
    await builder.add(rowsOf(points.slice(from, from + each), from));
  return { storage, levels: await builder.finish() };
}

/** Steps of 0.1 mm along a drive of 150 m. */
function drive(count: number, seed: number): number[][] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => {
    const angle = 2 * Math.PI * random.uniform();
    return [150 * random.uniform(), 2 * Math.cos(angle) + 0.1 * random.normal(), 2 * Math.sin(angle)].map(
      (metres) => Math.round(metres * 10_000),
    );
  });
}

const MOST = 2 ** 31 - 1;
const CASES: [string, number[][]][] = [
  ['a drive (seed 1)', drive(60_000, 1)],
  ['one point', [[0, 0, 0]]],
  [
    'points on the faces of cubes',
    Array.from({ length: 3000 }, (_, i) => [2 ** 17 * (i % 5), -(2 ** 16) * (i % 7), 2 ** 15 * (i % 11)]),
  ],
  ['a heap of the same point', Array.from({ length: 30_000 }, () => [15_000, -25_000, 35_000])],
  [
    'a heap with a far outlier',
    [...Array.from({ length: 30_000 }, (_, i) => [i, 0, 0]), [50_000_000, -30_000_000, 7_000_000]],
  ],
  [
    'the corners of all that 32 bits hold',
    Array.from({ length: 4000 }, (_, i) =>
      [1, 2, 4].map((bit) => (i & bit ? MOST - (i >> 3) : (i >> 3) - MOST)),
    ),
  ],
];

describe('levels of detail', () => {
  it.each(CASES)('hold every point in exactly one node, where it was: %s', async (_, points) => {
    const { storage, levels } = await built(points);
    expect(levels.points).toBe(points.length);
    expect(storage.heaps.size).toBe(0);
    const seen = new Uint8Array(points.length);
    for (const { id, corner, bits, count } of levels.nodes) {
      const own = storage.nodes.get(id);
      expect(own?.count ?? 0).toBe(count);
      if (own === undefined) continue;
      const view = new DataView(own.rest.buffer);
      for (let i = 0; i < count; i++) {
        const k = view.getUint32(REST_BYTES * i, true);
        seen[k]++;
        if (view.getUint8(REST_BYTES * i + 4) !== k % 251) expect.fail(`point ${k} has another rest`);
        for (const axis of [0, 1, 2]) {
          const value = own.xyz[3 * i + axis];
          if (value !== points[k][axis]) expect.fail(`point ${k} has moved`);
          if (value < corner[axis] || value >= corner[axis] + 2 ** bits)
            expect.fail(`point ${k} is outside its cube`);
        }
      }
    }
    expect(seen.every((times) => times === 1)).toBe(true);
  });

  it('keep to the grid of each cube, and say truly which have children (seed 2)', async () => {
    const { storage, levels } = await built(drive(60_000, 2));
    const { nodes } = levels;
    const ids = new Set(nodes.map(({ id }) => id));
    expect(nodes.filter(({ hasChildren }) => !hasChildren).length).toBeGreaterThan(20);
    for (const node of nodes) {
      const children = nodes.filter(({ id }) => id.length === node.id.length + 1 && id.startsWith(node.id));
      expect(node.hasChildren).toBe(children.length > 0);
      if (node.id !== '') expect(ids.has(node.id.slice(0, -1))).toBe(true);
      if (node.hasChildren) expect(cellsOf(node, storage)).toBe(node.count);
      else expect(node.count).toBeLessThanOrEqual(SMALL.leafPoints);
    }
    expect(nodes[0]).toMatchObject({ id: '', bits: 21 });
    expect(nodes[0].count).toBeGreaterThan(50);
  });

  /** A node with all above it is the map at its spacing: no point is farther from one of them than a cell is wide. */
  it('leave no cell of a cube empty that a point below it lies in (seed 5)', async () => {
    const { storage, levels } = await built(drive(20_000, 5));
    const placed = levels.nodes.map((node) => ({ node, points: storage.nodes.get(node.id) }));
    for (const { node } of placed.filter(({ node: { hasChildren } }) => hasChildren)) {
      const cellOf = (xyz: Int32Array, i: number): string =>
        node.corner.map((low, axis) => (xyz[3 * i + axis] - low) >> (node.bits - GRID_BITS)).join();
      const filled = new Set<string>();
      for (const { node: above, points } of placed)
        if (node.id.startsWith(above.id))
          for (let i = 0; i < (points?.count ?? 0); i++) filled.add(cellOf(points!.xyz, i));
      for (const { node: below, points } of placed)
        if (below.id.startsWith(node.id))
          for (let i = 0; i < (points?.count ?? 0); i++)
            if (!filled.has(cellOf(points!.xyz, i))) expect.fail(`a cell of ${node.id} is empty`);
    }
  });

  it('hold as many points from the same root where cubes are divided on the storage (seed 3)', async () => {
    const points = drive(60_000, 3);
    const { levels: whole } = await built(points, { ...SMALL, memoryPoints: 1e9 });
    const { levels: divided, storage } = await built(points, { ...SMALL, memoryPoints: 2000 });
    const counted = (nodes: readonly LevelNode[]) => nodes.reduce((sum, { count }) => sum + count, 0);
    expect(counted(divided.nodes)).toBe(counted(whole.nodes));
    expect(divided.root).toEqual(whole.root);
    expect(storage.heaps.size).toBe(0);
  });

  it('of nothing are no nodes', async () => {
    expect((await built([])).levels).toEqual({ root: null, nodes: [], points: 0 });
  });

  it('end where the one who is told throws', async () => {
    const builder = new LevelBuilder(new MemoryLevels(), REST_BYTES, SMALL);
    await builder.add(rowsOf(drive(5000, 4), 0));
    const ended = builder.finish(() => {
      throw new Error('enough');
    });
    await expect(ended).rejects.toThrow('enough');
  });
});

/** How many cells of its grid the points of a node lie in. */
function cellsOf({ id, corner, bits }: LevelNode, storage: MemoryLevels): number {
  const { xyz, count } = storage.nodes.get(id) ?? new PointRows(REST_BYTES);
  const cells = new Set<string>();
  for (let i = 0; i < count; i++)
    cells.add(
      corner.map((low, axis) => Math.floor((xyz[3 * i + axis] - low) / 2 ** (bits - GRID_BITS))).join(),
    );
  return cells.size;
}
