import { binHash } from '../registration/voxel-bins.ts';

/** Returns that a cell needs before its mean says anything. */
const MIN_RETURNS = 2;

/**
 * The walls' texture: mean reflectivity contrast (`scan/reflectivity-contrast`) in cubic cells, map frame. Keeps no
 * return, so it grows with the wall's area; open addressing as in `VoxelBins`.
 */
export class ReflectivityMap {
  /** Edge of a cell, m. */
  readonly size: number;
  /** Cells in use. */
  count = 0;
  #keys: Int32Array;
  #sums: Float64Array;
  #returns: Float64Array;
  #table: Int32Array;

  /**
   * @param size edge of a cell, m
   * @param capacity cells to make room for at first, a power of two
   */
  constructor(size: number, capacity = 4096) {
    this.size = size;
    this.#keys = new Int32Array(3 * capacity);
    this.#sums = new Float64Array(capacity);
    this.#returns = new Float64Array(capacity);
    this.#table = new Int32Array(4 * capacity).fill(-1);
  }

  /** The same texture, with no more room than it needs. */
  clone(): ReflectivityMap {
    let capacity = 64;
    while (capacity < this.count) capacity *= 2;
    const copy = new ReflectivityMap(this.size, capacity);
    copy.count = this.count;
    copy.#keys.set(this.#keys.subarray(0, 3 * this.count));
    copy.#sums.set(this.#sums.subarray(0, this.count));
    copy.#returns.set(this.#returns.subarray(0, this.count));
    copy.#rehash(copy.#table.length);
    return copy;
  }

  add(x: number, y: number, z: number, contrast: number): void {
    const [i, j, k] = [Math.floor(x / this.size), Math.floor(y / this.size), Math.floor(z / this.size)];
    let cell = this.#cellOf(i, j, k);
    if (cell < 0) {
      if (this.count === this.#returns.length) this.#grow();
      cell = this.count++;
      this.#keys.set([i, j, k], 3 * cell);
      this.#sums[cell] = 0;
      this.#returns[cell] = 0;
      this.#link(cell);
    }
    this.#sums[cell] += contrast;
    this.#returns[cell]++;
  }

  /** Mean contrast at a place; NaN where too little was seen. */
  at(x: number, y: number, z: number): number {
    const { size } = this;
    const cell = this.#cellOf(Math.floor(x / size), Math.floor(y / size), Math.floor(z / size));
    if (cell < 0 || this.#returns[cell] < MIN_RETURNS) return Number.NaN;
    return this.#sums[cell] / this.#returns[cell];
  }

  /** Forgets every cell farther from a point than `radius`, m. */
  keepWithin(x: number, y: number, z: number, radius: number): void {
    const keys = this.#keys;
    const half = 0.5 * this.size;
    let kept = 0;
    for (let cell = 0; cell < this.count; cell++) {
      const dx = keys[3 * cell] * this.size + half - x;
      const dy = keys[3 * cell + 1] * this.size + half - y;
      const dz = keys[3 * cell + 2] * this.size + half - z;
      if (dx * dx + dy * dy + dz * dz > radius * radius) continue;
      if (kept !== cell) {
        keys.copyWithin(3 * kept, 3 * cell, 3 * cell + 3);
        this.#sums[kept] = this.#sums[cell];
        this.#returns[kept] = this.#returns[cell];
      }
      kept++;
    }
    if (kept === this.count) return;
    this.count = kept;
    this.#rehash(this.#table.length);
  }

  #cellOf(i: number, j: number, k: number): number {
    const keys = this.#keys;
    const mask = this.#table.length - 1;
    let slot = binHash(i, j, k) & mask;
    for (;;) {
      const cell = this.#table[slot];
      if (cell < 0) return -1;
      if (keys[3 * cell] === i && keys[3 * cell + 1] === j && keys[3 * cell + 2] === k) return cell;
      slot = (slot + 1) & mask;
    }
  }

  #link(cell: number): void {
    const keys = this.#keys;
    const mask = this.#table.length - 1;
    let slot = binHash(keys[3 * cell], keys[3 * cell + 1], keys[3 * cell + 2]) & mask;
    while (this.#table[slot] >= 0) slot = (slot + 1) & mask;
    this.#table[slot] = cell;
  }

  #grow(): void {
    const capacity = 2 * this.#returns.length;
    const [keys, sums, returns] = [this.#keys, this.#sums, this.#returns];
    this.#keys = new Int32Array(3 * capacity);
    this.#keys.set(keys);
    this.#sums = new Float64Array(capacity);
    this.#sums.set(sums);
    this.#returns = new Float64Array(capacity);
    this.#returns.set(returns);
    this.#rehash(4 * capacity);
  }

  #rehash(slots: number): void {
    this.#table = new Int32Array(slots).fill(-1);
    for (let cell = 0; cell < this.count; cell++) this.#link(cell);
  }
}
