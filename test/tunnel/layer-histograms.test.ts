import { describe, expect, it } from 'vitest';
import { rockBeyondMeans } from '../../src-core/tunnel/wall/objects/cell-layers.ts';
import {
  type CellMeans,
  forEachOffset,
  layerHistograms,
  TILE,
} from '../../src-core/tunnel/wall/objects/layer-histograms.ts';
import { type SectionVoxels, SLABS_PER_BLOCK } from '../../src-core/tunnel/wall/voxels/section-voxels.ts';
import { VoxelTable } from '../../src-core/tunnel/wall/voxels/voxel-table.ts';

const [SLABS, BINS, RADIUS, SLAB, VOXEL] = [60, 72, 2, 0.1, 0.05];
const CENTRE = new Float64Array(2 * SLABS);

/** A round wall with a point in the middle of each cell. */
function points(): SectionVoxels {
  const blocks = Array.from({ length: Math.ceil(SLABS / SLABS_PER_BLOCK) }, () => new VoxelTable());
  for (let slab = 0; slab < SLABS; slab++)
    for (let bin = 0; bin < BINS; bin++) {
      const angle = ((bin + 0.5) * 2 * Math.PI) / BINS - Math.PI;
      const [left, up] = [RADIUS * Math.cos(angle), RADIUS * Math.sin(angle)].map((at) => at / VOXEL + 512);
      const key = ((slab % SLABS_PER_BLOCK) << 20) | (Math.floor(left) << 10) | Math.floor(up);
      const part = (at: number): number => Math.floor(4096 * (at % 1));
      blocks[Math.floor(slab / SLABS_PER_BLOCK)].add(key, part(left), part(up), 2048, 0);
    }
  return { slab: SLAB, voxel: VOXEL, firstSlab: 0, slabCount: SLABS, blocks };
}

function wallOf(built: Partial<CellMeans> = {}): CellMeans {
  return {
    ...{ slabs: SLABS, bins: BINS, radius: new Float64Array(SLABS * BINS).fill(RADIUS) },
    ...{ angle: () => 0, along: () => 0.5, blocked: new Float32Array(SLABS) },
    ...built,
  };
}

function slabsSeen(wall: CellMeans): number[] {
  const seen = new Set<number>();
  forEachOffset(points(), CENTRE, wall, null, (cell) => seen.add(Math.floor(cell / BINS)));
  return [...seen].sort((a, b) => a - b);
}

describe('distances of points from the wall', () => {
  it('are told of every slab, but of those at a face, as many before as behind it', () => {
    const all = Array.from({ length: SLABS }, (_, k) => k);
    expect(slabsSeen(wallOf())).toEqual(all);
    const blocked = new Float32Array(SLABS);
    blocked.fill(0.6, 28, 32);
    const left = all.filter((k) => !slabsSeen(wallOf({ blocked })).includes(k));
    expect(left).toEqual(Array.from({ length: left.length }, (_, i) => left[0] + i));
    expect(28 - left[0]).toBeGreaterThan(0);
    expect(left.at(-1)! - 31).toBe(28 - left[0]);
  });

  it('are summed by tiles of half a metre, which cover the wall, each point once', () => {
    const {
      rows,
      columns,
      slabsPerRow,
      binsPerColumn,
      points: counted,
    } = layerHistograms(points(), CENTRE, wallOf());
    expect(slabsPerRow * SLAB).toBeCloseTo(TILE, 9);
    expect(Math.abs(binsPerColumn * ((2 * Math.PI * RADIUS) / BINS) - TILE)).toBeLessThan(
      (Math.PI * RADIUS) / BINS,
    );
    expect(rows).toBe(Math.ceil(SLABS / slabsPerRow));
    expect(columns).toBe(Math.ceil(BINS / binsPerColumn));
    expect(counted.reduce((sum, one) => sum + one, 0)).toBe(SLABS * BINS);
  });

  it('give a place of the rock where there is wall behind mesh, and none where there is no wall', () => {
    const radius = Float64Array.from({ length: SLABS * BINS }, (_, cell) => (cell % BINS < 10 ? 0 : RADIUS));
    const layers = { rock: 0.03, sigma: 0.01, gap: 0.06, innerSigma: 0.01, share: 0.5, gain: 99 };
    const beyond = rockBeyondMeans(points(), CENTRE, wallOf({ radius }), () => layers);
    // With a single point a cell has the place of its tile.
    for (let cell = 0; cell < beyond.length; cell++)
      expect(beyond[cell]).toBeCloseTo(radius[cell] > 0 ? layers.rock : 0, 12);
  });
});
