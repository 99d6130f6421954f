import { giveBack } from '../../../model/give-back.ts';
import { SortedVoxels, VOXEL_STRIDE, type VoxelTable } from './voxel-table.ts';

/** Slabs that share one voxel table; a table key is slab in block (5 bits), left (10), up (10). */
export const SLABS_PER_BLOCK = 32;

/** Points gathered in voxels along an axis. */
export interface SectionVoxels {
  /** Thickness of a slab, m of chainage; slab k covers (firstSlab + k) * slab onward. */
  readonly slab: number;
  /** Width of a voxel, m. */
  readonly voxel: number;
  readonly firstSlab: number;
  readonly slabCount: number;
  readonly blocks: (VoxelTable | null)[];
  /** Per slab 1 for each voxel, in order, that is no wall, such as a mirror image; left out: none. */
  readonly leftOut?: ReadonlyMap<number, Uint8Array>;
}

/** The voxels of one slab as weighted points of the section plane. */
export interface SlabPoints {
  readonly count: number;
  /** Mean of the points of each voxel, metres from the axis. */
  readonly left: Float64Array;
  readonly up: Float64Array;
  /** Share of the slab's thickness from its lower face, 0..1. */
  readonly along: Float64Array;
  readonly points: Uint32Array;
  /**
   * Points in the quarters of each voxel, 4 per voxel: right below, left below, right above, left above; half a
   * voxel wide each, because two surfaces a few centimetres apart share a voxel.
   */
  readonly quarters: Uint32Array;
  /** Mean of the points' reflectivities; null where they were not gathered. */
  readonly reflectivity: Float64Array | null;
}

/**
 * Calls `visit` with the points of each slab that has any, in order; the arrays are reused, and longer than `count`. The
 * blocks are packed: in memory only one stands as it is read.
 */
export function forEachSlab(voxels: SectionVoxels, visit: (slab: number, points: SlabPoints) => void): void {
  const sorted = new SortedVoxels();
  const buffer = new SlabBuffer();
  for (let b = 0; b < voxels.blocks.length; b++) {
    const table = voxels.blocks[b];
    if (table === null) continue;
    sorted.read(table.packed());
    for (let from = 0; from < sorted.count; ) {
      const inBlock = sorted.entries[VOXEL_STRIDE * from] >>> 20;
      let to = from + 1;
      while (to < sorted.count && sorted.entries[VOXEL_STRIDE * to] >>> 20 === inBlock) to++;
      const slab = b * SLABS_PER_BLOCK + inBlock;
      visit(slab, buffer.read(voxels, sorted, from, to, voxels.leftOut?.get(slab)));
      from = to;
    }
  }
  sorted.release();
  buffer.release();
}

/** Room for the points of a slab, grown as needed. */
class SlabBuffer implements SlabPoints {
  count = 0;
  left = new Float64Array(0);
  up = new Float64Array(0);
  along = new Float64Array(0);
  points = new Uint32Array(0);
  quarters = new Uint32Array(0);
  reflectivity: Float64Array | null = null;

  /** Reads voxels `from` to before `to` but those that are left out. @param out 1 per voxel to leave out */
  read({ voxel }: SectionVoxels, sorted: SortedVoxels, from: number, to: number, out?: Uint8Array): this {
    const { entries, reflectivity: sums } = sorted;
    if (to - from > this.points.length) this.#grow(2 * (to - from));
    if (sums === null) this.reflectivity = null;
    else this.reflectivity ??= new Float64Array(this.points.length);
    const { left, up, along, points, quarters, reflectivity } = this;
    let count = 0;
    for (let k = from; k < to; k++) {
      if (out?.[k - from] === 1) continue;
      const at = VOXEL_STRIDE * k;
      const key = entries[at];
      const n = entries[at + 1];
      const i = count++;
      points[i] = n;
      quarters[4 * i] = entries[at + 5];
      quarters[4 * i + 1] = entries[at + 6];
      quarters[4 * i + 2] = entries[at + 7];
      quarters[4 * i + 3] = n - entries[at + 5] - entries[at + 6] - entries[at + 7];
      // Offsets were truncated to whole steps: half a step is added back on average.
      left[i] = (((key >>> 10) & 1023) - 512 + (entries[at + 2] / n + 0.5) / 4096) * voxel;
      up[i] = ((key & 1023) - 512 + (entries[at + 3] / n + 0.5) / 4096) * voxel;
      along[i] = (entries[at + 4] / n + 0.5) / 4096;
      if (reflectivity !== null) reflectivity[i] = sums![k] / n;
    }
    this.count = count;
    return this;
  }

  release(): void {
    giveBack(this.left, this.up, this.along, this.points, this.quarters, this.reflectivity ?? undefined);
  }

  #grow(length: number): void {
    this.release();
    this.left = new Float64Array(length);
    this.up = new Float64Array(length);
    this.along = new Float64Array(length);
    this.points = new Uint32Array(length);
    this.quarters = new Uint32Array(4 * length);
    if (this.reflectivity !== null) this.reflectivity = new Float64Array(length);
  }
}
