import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import { thingCells } from '../../src-core/tunnel/objects/thing-cells.ts';
import { type SectionVoxels, SLABS_PER_BLOCK } from '../../src-core/tunnel/wall/section-voxels.ts';
import { VoxelTable } from '../../src-core/tunnel/wall/voxel-table.ts';
import { MEASURED, type WallGrid } from '../../src-core/tunnel/wall-grid.ts';

const SEED = 5;
const VOXEL = 0.05;
const SLAB = 0.1;
const SLABS = 400;
const BINS = 72;

/** A round wall of 2.5 m. */
const WALL: WallGrid = {
  slabs: SLABS,
  bins: BINS,
  radius: new Float64Array(SLABS * BINS).fill(2.5),
  state: new Uint8Array(SLABS * BINS).fill(MEASURED),
  points: new Uint32Array(SLABS * BINS).fill(9),
};
const CENTRE = new Float64Array(2 * SLABS);

/** Dust everywhere, a duct along the whole drive, boxes here and there, two of them one row of cells too far apart. */
function drive(): SectionVoxels {
  const random = seededRandom(SEED).uniform;
  const blocks = Array.from({ length: Math.ceil(SLABS / SLABS_PER_BLOCK) }, () => new VoxelTable());
  const add = (slab: number, left: number, up: number, points: number): void => {
    const [column, row] = [Math.floor(left / VOXEL) + 512, Math.floor(up / VOXEL) + 512];
    const key = ((slab % SLABS_PER_BLOCK) << 20) | (column << 10) | row;
    for (let i = 0; i < points; i++) blocks[Math.floor(slab / SLABS_PER_BLOCK)].add(key, 2048, 2048, 2048, 0);
  };
  const boxAt = (slab: number): boolean =>
    [20, 90, 95, 180, 300].some((from) => slab >= from && slab < from + 3) || slab >= SLABS - 2;
  for (let slab = 0; slab < SLABS; slab++) {
    for (let i = 0; i < 60; i++) add(slab, 3 * random() - 1.5, 3 * random() - 1.5, 1);
    for (let turn = 0; turn < 12; turn++)
      add(slab, 1.2 + 0.15 * Math.cos(turn / 2), 1.2 + 0.15 * Math.sin(turn / 2), 4);
    if (boxAt(slab)) for (let i = 0; i < 40; i++) add(slab, -1.4 + 0.6 * random(), -1.4 + 0.6 * random(), 5);
  }
  return { slab: SLAB, voxel: VOXEL, firstSlab: 0, slabCount: SLABS, blocks };
}

describe(`cells of things, taken as soon as they are complete (seed ${SEED})`, () => {
  it.each([1, 7, 300, 8192])(
    'are those of all cells at once, in the same order; looked for from %d on',
    (least) => {
      const all = thingCells(drive(), CENTRE, WALL, Number.POSITIVE_INFINITY);
      expect(all.length).toBeGreaterThan(4);
      expect(thingCells(drive(), CENTRE, WALL, least)).toEqual(all);
    },
  );
});
