import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import { MEASURED, type WallGrid } from '../../src-core/tunnel/wall/cells/wall-grid.ts';
import { thingCells } from '../../src-core/tunnel/wall/objects/thing-cells.ts';
import { type SectionVoxels, SLABS_PER_BLOCK } from '../../src-core/tunnel/wall/voxels/section-voxels.ts';
import { VoxelTable } from '../../src-core/tunnel/wall/voxels/voxel-table.ts';

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

/** Voxels of slabs, each with its points. */
function voxelsOf(
  fill: (add: (slab: number, left: number, up: number, points: number) => void) => void,
): SectionVoxels {
  const blocks = Array.from({ length: Math.ceil(SLABS / SLABS_PER_BLOCK) }, () => new VoxelTable());
  fill((slab, left, up, points) => {
    const [column, row] = [Math.floor(left / VOXEL) + 512, Math.floor(up / VOXEL) + 512];
    const key = ((slab % SLABS_PER_BLOCK) << 20) | (column << 10) | row;
    for (let i = 0; i < points; i++) blocks[Math.floor(slab / SLABS_PER_BLOCK)].add(key, 2048, 2048, 2048, 0);
  });
  return { slab: SLAB, voxel: VOXEL, firstSlab: 0, slabCount: SLABS, blocks };
}

/** Dust everywhere, a duct along the whole drive, boxes here and there, two of them one row of cells too far apart. */
function drive(): SectionVoxels {
  const random = seededRandom(SEED).uniform;
  const boxAt = (slab: number): boolean =>
    [20, 90, 95, 180, 300].some((from) => slab >= from && slab < from + 3) || slab >= SLABS - 2;
  return voxelsOf((add) => {
    for (let slab = 0; slab < SLABS; slab++) {
      for (let i = 0; i < 60; i++) add(slab, 3 * random() - 1.5, 3 * random() - 1.5, 1);
      for (let turn = 0; turn < 12; turn++)
        add(slab, 1.2 + 0.15 * Math.cos(turn / 2), 1.2 + 0.15 * Math.sin(turn / 2), 4);
      if (boxAt(slab))
        for (let i = 0; i < 40; i++) add(slab, -1.4 + 0.6 * random(), -1.4 + 0.6 * random(), 5);
    }
  });
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

/** Two boxes behind one another, with free slabs between them. */
const twoBoxes = (length: number, free: number): SectionVoxels =>
  voxelsOf((add) => {
    for (const from of [30, 30 + length + free])
      for (let slab = from; slab < from + length; slab++)
        for (let i = 0; i < 4; i++) for (let j = 0; j < 4; j++) add(slab, 0.05 * i, 0.05 * j, 5);
  });

describe('two boxes behind one another', () => {
  it('are one thing or two by how far they are apart, however early complete ones are taken', () => {
    const counts = new Set<number>();
    for (let length = 1; length <= 6; length++)
      for (let free = 1; free <= 6; free++) {
        const all = thingCells(twoBoxes(length, free), CENTRE, WALL, Number.POSITIVE_INFINITY);
        expect(thingCells(twoBoxes(length, free), CENTRE, WALL, 1), `${length} and ${free}`).toEqual(all);
        counts.add(all.length);
      }
    expect(counts).toEqual(new Set([1, 2]));
  });

  it('have all of their voxels, each once, slab by slab', () => {
    const [thing] = thingCells(twoBoxes(6, 0), CENTRE, WALL);
    expect(thing.slabs.map(({ slab }) => slab)).toEqual(Array.from({ length: 12 }, (_, k) => 30 + k));
    for (const { places } of thing.slabs) {
      const own = Array.from({ length: places.length / 2 }, (_, i) =>
        [places[2 * i], places[2 * i + 1]].join(),
      );
      expect(new Set(own).size).toBe(4 * 4);
      expect(own).toHaveLength(4 * 4);
    }
    expect(thing.points).toBe(12 * 4 * 4 * 5);
  });
});
