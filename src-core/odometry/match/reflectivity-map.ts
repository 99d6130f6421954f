import { KeyBounds } from './key-bounds.ts';
import { binHash } from './plane-map.ts';

/** Least number of returns of a cell for a valid mean. */
const MIN_RETURNS = 2;

/**
 * Voxel map of the wall texture: mean reflectivity contrast (`frame/reflectivity-contrast`) in cubic cells, map
 * frame. Stores no return, so it grows with the wall's area; open addressing as in `PlaneMap`.
 */
export class ReflectivityMap {
  /** Edge of a cell, m. */
  readonly size: number;
  /** Cells in use. */
  count = 0;
  #cells: Cells;
  #table: Int32Array;
  readonly #bounds = new KeyBounds();

  /**
   * @param size edge of a cell, m
   * @param capacity initial capacity in cells, a power of two
   */
  constructor(size: number, capacity = 4096) {
    this.size = size;
    this.#cells = cellsOf(capacity);
    this.#table = new Int32Array(4 * capacity).fill(-1);
  }

  /** Copies the map with the least capacity needed. */
  clone(): ReflectivityMap {
    let capacity = 64;
    while (capacity < this.count) capacity *= 2;
    const copy = new ReflectivityMap(this.size, capacity);
    copy.count = this.count;
    copy.#cells.keys.set(this.#cells.keys.subarray(0, KEY_STRIDE * this.count));
    copy.#bounds.of(copy.#cells.keys, copy.count, KEY_STRIDE);
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
    let cell = -1;
    for (let p = 0; p < count; p++) {
      const i = Math.floor(xyz[3 * p] / size) | 0;
      const j = Math.floor(xyz[3 * p + 1] / size) | 0;
      const k = Math.floor(xyz[3 * p + 2] / size) | 0;
      // Returns come in ring order: the next one often lies in the same cell.
      if (cell < 0 || i !== i0 || j !== j0 || k !== k0) {
        cell = this.#cellOf(i, j, k);
        if (cell < 0) cell = this.#insert(i, j, k);
        i0 = i;
        j0 = j;
        k0 = k;
      }
      const { sums } = this.#cells;
      sums[SUM_STRIDE * cell + SUM] += contrast[p];
      sums[SUM_STRIDE * cell + RETURNS]++;
    }
  }

  /** Mean contrast at a position; NaN: too few returns. */
  at(x: number, y: number, z: number): number {
    const { size } = this;
    const cell = this.#cellOf(Math.floor(x / size), Math.floor(y / size), Math.floor(z / size));
    if (cell < 0) return Number.NaN;
    const { sums } = this.#cells;
    const returns = sums[SUM_STRIDE * cell + RETURNS];
    return returns < MIN_RETURNS ? Number.NaN : sums[SUM_STRIDE * cell + SUM] / returns;
  }

  /** Drops every cell farther from a point than `radius`, m. */
  keepWithin(x: number, y: number, z: number, radius: number): void {
    if (this.#bounds.areWithin([x, y, z], radius, this.size)) return;
    const { keys } = this.#cells;
    const half = 0.5 * this.size;
    let count = 0;
    for (let cell = 0; cell < this.count; cell++) {
      const at = KEY_STRIDE * cell;
      const dx = keys[at] * this.size + half - x;
      const dy = keys[at + 1] * this.size + half - y;
      const dz = keys[at + 2] * this.size + half - z;
      if (dx * dx + dy * dy + dz * dz > radius * radius) continue;
      if (count !== cell) keys.copyWithin(KEY_STRIDE * count, at, at + KEY_STRIDE);
      count++;
    }
    if (count === this.count) return;
    this.count = count;
    this.#bounds.of(keys, count, KEY_STRIDE);
    this.#rehash(this.#table.length);
  }

  #cellOf(i: number, j: number, k: number): number {
    const { keys } = this.#cells;
    const table = this.#table;
    const mask = table.length - 1;
    let slot = binHash(i, j, k) & mask;
    for (;;) {
      const cell = table[slot];
      if (cell < 0) return -1;
      const at = KEY_STRIDE * cell;
      if (keys[at] === i && keys[at + 1] === j && keys[at + 2] === k) return cell;
      slot = (slot + 1) & mask;
    }
  }

  #insert(i: number, j: number, k: number): number {
    if (KEY_STRIDE * this.count === this.#cells.keys.length) this.#grow();
    const { keys, sums } = this.#cells;
    const cell = this.count++;
    keys[KEY_STRIDE * cell] = i;
    keys[KEY_STRIDE * cell + 1] = j;
    keys[KEY_STRIDE * cell + 2] = k;
    sums[SUM_STRIDE * cell + SUM] = 0;
    sums[SUM_STRIDE * cell + RETURNS] = 0;
    this.#bounds.add(i, j, k);
    this.#link(cell);
    return cell;
  }

  #link(cell: number): void {
    const { keys } = this.#cells;
    const table = this.#table;
    const at = KEY_STRIDE * cell;
    const mask = table.length - 1;
    let slot = binHash(keys[at], keys[at + 1], keys[at + 2]) & mask;
    while (table[slot] >= 0) slot = (slot + 1) & mask;
    table[slot] = cell;
  }

  #grow(): void {
    const { keys } = this.#cells;
    const capacity = (2 * keys.length) / KEY_STRIDE;
    this.#cells = cellsOf(capacity);
    this.#cells.keys.set(keys);
    this.#rehash(4 * capacity);
  }

  #rehash(slots: number): void {
    this.#table = new Int32Array(slots).fill(-1);
    for (let cell = 0; cell < this.count; cell++) this.#link(cell);
  }
}

/** Interleaved storage of the cells, so that a lookup fetches one cache line. */
interface Cells {
  /** Integer coordinates of each cell, then the bits of its `sums`. */
  readonly keys: Int32Array;
  /** View of the same memory: sum of contrasts, and number of returns. */
  readonly sums: Float64Array;
}

const KEY_STRIDE = 8;
const SUM_STRIDE = 4;
/** Offsets in the sums of a cell, after its coordinates. */
const [SUM, RETURNS] = [2, 3];

function cellsOf(capacity: number): Cells {
  const bytes = new ArrayBuffer(4 * KEY_STRIDE * capacity);
  return { keys: new Int32Array(bytes), sums: new Float64Array(bytes) };
}
