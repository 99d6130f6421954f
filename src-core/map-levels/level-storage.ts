import type { Cube } from './cube.ts';
import type { PointColumns } from './point-columns.ts';

/** Storage that levels of detail are built on: files in the product, memory in tests. */
export interface LevelStorage {
  /** Appends points to a heap, as a copy: the caller may change them after the call. */
  append(heap: string, points: PointColumns): Promise<void>;
  /** Points of a heap in pieces of some ten thousand, in the order they came; deletes the heap at the end. */
  drain(heap: string): AsyncIterable<PointColumns>;
  /** Stores the points of a node, relative to its corner; at most once per node. */
  write(cube: Cube, points: PointColumns): Promise<void>;
}

/** A node of the finished tree. */
export interface LevelNode extends Cube {
  /** Metres between the points of the cube with all its ancestors. */
  readonly spacing: number;
  readonly count: number;
  readonly hasChildren: boolean;
}
