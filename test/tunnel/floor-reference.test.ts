import { expect, it } from 'vitest';
import { type SectionVoxels, SLABS_PER_BLOCK } from '../../src-core/tunnel/wall/voxels/section-voxels.ts';
import { VoxelTable } from '../../src-core/tunnel/wall/voxels/voxel-table.ts';
import { floorReference } from '../../src-core/tunnel/wall/water/floor-reference.ts';

const [SLABS, SLAB, VOXEL] = [600, 0.1, 0.05];
/** Level of the floor, and of what water mirrors between the slabs `WET`, m. */
const [FLOOR, IMAGE] = [-1.525, -2.525];
const WET = [200, 400];

it('the floor over a pool is that before and behind it, though it was seen in every third slab alone', () => {
  const blocks = Array.from({ length: Math.ceil(SLABS / SLABS_PER_BLOCK) }, () => new VoxelTable());
  const add = (slab: number, left: number, up: number, points: number): void => {
    const [column, row] = [Math.floor(left / VOXEL) + 512, Math.floor(up / VOXEL) + 512];
    const key = ((slab % SLABS_PER_BLOCK) << 20) | (column << 10) | row;
    for (let i = 0; i < points; i++) blocks[Math.floor(slab / SLABS_PER_BLOCK)].add(key, 2048, 2048, 2048, 0);
  };
  for (let slab = 0; slab < SLABS; slab += 3) {
    const isWet = slab >= WET[0] && slab < WET[1];
    if (!isWet) for (let left = -0.5; left <= 0.5; left += 0.1) add(slab, left, FLOOR, 3);
    else if (slab % 60 === 0) add(slab, 0.1, IMAGE, 2);
  }
  const voxels: SectionVoxels = { slab: SLAB, voxel: VOXEL, firstSlab: 0, slabCount: SLABS, blocks };
  const result = floorReference(voxels, new Float64Array(2 * SLABS));
  // To the height of a voxel, in which points are told by their mean.
  for (const up of result) expect(Math.abs(up - FLOOR)).toBeLessThan(VOXEL);
});
