import type { MapNode } from '../../src-core/contract/map-requests.ts';
import type { Points } from '../../src-core/contract/shapes.ts';
import { GRID_BITS } from '../../src-core/map-levels/cell-set.ts';
import type { Cube } from '../../src-core/map-levels/cube.ts';
import { LevelBuilder, levelOptions } from '../../src-core/map-levels/level-builder.ts';
import type { LevelStorage } from '../../src-core/map-levels/level-storage.ts';
import { PointRows } from '../../src-core/map-levels/point-rows.ts';

/** Of the drive's start, map frame, m; the drive runs along x. */
export const ORIGIN: readonly [number, number, number] = [352_118, 9_001_447, 4213];
export const LENGTH = 400;
const CLOUD = 50_000;
const RADIUS = 2;
const SCALE = 0.0001;
const REFLECTIVITY = 40;
/** Scan of each point. */
const REST_BYTES = 4;

/** The levels of detail of a map, in memory. */
interface DriveLevels {
  readonly nodes: readonly MapNode[];
  readonly points: number;
  load(id: string): Points;
}

/** Synthetic wall of a drive of 400 m as levels of detail, built as the program builds those of a survey. */
export async function driveLevels(points: number): Promise<DriveLevels> {
  const storage = new MemoryLevels();
  const builder = new LevelBuilder(storage, REST_BYTES, levelOptions(SCALE));
  for (let from = 0; from < points; from += CLOUD)
    await builder.add(wall(from, Math.min(CLOUD, points - from), points));
  const built = await builder.finish();
  const nodes = built.nodes.map(({ id, corner, bits, count, hasChildren }): MapNode => {
    const edge = 2 ** bits * SCALE;
    const [x, y, z] = corner.map((steps, axis) => ORIGIN[axis] + steps * SCALE);
    return { id, corner: [x, y, z], edge, spacing: edge / 2 ** GRID_BITS, count, hasChildren };
  });
  const cubes = new Map(built.nodes.map((node) => [node.id, node]));
  const corners = new Map(nodes.map(({ id, corner }) => [id, corner]));
  return {
    nodes,
    points: built.points,
    load(id) {
      const { count, xyz, rest } = storage.nodes.get(id) ?? new PointRows(REST_BYTES, 0);
      const { corner } = cubes.get(id)!;
      return {
        origin: [...corners.get(id)!],
        xyz: Float32Array.from(xyz.subarray(0, 3 * count), (steps, i) => (steps - corner[i % 3]) * SCALE),
        reflectivity: new Uint16Array(count).fill(REFLECTIVITY),
        scanIndex: new Uint32Array(rest.slice(0, REST_BYTES * count).buffer),
      };
    },
  };
}

function wall(from: number, count: number, points: number): PointRows {
  const rows = new PointRows(REST_BYTES, count);
  rows.count = count;
  for (let i = 0; i < count; i++) {
    const x = (LENGTH * (from + i)) / points;
    const angle = (from + i) * 2.399963;
    const radius = RADIUS + 0.15 * Math.sin(3 * x) * Math.sin(2 * angle);
    const place = [x, radius * Math.cos(angle), radius * Math.sin(angle)];
    rows.xyz.set(
      place.map((metres) => Math.round(metres / SCALE)),
      3 * i,
    );
  }
  new Uint32Array(rows.rest.buffer).fill(from / CLOUD);
  return rows;
}

class MemoryLevels implements LevelStorage {
  readonly nodes = new Map<string, PointRows>();
  readonly #heaps = new Map<string, PointRows[]>();

  async append(heap: string, points: PointRows): Promise<void> {
    this.#heaps.set(heap, [...(this.#heaps.get(heap) ?? []), copyOf(points)]);
  }

  async *drain(heap: string): AsyncGenerator<PointRows> {
    yield* this.#heaps.get(heap) ?? [];
    this.#heaps.delete(heap);
  }

  async write({ id }: Cube, points: PointRows): Promise<void> {
    this.nodes.set(id, copyOf(points));
  }
}

function copyOf(points: PointRows): PointRows {
  const copy = new PointRows(points.restBytes, 0);
  copy.append(points);
  return copy;
}
