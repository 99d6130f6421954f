import type { Cube } from './cube.ts';
import type { PointRows } from './point-rows.ts';

/** Storage that levels of detail are built on: files in the product, memory in tests. */
export interface LevelStorage {
  /** Appends points to a heap, as a copy: the caller may change them after the call. */
  append(heap: string, points: PointRows): Promise<void>;
  /** Points of a heap in pieces, in the order they came; deletes the heap at the end. */
  drain(heap: string): AsyncIterable<PointRows>;
  /** Stores the points of a node, and may keep them; at most once per node, at least one point. */
  write(cube: Cube, points: PointRows): Promise<void>;
}

/** A node of the finished tree. */
export interface LevelNode extends Cube {
  readonly count: number;
  readonly hasChildren: boolean;
}
