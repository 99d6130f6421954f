import { giveBack } from '../../model/give-back.ts';
import { type CellRuns, RUN_STRIDE } from './cell-runs.ts';
import { KeyBounds } from './key-bounds.ts';
import { binHash } from './plane-map.ts';

/** Least number of returns of a cell for a valid mean. */
const MIN_RETURNS = 2;

/**
 * Voxel map of the wall texture: mean reflectivity contrast (`frame/reflectivity-contrast`) in cubic cells, map
 * frame. Stores no return, so it grows with the wall's area. Cells come in blocks of 4 x 4 x 4, which are found by open
 * addressing as bins in `PlaneMap`: the returns of a ring mostly lie in the block of the last one, and a cache line holds
 * four neighbours instead of one cell and its indices.
 */
export class ReflectivityMap {
  /** Edge of a cell, m. */
  readonly size: number;
  /** Cells in use. */
  count = 0;
  #blocks = 0;
  /** Indices of each block along x, y and z. */
  #keys: Int32Array;
  /** Sum of contrasts and number of returns of each cell, block by block. */
  #sums: Float64Array;
  #table: Int32Array;
  readonly #bounds = new KeyBounds();

  /**
   * @param size edge of a cell, m
   * @param capacity initial capacity in blocks, a power of two
   */
  constructor(size: number, capacity = 256) {
    this.size = size;
    this.#keys = new Int32Array(KEY_STRIDE * capacity);
    this.#sums = new Float64Array(BLOCK_STRIDE * capacity);
    this.#table = new Int32Array(4 * capacity).fill(-1);
  }

  /** Copies the map with the least capacity needed. */
  clone(): ReflectivityMap {
    let capacity = 4;
    while (capacity < this.#blocks) capacity *= 2;
    const copy = new ReflectivityMap(this.size, capacity);
    copy.count = this.count;
    copy.#blocks = this.#blocks;
    copy.#keys.set(this.#keys.subarray(0, KEY_STRIDE * this.#blocks));
    copy.#sums.set(this.#sums.subarray(0, BLOCK_STRIDE * this.#blocks));
    copy.#bounds.of(copy.#keys, copy.#blocks, KEY_STRIDE);
    copy.#rehash(copy.#table.length);
    return copy;
  }

  /**
   * Adds returns in order.
   *
   * @param xyz 3 * count, map frame
   * @param contrast of each
   */
  add(xyz: Float64Array, count: number, contrast: Float32Array): void {
    const { size } = this;
    let [i0, j0, k0] = [0, 0, 0];
    let at = -1;
    for (let p = 0; p < count; p++) {
      const i = Math.floor(xyz[3 * p] / size) | 0;
      const j = Math.floor(xyz[3 * p + 1] / size) | 0;
      const k = Math.floor(xyz[3 * p + 2] / size) | 0;
      // Returns come in ring order: the next one often lies in the same cell.
      if (at < 0 || i !== i0 || j !== j0 || k !== k0) {
        at = this.#take(i, j, k);
        i0 = i;
        j0 = j;
        k0 = k;
      }
      this.#sums[at] += contrast[p];
      this.#sums[at + RETURNS]++;
    }
  }

  /**
   * Adds returns in order, in runs that fall into one cell: to the bits of `add`.
   *
   * @param contrast of each
   */
  addRuns({ count, points, runs }: CellRuns, contrast: Float32Array): void {
    let [a0, b0, c0] = [0, 0, 0];
    let block = -1;
    for (let run = 0; run < count; run++) {
      const from = RUN_STRIDE * run;
      const i = runs[from];
      const j = runs[from + 1];
      const k = runs[from + 2];
      const first = runs[from + 3];
      const end = run + 1 < count ? runs[from + RUN_STRIDE + 3] : points;
      const a = i >> EDGE_BITS;
      const b = j >> EDGE_BITS;
      const c = k >> EDGE_BITS;
      if (block < 0 || a !== a0 || b !== b0 || c !== c0) {
        block = this.#blockOf(a, b, c);
        if (block < 0) block = this.#insert(a, b, c);
        a0 = a;
        b0 = b;
        c0 = c;
      }
      const at = BLOCK_STRIDE * block + placeOf(i, j, k);
      const sums = this.#sums;
      let sum = sums[at];
      const returns = sums[at + RETURNS];
      if (returns === 0) this.count++;
      for (let p = first; p < end; p++) sum += contrast[p];
      sums[at] = sum;
      sums[at + RETURNS] = returns + (end - first);
    }
  }

  /** Mean contrast at a position; NaN: too few returns. */
  at(x: number, y: number, z: number): number {
    const { size } = this;
    const i = Math.floor(x / size);
    const j = Math.floor(y / size);
    const k = Math.floor(z / size);
    const block = this.#blockOf(i >> EDGE_BITS, j >> EDGE_BITS, k >> EDGE_BITS);
    if (block < 0) return Number.NaN;
    const at = BLOCK_STRIDE * block + placeOf(i, j, k);
    const returns = this.#sums[at + RETURNS];
    return returns < MIN_RETURNS ? Number.NaN : this.#sums[at] / returns;
  }

  /** Drops every cell farther from a point than `radius`, m. */
  keepWithin(x: number, y: number, z: number, radius: number): void {
    // The bounds are of blocks.
    const edge = EDGE * this.size;
    const inside = radius - edge;
    if (inside > 0 && this.#bounds.areWithin([x, y, z], inside, edge)) return;
    const [keys, sums] = [this.#keys, this.#sums];
    let blocks = 0;
    for (let block = 0; block < this.#blocks; block++) {
      const from = KEY_STRIDE * block;
      const dx = (keys[from] + 0.5) * edge - x;
      const dy = (keys[from + 1] + 0.5) * edge - y;
      const dz = (keys[from + 2] + 0.5) * edge - z;
      // No centre of a cell is as far as an edge from the centre of its block.
      const isInside = inside > 0 && dx * dx + dy * dy + dz * dz < inside * inside;
      if (!isInside && !this.#keepOf(block, x, y, z, radius)) continue;
      if (blocks !== block) {
        keys.copyWithin(KEY_STRIDE * blocks, from, from + KEY_STRIDE);
        sums.copyWithin(BLOCK_STRIDE * blocks, BLOCK_STRIDE * block, BLOCK_STRIDE * (block + 1));
      }
      blocks++;
    }
    if (blocks === this.#blocks) return;
    sums.fill(0, BLOCK_STRIDE * blocks, BLOCK_STRIDE * this.#blocks);
    this.#blocks = blocks;
    this.#bounds.of(keys, blocks, KEY_STRIDE);
    this.#rehash(this.#table.length);
  }

  /** Drops the cells of a block that are farther from a point than `radius`. @returns false if none is left */
  #keepOf(block: number, x: number, y: number, z: number, radius: number): boolean {
    const [keys, sums] = [this.#keys, this.#sums];
    const half = 0.5 * this.size;
    let count = 0;
    for (let within = 0; within < EDGE ** 3; within++) {
      const i = EDGE * keys[KEY_STRIDE * block] + (within & (EDGE - 1));
      const j = EDGE * keys[KEY_STRIDE * block + 1] + ((within >> EDGE_BITS) & (EDGE - 1));
      const k = EDGE * keys[KEY_STRIDE * block + 2] + (within >> (2 * EDGE_BITS));
      const at = BLOCK_STRIDE * block + placeOf(i, j, k);
      if (sums[at + RETURNS] === 0) continue;
      const dx = i * this.size + half - x;
      const dy = j * this.size + half - y;
      const dz = k * this.size + half - z;
      if (dx * dx + dy * dy + dz * dz > radius * radius) {
        sums[at] = 0;
        sums[at + RETURNS] = 0;
        this.count--;
      } else count++;
    }
    return count > 0;
  }

  /** Place of a cell in the sums; it will have returns. */
  #take(i: number, j: number, k: number): number {
    const [a, b, c] = [i >> EDGE_BITS, j >> EDGE_BITS, k >> EDGE_BITS];
    let block = this.#blockOf(a, b, c);
    if (block < 0) block = this.#insert(a, b, c);
    const at = BLOCK_STRIDE * block + placeOf(i, j, k);
    if (this.#sums[at + RETURNS] === 0) this.count++;
    return at;
  }

  #blockOf(a: number, b: number, c: number): number {
    const keys = this.#keys;
    const table = this.#table;
    const mask = table.length - 1;
    let slot = binHash(a, b, c) & mask;
    for (;;) {
      const block = table[slot];
      if (block < 0) return -1;
      const at = KEY_STRIDE * block;
      if (keys[at] === a && keys[at + 1] === b && keys[at + 2] === c) return block;
      slot = (slot + 1) & mask;
    }
  }

  #insert(a: number, b: number, c: number): number {
    if (KEY_STRIDE * this.#blocks === this.#keys.length) this.#grow();
    const keys = this.#keys;
    const block = this.#blocks++;
    keys[KEY_STRIDE * block] = a;
    keys[KEY_STRIDE * block + 1] = b;
    keys[KEY_STRIDE * block + 2] = c;
    this.#bounds.add(a, b, c);
    this.#link(block);
    return block;
  }

  #link(block: number): void {
    const keys = this.#keys;
    const table = this.#table;
    const at = KEY_STRIDE * block;
    const mask = table.length - 1;
    let slot = binHash(keys[at], keys[at + 1], keys[at + 2]) & mask;
    while (table[slot] >= 0) slot = (slot + 1) & mask;
    table[slot] = block;
  }

  #grow(): void {
    const capacity = (2 * this.#keys.length) / KEY_STRIDE;
    const [keys, sums] = [this.#keys, this.#sums];
    this.#keys = new Int32Array(KEY_STRIDE * capacity);
    this.#keys.set(keys);
    this.#sums = new Float64Array(BLOCK_STRIDE * capacity);
    this.#sums.set(sums);
    giveBack(keys, sums);
    this.#rehash(4 * capacity);
  }

  #rehash(slots: number): void {
    if (slots === this.#table.length) this.#table.fill(-1);
    else this.#table = new Int32Array(slots).fill(-1);
    for (let block = 0; block < this.#blocks; block++) this.#link(block);
  }
}

/** Cells along an edge of a block, as a power of two. */
const EDGE_BITS = 2;
const EDGE = 2 ** EDGE_BITS;
const KEY_STRIDE = 4;
/** Numbers of a cell: the sum of contrasts, and at `RETURNS` the number of returns. */
const CELL_STRIDE = 2;
const RETURNS = 1;
const BLOCK_STRIDE = CELL_STRIDE * EDGE ** 3;

/**
 * Place of a cell in the sums of its block. Four cells that make a square on the ground are side by side: a wall of any
 * course passes through some of them at once.
 */
function placeOf(i: number, j: number, k: number): number {
  return CELL_STRIDE * ((i & 1) | ((j & 1) << 1) | ((i & 2) << 1) | ((j & 2) << 2) | ((k & 3) << 4));
}
