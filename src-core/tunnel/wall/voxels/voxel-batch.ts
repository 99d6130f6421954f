import { VoxelTable } from './voxel-table.ts';

/** Capacity of the batch, points. */
const ROOM = 16_384;
/** Blocks that none of so many flushes touched are what the drive has left behind. */
const LEFT_BEHIND = 64;

/**
 * Batch of points for the tables of their blocks. A scan sees along dozens of blocks, whose tables together
 * are larger than a processor's cache: its points are added block by block, so that one table at a time is in
 * the cache.
 */
export class VoxelBatch {
  readonly #blocks: (VoxelTable | null)[];
  readonly #withReflectivity: boolean;
  readonly #block = new Uint32Array(ROOM);
  readonly #key = new Uint32Array(ROOM);
  /** Offsets to the left and up, 12 bits each. */
  readonly #aside = new Uint32Array(ROOM);
  readonly #along = new Uint16Array(ROOM);
  readonly #reflectivity = new Uint16Array(ROOM);
  readonly #order = new Uint16Array(ROOM);
  readonly #next: Uint32Array;
  /** Number of the flush that last touched each block. */
  readonly #touched: Uint32Array;
  readonly #leave: (block: number) => void;
  #flushes = 0;
  #count = 0;

  /** @param leave called for blocks that the drive has left behind, again and again */
  constructor(blocks: (VoxelTable | null)[], withReflectivity: boolean, leave: (block: number) => void) {
    this.#leave = leave;
    this.#blocks = blocks;
    this.#withReflectivity = withReflectivity;
    this.#next = new Uint32Array(blocks.length + 1);
    this.#touched = new Uint32Array(blocks.length);
  }

  /** See `VoxelTable.add`. */
  put(block: number, key: number, left12: number, up12: number, along12: number, reflectivity: number): void {
    if (this.#count === ROOM) this.flush();
    const at = this.#count++;
    this.#block[at] = block;
    this.#key[at] = key;
    this.#aside[at] = (left12 << 12) | up12;
    this.#along[at] = along12;
    this.#reflectivity[at] = reflectivity;
  }

  /** Adds all points of the batch to their tables. */
  flush(): void {
    const block = this.#block;
    const key = this.#key;
    const aside = this.#aside;
    const along = this.#along;
    const reflectivity = this.#reflectivity;
    const order = this.#order;
    const next = this.#next;
    const count = this.#count;
    next.fill(0);
    for (let i = 0; i < count; i++) next[block[i] + 1]++;
    for (let b = 1; b < next.length; b++) next[b] += next[b - 1];
    for (let i = 0; i < count; i++) order[next[block[i]]++] = i;
    for (let at = 0; at < count; at++) {
      const i = order[at];
      let table = this.#blocks[block[i]];
      if (table === null) {
        table = new VoxelTable(this.#withReflectivity);
        this.#blocks[block[i]] = table;
      }
      table.add(key[i], aside[i] >>> 12, aside[i] & 4095, along[i], reflectivity[i]);
    }
    this.#flushes++;
    for (let i = 0; i < count; i++) this.#touched[block[i]] = this.#flushes;
    this.#count = 0;
    if (this.#flushes % LEFT_BEHIND === 0)
      this.#touched.forEach((flush, block) => {
        if (flush + LEFT_BEHIND < this.#flushes) this.#leave(block);
      });
  }
}
