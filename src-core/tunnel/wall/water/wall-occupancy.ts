/** Extent of the section planes that an occupancy covers, m. */
interface SectionExtent {
  readonly left: readonly [number, number];
  readonly up: readonly [number, number];
}

/**
 * Cells per voxel across the drive: the foot of a wall is told from the bottom of a ditch beside it, so that the
 * margin there is 4 cm on average, twice the noise of a range.
 */
const ACROSS = 2;

/**
 * Which places of the section planes hold a return, with a margin of half a voxel across, one voxel up and down
 * and one slab along: two bits per voxel, so that thousands of mirror images are looked up in a moment.
 */
export class WallOccupancy {
  readonly #voxel: number;
  readonly #low: readonly [number, number];
  readonly #width: number;
  readonly #height: number;
  /** Bits per slab; null: the slab is not covered. */
  readonly #rows: (Uint32Array | null)[];

  /** @param covered 1 for each slab of which places are looked up */
  constructor(covered: Uint8Array, voxel: number, { left, up }: SectionExtent) {
    this.#voxel = voxel;
    this.#low = [left[0] - 2 * voxel, up[0] - 2 * voxel];
    this.#width = ACROSS * (Math.ceil((left[1] - left[0]) / voxel) + 5);
    this.#height = Math.ceil((up[1] - up[0]) / voxel) + 5;
    const words = Math.ceil((this.#width * this.#height) / 32);
    this.#rows = Array.from(covered, (is) => (is === 1 ? new Uint32Array(words) : null));
  }

  /** Marks a return and the places round it. */
  add(slab: number, left: number, up: number): void {
    const i = Math.floor((ACROSS * (left - this.#low[0])) / this.#voxel);
    const j = Math.floor((up - this.#low[1]) / this.#voxel);
    if (i < 1 || j < 1 || i >= this.#width - 1 || j >= this.#height - 1) return;
    for (let k = slab - 1; k <= slab + 1; k++) {
      const row = this.#rows[k];
      if (!row) continue;
      for (let a = i - 1; a <= i + 1; a++)
        for (let b = j - 1; b <= j + 1; b++) {
          const bit = a * this.#height + b;
          row[bit >>> 5] |= 1 << (bit & 31);
        }
    }
  }

  /** True if a return is at a place or next to it. @param along in slabs, whole and fraction */
  has(along: number, left: number, up: number): boolean {
    const row = this.#rows[Math.floor(along)];
    if (!row) return false;
    const i = Math.floor((ACROSS * (left - this.#low[0])) / this.#voxel);
    const j = Math.floor((up - this.#low[1]) / this.#voxel);
    if (i < 0 || j < 0 || i >= this.#width || j >= this.#height) return false;
    const bit = i * this.#height + j;
    return (row[bit >>> 5] & (1 << (bit & 31))) !== 0;
  }
}
