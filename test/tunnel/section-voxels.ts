import type { Axis } from '../../src-core/model/axis.ts';
import { AxisGeometry } from '../../src-core/tunnel/axis/axis-geometry.ts';
import { AxisLocator } from '../../src-core/tunnel/axis/axis-locator.ts';
import { type SectionVoxels, SLABS_PER_BLOCK } from '../../src-core/tunnel/wall/voxels/section-voxels.ts';
import { VoxelTable } from '../../src-core/tunnel/wall/voxels/voxel-table.ts';

const SLAB = 0.1;
const VOXEL = 0.05;
const REACH = 8;

/** Points along an axis in the voxels that a wall is built from. @param xyz 3 per point, map coordinates */
export function sectionVoxels(
  axis: Axis,
  xyz: ArrayLike<number>,
): { readonly geometry: AxisGeometry; readonly voxels: SectionVoxels } {
  const geometry = new AxisGeometry(axis);
  const locator = new AxisLocator(geometry, REACH);
  const firstSlab = Math.floor(geometry.start / SLAB + 1e-9);
  const slabCount = Math.ceil(geometry.end / SLAB - 1e-9) - firstSlab;
  const blocks = Array.from({ length: Math.ceil(slabCount / SLABS_PER_BLOCK) }, () => new VoxelTable());
  const [ox, oy, oz] = geometry.origin;
  for (let i = 0; i < xyz.length; i += 3) {
    if (!locator.locate(xyz[i] - ox, xyz[i + 1] - oy, xyz[i + 2] - oz)) continue;
    const [slab, along] = split(locator.chainage / SLAB - firstSlab);
    const [column, left] = split(locator.left / VOXEL + 512);
    const [row, up] = split(locator.up / VOXEL + 512);
    if (slab < 0 || slab >= slabCount) continue;
    const key = ((slab % SLABS_PER_BLOCK) << 20) | (column << 10) | row;
    blocks[Math.floor(slab / SLABS_PER_BLOCK)].add(key, left, up, along, 0);
  }
  return { geometry, voxels: { slab: SLAB, voxel: VOXEL, firstSlab, slabCount, blocks } };
}

/** Whole part, and the fraction in 1/4096. */
function split(value: number): readonly [number, number] {
  const whole = Math.floor(value);
  return [whole, Math.floor(4096 * (value - whole))];
}
