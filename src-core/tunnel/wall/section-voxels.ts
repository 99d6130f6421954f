import { VOXEL_STRIDE, type VoxelTable } from './voxel-table.ts';

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

/** Calls `visit` with the points of each slab that has any, in order; the arrays are reused. */
export function forEachSlab(voxels: SectionVoxels, visit: (slab: number, points: SlabPoints) => void): void {
  for (let b = 0; b < voxels.blocks.length; b++) {
    const table = voxels.blocks[b];
    if (table === null) continue;
    const { first, places } = table.ordered(SLABS_PER_BLOCK);
    for (let s = 0; s < SLABS_PER_BLOCK; s++) {
      if (first[s + 1] === first[s]) continue;
      const slab = b * SLABS_PER_BLOCK + s;
      const out = voxels.leftOut?.get(slab);
      const here = places.subarray(first[s], first[s + 1]);
      visit(slab, slabPoints(voxels, table, out ? here.filter((_, i) => out[i] === 0) : here));
    }
  }
}

function slabPoints(voxels: SectionVoxels, table: VoxelTable, places: Uint32Array): SlabPoints {
  const { entries, reflectivity: sums } = table;
  const count = places.length;
  const left = new Float64Array(count);
  const up = new Float64Array(count);
  const along = new Float64Array(count);
  const points = new Uint32Array(count);
  const quarters = new Uint32Array(4 * count);
  const reflectivity = sums === null ? null : new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const at = places[i];
    const key = entries[at];
    const n = entries[at + 1];
    points[i] = n;
    quarters[4 * i] = entries[at + 5];
    quarters[4 * i + 1] = entries[at + 6];
    quarters[4 * i + 2] = entries[at + 7];
    quarters[4 * i + 3] = n - entries[at + 5] - entries[at + 6] - entries[at + 7];
    // Offsets were truncated to whole steps: half a step is added back on average.
    left[i] = (((key >>> 10) & 1023) - 512 + (entries[at + 2] / n + 0.5) / 4096) * voxels.voxel;
    up[i] = ((key & 1023) - 512 + (entries[at + 3] / n + 0.5) / 4096) * voxels.voxel;
    along[i] = (entries[at + 4] / n + 0.5) / 4096;
    if (reflectivity !== null) reflectivity[i] = sums![at / VOXEL_STRIDE] / n;
  }
  return { count, left, up, along, points, quarters, reflectivity };
}
