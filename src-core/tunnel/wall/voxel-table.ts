/**
 * Numbers per entry: key, points, sums of the left, up and along offsets, and the points in three of the four
 * quarters of the voxel in the section.
 */
export const VOXEL_STRIDE = 8;
/**
 * Greatest number of points per voxel: its mean is known to a micrometre long before; the sums stay inside 32
 * bits.
 */
const FULL = 1 << 20;

/** Entries of a table in order of their keys. */
export interface VoxelOrder {
  /** Entries of the table that was sorted. */
  readonly entries: Uint32Array;
  readonly count: number;
  /** Index in `places` of the first entry of each group; one more than there are groups. */
  readonly first: Uint32Array;
  /** Offset of each entry in `entries`. */
  readonly places: Uint32Array;
}

/** The entries of a table without the free ones between them. */
export interface PackedVoxels {
  /** `VOXEL_STRIDE` numbers per entry. */
  readonly entries: Uint32Array;
  /** One per entry; null: not gathered. */
  readonly reflectivity: Float64Array | null;
}

/**
 * Sparse voxels of a stretch of tunnel: per voxel the number of points and the sums of their offsets inside
 * the voxel, in 1/4096 of its width, and the points in each quarter of it. Whole numbers only, so the order of the points cannot change a result.
 */
export class VoxelTable {
  /** `VOXEL_STRIDE` numbers per entry; an entry without points is free. */
  entries: Uint32Array;
  /** Sum of the reflectivities of an entry's points: integers, exact in f64. Null if not requested. */
  reflectivity: Float64Array | null;
  count = 0;
  #order: VoxelOrder | null = null;
  #bits: number;

  constructor(withReflectivity = false, bits = 10) {
    this.#bits = bits;
    this.entries = new Uint32Array(VOXEL_STRIDE * 2 ** bits);
    this.reflectivity = withReflectivity ? new Float64Array(2 ** bits) : null;
  }

  /** @param left12, up12, along12 offset inside the voxel, integers 0..4095 */
  add(key: number, left12: number, up12: number, along12: number, reflectivity: number): void {
    const { entries } = this;
    const quarter = (left12 >>> 11) | ((up12 >>> 11) << 1);
    const mask = (1 << this.#bits) - 1;
    let slot = Math.imul(key, 0x9e3779b1) >>> (32 - this.#bits);
    for (;;) {
      const at = VOXEL_STRIDE * slot;
      const points = entries[at + 1];
      if (points === 0) {
        entries[at] = key;
        entries[at + 1] = 1;
        entries[at + 2] = left12;
        entries[at + 3] = up12;
        entries[at + 4] = along12;
        if (quarter < 3) entries[at + 5 + quarter] = 1;
        if (this.reflectivity !== null) this.reflectivity[slot] = reflectivity;
        if (++this.count > 0.65 * (mask + 1)) this.#grow();
        return;
      }
      if (entries[at] === key) {
        if (points < FULL) {
          entries[at + 1] = points + 1;
          entries[at + 2] += left12;
          entries[at + 3] += up12;
          entries[at + 4] += along12;
          if (quarter < 3) entries[at + 5 + quarter]++;
          if (this.reflectivity !== null) this.reflectivity[slot] += reflectivity;
        }
        return;
      }
      slot = (slot + 1) & mask;
    }
  }

  /**
   * Entries in order of their keys. Valid until an entry is added, and cached until then.
   *
   * @param groups number of values of the keys' highest bits, from bit 20 on, by which they are grouped
   */
  ordered(groups: number): VoxelOrder {
    const { entries } = this;
    if (this.#order?.entries === entries && this.#order.count === this.count) return this.#order;
    const first = new Uint32Array(groups + 1);
    for (let at = 0; at < entries.length; at += VOXEL_STRIDE)
      if (entries[at + 1] > 0) first[(entries[at] >>> 20) + 1]++;
    for (let g = 0; g < groups; g++) first[g + 1] += first[g];
    const next = first.slice();
    const keys = new Float64Array(first[groups]);
    for (let at = 0; at < entries.length; at += VOXEL_STRIDE) {
      if (entries[at + 1] === 0) continue;
      // Key and offset in one number: sorting them makes sums over them independent of the order of arrival.
      keys[next[entries[at] >>> 20]++] = entries[at] * 2 ** 26 + at / VOXEL_STRIDE;
    }
    for (let g = 0; g < groups; g++) keys.subarray(first[g], first[g + 1]).sort();
    const places = Uint32Array.from(keys, (key) => VOXEL_STRIDE * (key % 2 ** 26));
    this.#order = { entries, count: this.count, first, places };
    return this.#order;
  }

  /** Copies the entries, to be stored or sent. */
  packed(): PackedVoxels {
    const entries = new Uint32Array(VOXEL_STRIDE * this.count);
    const reflectivity = this.reflectivity === null ? null : new Float64Array(this.count);
    let next = 0;
    for (let at = 0; at < this.entries.length; at += VOXEL_STRIDE) {
      if (this.entries[at + 1] === 0) continue;
      if (reflectivity !== null) reflectivity[next] = this.reflectivity![at / VOXEL_STRIDE];
      entries.set(this.entries.subarray(at, at + VOXEL_STRIDE), VOXEL_STRIDE * next++);
    }
    return { entries, reflectivity };
  }

  /** Table of the entries that `packed` copied. */
  static unpacked({ entries, reflectivity }: PackedVoxels): VoxelTable {
    const count = entries.length / VOXEL_STRIDE;
    const bits = Math.max(10, Math.ceil(Math.log2(count / 0.6)));
    const table = new VoxelTable(reflectivity !== null, bits);
    table.#fill(entries, reflectivity);
    table.count = count;
    return table;
  }

  #grow(): void {
    const old = this.entries;
    const sums = this.reflectivity;
    this.#bits++;
    this.entries = new Uint32Array(VOXEL_STRIDE * 2 ** this.#bits);
    if (sums !== null) this.reflectivity = new Float64Array(2 ** this.#bits);
    this.#fill(old, sums);
  }

  /** Puts entries of other keys into the free places of this table. */
  #fill(from: Uint32Array, sums: Float64Array | null): void {
    const mask = (1 << this.#bits) - 1;
    for (let at = 0; at < from.length; at += VOXEL_STRIDE) {
      if (from[at + 1] === 0) continue;
      let slot = Math.imul(from[at], 0x9e3779b1) >>> (32 - this.#bits);
      while (this.entries[VOXEL_STRIDE * slot + 1] !== 0) slot = (slot + 1) & mask;
      this.entries.set(from.subarray(at, at + VOXEL_STRIDE), VOXEL_STRIDE * slot);
      if (sums !== null) this.reflectivity![slot] = sums[at / VOXEL_STRIDE];
    }
  }
}
