import { giveBack } from '../../../model/give-back.ts';
import { PagedBytes, type Pages } from '../../../model/paged-bytes.ts';

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
/** Mean offset of points that are spread evenly over a voxel. */
const HALF = 2048;

/** Most bytes of a packed entry: key, points, three sums, three quarters, reflectivity. */
const MOST_BYTES = 5 + 3 + 3 * 5 + 3 * 3 + 6;

/** The entries of a table in a third of the memory: sorted by key, each as the differences of its numbers from what is usual, in as many bytes as they need. */
export interface PackedVoxels {
  readonly bytes: Uint8Array | PagedBytes;
  readonly count: number;
  readonly hasReflectivity: boolean;
}

/** Entries of a table in order of their keys; its arrays are reused, and longer than `count`. */
export class SortedVoxels {
  /** `VOXEL_STRIDE` numbers per entry. */
  entries = new Uint32Array(0);
  /** One per entry; null: not gathered. */
  reflectivity: Float64Array | null = null;
  count = 0;
  /** Room for bytes that are read from elsewhere. */
  #room = new Uint8Array(0);

  /** Reads the entries of a table. @throws SocavonError 'file-unreadable' if they are in pages that cannot be read */
  read({ bytes: packed, count, hasReflectivity }: PackedVoxels): void {
    const bytes = packed instanceof PagedBytes ? this.#bytesFrom(packed) : packed;
    this.count = count;
    if (VOXEL_STRIDE * count > this.entries.length) {
      giveBack(this.entries);
      this.entries = new Uint32Array(VOXEL_STRIDE * 2 * count);
    }
    if (!hasReflectivity) this.reflectivity = null;
    else if (this.reflectivity === null || this.reflectivity.length < count) {
      giveBack(this.reflectivity ?? undefined);
      this.reflectivity = new Float64Array(2 * count);
    }
    const { entries, reflectivity } = this;
    let from = 0;
    let key = 0;
    let value = 0;
    for (let i = 0; i < count; i++) {
      const at = VOXEL_STRIDE * i;
      for (let k = 0; k < VOXEL_STRIDE; k++) {
        let byte = bytes[from++];
        value = byte & 127;
        for (let shift = 7; byte > 127; shift += 7) {
          byte = bytes[from++];
          value |= (byte & 127) << shift;
        }
        if (k === 0) entries[at] = key += value;
        else if (k < 2 || k > 4) entries[at + k] = value;
        // An even and an odd number stand for what is above and below.
        else entries[at + k] = HALF * entries[at + 1] + ((value >>> 1) ^ -(value & 1));
      }
      if (reflectivity === null) continue;
      let byte = bytes[from++];
      let sum = byte & 127;
      for (let scale = 128; byte > 127; scale *= 128) {
        byte = bytes[from++];
        sum += (byte & 127) * scale;
      }
      reflectivity[i] = sum;
    }
  }

  /** Gives back the memory of the entries, which are not read again. */
  release(): void {
    giveBack(this.entries, this.reflectivity ?? undefined, this.#room);
  }

  #bytesFrom(paged: PagedBytes): Uint8Array {
    if (paged.length > this.#room.length) {
      giveBack(this.#room);
      this.#room = new Uint8Array(2 * paged.length);
    }
    return paged.readInto(this.#room);
  }
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
  #bits: number;
  /** The entries, where they are not spread over the table. */
  #packed: PackedVoxels | null = null;
  /** Where they were written last; null: nowhere. */
  #page: PagedBytes | null = null;

  constructor(withReflectivity = false, bits = 10) {
    this.#bits = bits;
    this.entries = new Uint32Array(VOXEL_STRIDE * 2 ** bits);
    this.reflectivity = withReflectivity ? new Float64Array(2 ** bits) : null;
  }

  /** @param left12, up12, along12 offset inside the voxel, integers 0..4095 */
  add(key: number, left12: number, up12: number, along12: number, reflectivity: number): void {
    if (this.#packed !== null) this.#spread(this.#packed);
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

  /** Packs the entries, which gives back most of their memory until the next point is added; shared, not to be changed. */
  packed(): PackedVoxels {
    this.#packed ??= this.#pack();
    giveBack(this.entries, this.reflectivity ?? undefined);
    this.entries = new Uint32Array(0);
    this.reflectivity = null;
    return this.#packed;
  }

  /** Packs the entries and writes them to pages, from which they are read until the next point is added. */
  leave(pages: Pages): void {
    const { bytes, ...packed } = this.packed();
    if (bytes instanceof PagedBytes) return;
    const paged = pages.put(bytes, this.#page);
    if (paged === null) return;
    this.#page = paged;
    this.#packed = { ...packed, bytes: paged };
  }

  /** Gives back the memory of the entries; the table is not used again. */
  release(): void {
    const bytes = this.#packed?.bytes;
    giveBack(this.entries, this.reflectivity ?? undefined, bytes instanceof PagedBytes ? undefined : bytes);
  }

  /** Table of the entries that `packed` gave, which it shares. */
  static unpacked(packed: PackedVoxels): VoxelTable {
    const table = new VoxelTable(false, 0);
    table.count = packed.count;
    table.#packed = packed;
    table.packed();
    return table;
  }

  #pack(): PackedVoxels {
    const { entries, reflectivity, count } = this;
    // Key and place in one number: exact, and sorted without a comparison function.
    const keys = new Float64Array(count);
    let next = 0;
    for (let at = 0; at < entries.length; at += VOXEL_STRIDE)
      if (entries[at + 1] > 0) keys[next++] = entries[at] * 2 ** 26 + at / VOXEL_STRIDE;
    keys.sort();
    const bytes = new Uint8Array(MOST_BYTES * count);
    let to = 0;
    let last = 0;
    for (let i = 0; i < count; i++) {
      const slot = keys[i] % 2 ** 26;
      const at = VOXEL_STRIDE * slot;
      const even = HALF * entries[at + 1];
      for (let k = 0; k < VOXEL_STRIDE; k++) {
        let value = entries[at + k];
        if (k === 0) value -= last;
        else if (k >= 2 && k <= 4) {
          const off = (value - even) | 0;
          value = (off << 1) ^ (off >> 31);
        }
        for (; value >>> 0 > 127; value >>>= 7) bytes[to++] = (value & 127) | 128;
        bytes[to++] = value;
      }
      last = entries[at];
      if (reflectivity === null) continue;
      let sum = reflectivity[slot];
      for (; sum > 127; sum = Math.floor(sum / 128)) bytes[to++] = (sum % 128) | 128;
      bytes[to++] = sum;
    }
    const packed = bytes.slice(0, to);
    giveBack(keys, bytes);
    return { bytes: packed, count, hasReflectivity: reflectivity !== null };
  }

  /** Spreads packed entries over a table with free places. */
  #spread(packed: PackedVoxels): void {
    const sorted = new SortedVoxels();
    sorted.read(packed);
    this.#bits = Math.max(10, Math.ceil(Math.log2(this.count / 0.6)));
    this.entries = new Uint32Array(VOXEL_STRIDE * 2 ** this.#bits);
    this.reflectivity = packed.hasReflectivity ? new Float64Array(2 ** this.#bits) : null;
    this.#packed = null;
    this.#fill(sorted.entries.subarray(0, VOXEL_STRIDE * packed.count), sorted.reflectivity);
    sorted.release();
  }

  #grow(): void {
    const old = this.entries;
    const sums = this.reflectivity;
    this.#bits++;
    this.entries = new Uint32Array(VOXEL_STRIDE * 2 ** this.#bits);
    if (sums !== null) this.reflectivity = new Float64Array(2 ** this.#bits);
    this.#fill(old, sums);
    giveBack(old, sums ?? undefined);
  }

  /** Puts entries of other keys into the free places of this table. */
  #fill(from: Uint32Array, sums: Float64Array | null): void {
    const mask = (1 << this.#bits) - 1;
    for (let at = 0; at < from.length; at += VOXEL_STRIDE) {
      if (from[at + 1] === 0) continue;
      let slot = Math.imul(from[at], 0x9e3779b1) >>> (32 - this.#bits);
      while (this.entries[VOXEL_STRIDE * slot + 1] !== 0) slot = (slot + 1) & mask;
      for (let k = 0; k < VOXEL_STRIDE; k++) this.entries[VOXEL_STRIDE * slot + k] = from[at + k];
      if (sums !== null) this.reflectivity![slot] = sums[at / VOXEL_STRIDE];
    }
  }
}
