import type { Cube } from './cube.ts';
import type { PointColumns } from './point-columns.ts';

/** Where levels of detail are built: files in the product, memory in tests. */
export interface LevelStorage {
  /** Adds points to a heap. They may be changed after the call. */
  append(heap: string, points: PointColumns): Promise<void>;
  /** The points of a heap in pieces of some ten thousand, in the order they came; the heap is gone at the end. */
  drain(heap: string): AsyncIterable<PointColumns>;
  /** Keeps the points of a node, from its corner; none twice. */
  write(cube: Cube, points: PointColumns): Promise<void>;
}

/** A node of the finished tree. */
export interface LevelNode extends Cube {
  /** Metres between the points of the cube and of all around it. */
  readonly spacing: number;
  readonly count: number;
  readonly hasChildren: boolean;
}
