import type { Points } from '../../src-core/contract/shapes.ts';
import { buildLevels } from '../../src-core/map-levels/build-levels.ts';
import type { Cube } from '../../src-core/map-levels/cube.ts';
import type { LevelNode, LevelStorage } from '../../src-core/map-levels/level-storage.ts';
import { PointColumns } from '../../src-core/map-levels/point-columns.ts';
import type { PointCloud } from '../../src-core/model/cloud.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';

/** Of the drive's start, map frame, m; the drive runs along x. */
export const ORIGIN: readonly [number, number, number] = [352_118, 9_001_447, 4213];
export const LENGTH = 400;
const CLOUD = 50_000;
const RADIUS = 2;

/** The levels of detail of a map, in memory. */
export interface DriveLevels {
  readonly nodes: readonly LevelNode[];
  readonly points: number;
  load(id: string): Points;
}

/** Synthetic wall of a drive of 400 m as levels of detail, built as the program builds those of a survey. */
export async function driveLevels(points: number): Promise<DriveLevels> {
  const storage = new MemoryLevels();
  const built = await buildLevels(wall(points), null, storage, SILENT_CONTEXT);
  const corners = new Map(built.nodes.map(({ id, corner }) => [id, corner]));
  return {
    ...built,
    load(id) {
      const { count, xyz, reflectivity, scanIndex } = storage.nodes.get(id) ?? new PointColumns(0);
      return {
        origin: [...corners.get(id)!],
        xyz: xyz.slice(0, 3 * count),
        reflectivity: reflectivity.slice(0, count),
        scanIndex: scanIndex.slice(0, count),
      };
    },
  };
}

async function* wall(points: number): AsyncGenerator<PointCloud> {
  for (let from = 0; from < points; from += CLOUD) {
    const count = Math.min(CLOUD, points - from);
    const xyz = new Float32Array(3 * count);
    for (let i = 0; i < count; i++) {
      const x = (LENGTH * (from + i)) / points;
      const angle = (from + i) * 2.399963;
      const radius = RADIUS + 0.15 * Math.sin(3 * x) * Math.sin(2 * angle);
      xyz.set([x, radius * Math.cos(angle), radius * Math.sin(angle)], 3 * i);
    }
    const reflectivity = new Uint16Array(count).fill(40);
    const scanIndex = new Uint32Array(count).fill(from / CLOUD);
    yield { count, origin: ORIGIN, xyz, reflectivity, scanIndex };
  }
}

class MemoryLevels implements LevelStorage {
  readonly nodes = new Map<string, PointColumns>();
  readonly #heaps = new Map<string, PointColumns[]>();

  async append(heap: string, points: PointColumns): Promise<void> {
    this.#heaps.set(heap, [...(this.#heaps.get(heap) ?? []), copyOf(points)]);
  }

  async *drain(heap: string): AsyncGenerator<PointColumns> {
    yield* this.#heaps.get(heap) ?? [];
    this.#heaps.delete(heap);
  }

  async write({ id }: Cube, points: PointColumns): Promise<void> {
    this.nodes.set(id, copyOf(points));
  }
}

function copyOf({ count, xyz, reflectivity, scanIndex }: PointColumns): PointColumns {
  const copy = new PointColumns(0);
  copy.count = count;
  copy.xyz = xyz.slice(0, 3 * count);
  copy.reflectivity = reflectivity.slice(0, count);
  copy.scanIndex = scanIndex.slice(0, count);
  return copy;
}
