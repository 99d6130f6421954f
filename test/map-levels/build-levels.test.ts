import { describe, expect, it } from 'vitest';
import { buildLevels, type MapLevelOptions } from '../../src-core/map-levels/build-levels.ts';
import type { Cube } from '../../src-core/map-levels/cube.ts';
import type { LevelNode, LevelStorage } from '../../src-core/map-levels/level-storage.ts';
import { PointColumns } from '../../src-core/map-levels/point-columns.ts';
import { GRID_CELLS } from '../../src-core/map-levels/thin-on-grid.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import type { PointCloud } from '../../src-core/model/cloud.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import { CancelledError } from '../../src-core/model/errors.ts';

/** Levels in memory. */
class MemoryLevels implements LevelStorage {
  readonly heaps = new Map<string, PointColumns[]>();
  readonly nodes = new Map<string, PointColumns>();

  async append(heap: string, points: PointColumns): Promise<void> {
    this.heaps.set(heap, [...(this.heaps.get(heap) ?? []), copyOf(points)]);
  }

  async *drain(heap: string): AsyncGenerator<PointColumns> {
    yield* this.heaps.get(heap) ?? [];
    this.heaps.delete(heap);
  }

  async write({ id }: Cube, points: PointColumns): Promise<void> {
    if (this.nodes.has(id)) throw new Error(`node ${id} is written twice`);
    this.nodes.set(id, copyOf(points));
  }
}

function copyOf(points: PointColumns): PointColumns {
  const copy = new PointColumns(points.count);
  for (let i = 0; i < points.count; i++) copy.pushFrom(points, i, 0, 0, 0);
  return copy;
}

const SMALL: MapLevelOptions = { leafPoints: 500, memoryPoints: 20_000, leastEdge: 0.25 };

/** Each point carries its own number as its scan, so that none can be mistaken for another. */
function cloudsOf(
  points: readonly (readonly number[])[],
  origin: readonly [number, number, number],
  each = 1000,
) {
  const clouds: PointCloud[] = [];
  for (let from = 0; from < points.length; from += each) {
    const part = points.slice(from, from + each);
    clouds.push({
      count: part.length,
      origin,
      xyz: Float32Array.from(part.flat()),
      reflectivity: Uint16Array.from(part, (_, i) => (from + i) % 65_536),
      scanIndex: Uint32Array.from(part, (_, i) => from + i),
    });
  }
  return clouds;
}

async function* streamed<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

const FAR: readonly [number, number, number] = [352_118, 9_001_447, 4213];

function drive(count: number, seed: number): number[][] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => {
    const along = 150 * random.uniform();
    const angle = 2 * Math.PI * random.uniform();
    return [along, 2 * Math.cos(angle) + 0.1 * random.normal(), 2 * Math.sin(angle)];
  });
}

const CASES: [string, number[][]][] = [
  ['a drive', drive(60_000, 1)],
  ['one point', [[0, 0, 0]]],
  [
    'points on the faces of cubes',
    Array.from({ length: 3000 }, (_, i) => [16 * (i % 5), 8 * (i % 7), 4 * (i % 11)]),
  ],
  ['a heap of the same point', Array.from({ length: 30_000 }, () => [1.5, -2.5, 3.5])],
  [
    'a heap with a far outlier',
    [...Array.from({ length: 30_000 }, (_, i) => [i * 1e-4, 0, 0]), [5000, -3000, 700]],
  ],
];

describe('levels of detail', () => {
  it.each(CASES)('hold every point in exactly one node, where it was: %s', async (_, points) => {
    const storage = new MemoryLevels();
    const { nodes, points: told } = await buildLevels(
      streamed(cloudsOf(points, FAR)),
      null,
      storage,
      SILENT_CONTEXT,
      SMALL,
    );
    expect(told).toBe(points.length);
    expect(storage.heaps.size).toBe(0);
    const seen = new Uint8Array(points.length);
    for (const node of nodes) {
      const own = storage.nodes.get(node.id);
      expect(own?.count ?? 0).toBe(node.count);
      for (let i = 0; i < node.count; i++) {
        const k = own!.scanIndex[i];
        seen[k]++;
        expect(own!.reflectivity[i]).toBe(k % 65_536);
        for (const axis of [0, 1, 2]) {
          const local = own!.xyz[3 * i + axis];
          const exact = FAR[axis] + Math.fround(points[k][axis]);
          // f32 over the edge of the largest cubes; a hundredth of a millimetre in those of a chunk
          const tolerance = node.edge <= 16 ? 1e-5 : node.edge * 2 ** -23;
          if (!(Math.abs(node.corner[axis] + local - exact) <= tolerance))
            expect.fail(`point ${k} has moved`);
          if (local < -1e-6 || local > node.edge + 1e-6) expect.fail(`point ${k} is outside its cube`);
        }
      }
    }
    expect(seen.every((times) => times === 1)).toBe(true);
  });

  it('keep to the grid of each cube, and say truly which have children', async () => {
    const storage = new MemoryLevels();
    const { nodes } = await buildLevels(
      streamed(cloudsOf(drive(60_000, 2), FAR)),
      null,
      storage,
      SILENT_CONTEXT,
      SMALL,
    );
    const ids = new Set(nodes.map(({ id }) => id));
    const leaves = nodes.filter(({ hasChildren }) => !hasChildren);
    expect(leaves.length).toBeGreaterThan(20);
    for (const node of nodes) {
      const children = nodes.filter(({ id }) => id.length === node.id.length + 1 && id.startsWith(node.id));
      expect(node.hasChildren).toBe(children.length > 0);
      if (node.id !== '') expect(ids.has(node.id.slice(0, -1))).toBe(true);
      if (node.hasChildren) expect(cellsOf(node, storage)).toBe(node.count);
      else expect(node.count).toBeLessThanOrEqual(SMALL.leafPoints);
    }
    const [root] = nodes;
    expect(root).toMatchObject({ id: '', edge: 256 });
    expect(root.count).toBeGreaterThan(50);
  });

  it('hold as many points from the same root where cubes are divided on the storage', async () => {
    const points = drive(60_000, 3);
    const build = async (memoryPoints: number) => {
      const storage = new MemoryLevels();
      const options = { ...SMALL, memoryPoints };
      return buildLevels(streamed(cloudsOf(points, FAR)), null, storage, SILENT_CONTEXT, options);
    };
    const whole = await build(1e9);
    const divided = await build(2000);
    const counted = (nodes: LevelNode[]) => nodes.reduce((sum, { count }) => sum + count, 0);
    expect(counted(divided.nodes)).toBe(counted(whole.nodes));
    expect(divided.nodes[0]).toMatchObject({ edge: whole.nodes[0].edge, corner: whole.nodes[0].corner });
  });

  it('of nothing are no nodes', async () => {
    const built = await buildLevels(streamed([]), 0, new MemoryLevels(), SILENT_CONTEXT);
    expect(built).toEqual({ nodes: [], points: 0 });
  });

  it('stop when they are cancelled, in the stream and in the building', async () => {
    for (const unit of ['scans', 'points']) {
      const cancel = { cancelled: false };
      const context = {
        cancel,
        emit: (event: { kind: string; unit?: string }) => {
          if (event.unit === unit) cancel.cancelled = true;
        },
      };
      const building = buildLevels(
        streamed(cloudsOf(drive(5000, 4), FAR)),
        null,
        new MemoryLevels(),
        context,
        SMALL,
      );
      await expect(building).rejects.toThrow(CancelledError);
    }
  });
});

/** How many cells of its grid the points of a node lie in. */
function cellsOf({ id, edge }: LevelNode, storage: MemoryLevels): number {
  const { xyz, count } = storage.nodes.get(id) ?? new PointColumns();
  const cells = new Set<string>();
  const cell = (v: number): number => Math.min(GRID_CELLS - 1, Math.floor((v * GRID_CELLS) / edge));
  for (let i = 0; i < count; i++) cells.add([0, 1, 2].map((axis) => cell(xyz[3 * i + axis])).join());
  return cells.size;
}
