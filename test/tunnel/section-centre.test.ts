import { describe, expect, it } from 'vitest';
import { sectionCentres } from '../../src-core/tunnel/wall/cells/section-centre.ts';
import { type SectionVoxels, SLABS_PER_BLOCK } from '../../src-core/tunnel/wall/voxels/section-voxels.ts';
import { VoxelTable } from '../../src-core/tunnel/wall/voxels/voxel-table.ts';

const VOXEL = 0.05;
const SLABS = 240;

/** Voxels at places (left, up) of each slab, m from the axis. */
function voxelsOf(placesOf: (slab: number) => readonly (readonly [number, number])[]): SectionVoxels {
  const blocks = Array.from({ length: Math.ceil(SLABS / SLABS_PER_BLOCK) }, () => new VoxelTable());
  for (let slab = 0; slab < SLABS; slab++)
    for (const [left, up] of placesOf(slab)) {
      const [column, row] = [Math.floor(left / VOXEL) + 512, Math.floor(up / VOXEL) + 512];
      const key = ((slab % SLABS_PER_BLOCK) << 20) | (column << 10) | row;
      blocks[Math.floor(slab / SLABS_PER_BLOCK)].add(key, 2048, 2048, 2048, 0);
    }
  return { slab: 0.1, voxel: VOXEL, firstSlab: 0, slabCount: SLABS, blocks };
}

/** Places on a grid that fills a box, m. */
function filled(from: readonly [number, number], to: readonly [number, number], step: number) {
  const places: [number, number][] = [];
  for (let left = from[0]; left <= to[0] + 1e-9; left += step)
    for (let up = from[1]; up <= to[1] + 1e-9; up += step) places.push([left, up]);
  return places;
}

const DRIVE = [
  ...filled([-2.25, -1.7], [-2.25, 2.5], VOXEL),
  ...filled([2.25, -1.7], [2.25, 2.5], VOXEL),
  ...filled([-2.25, -1.7], [2.25, -1.7], VOXEL),
  ...filled([-2.25, 2.5], [2.25, 2.5], VOXEL),
];

describe('the middle of the section', () => {
  it('lies half way between the walls, and between floor and crown', () => {
    const centre = sectionCentres(voxelsOf(() => DRIVE));
    expect(centre[2 * 100]).toBeCloseTo(0, 1);
    expect(centre[2 * 100 + 1]).toBeCloseTo(0.4, 1);
  });

  it('stays in the drive where a cross-cut of 3 m opens whose scattered points outnumber the far wall', () => {
    // Away from the opening only a few voxels of the far wall: the lower quantile lies inside the drive.
    const crossCut = [...DRIVE.filter(([left]) => left > -0.6), ...filled([2.3, -1.7], [6.2, 1.3], 0.2)];
    const centre = sectionCentres(voxelsOf((slab) => (slab >= 105 && slab < 135 ? crossCut : DRIVE)));
    for (let slab = 0; slab < SLABS; slab++) expect(Math.abs(centre[2 * slab])).toBeLessThan(0.1);
  });
});
