import type { FloorWater, WallPool } from '../cells/floor-water.ts';
import type { WallGrid } from '../cells/wall-grid.ts';
import type { WallRelief } from '../cells/wall-relief.ts';
import type { WallCut, WallObject } from '../objects/wall-object.ts';

/**
 * Greatest mean depth of water on the floor of a drive to reckon with, m: hollows worn by wheels and dug by loaders
 * are up to 0.4 m deep, and on average as deep as half of that to two thirds.
 */
const TYPICAL = 0.25;
/**
 * ... and as a share of its width: the sides of a hollow in broken rock are not steeper than about 1 in 2, and a
 * cone is on average a third as deep as in its middle, a bowl half: 0.5 / 2 / 3 to 0.5 / 2 / 2 of the width.
 */
const OF_WIDTH = 0.125;
/** Standard deviations of the floor's relief that a hollow is deep at most. */
const RELIEF = 2;
/**
 * Standard deviation of a given mean depth, as a share of it: depths of a bowl are uniform from 0 to twice their
 * mean, so that the mean of five readings with a rod has 1 / sqrt(3) / sqrt(5).
 */
const READINGS = 0.26;

/**
 * Greatest mean depth to reckon with in a pool, m.
 *
 * @param slab thickness of a slab, m
 */
export function depthBound(pool: WallPool, relief: WallRelief, bin: number, slab: number): number {
  const area = pool.area.reduce((sum, ofSlab) => sum + ofSlab, 0);
  const length = pool.area.filter((ofSlab) => ofSlab > 0).length * slab;
  const width = Math.min(length, area / length);
  const ofRelief = relief.sigmaOf(width, pool.firstSlab + (pool.area.length >> 1), bin);
  return Math.max(Math.min(TYPICAL, OF_WIDTH * width), Number.isNaN(ofRelief) ? 0 : RELIEF * ofRelief);
}

/**
 * Standard uncertainty of a volume due to standing water, m^3 (docs/volume.md, 4.6). The depth of each pool is
 * uniform between 0 and its bound, independent of the others; the value takes it as 0, so the mean of what is
 * missing counts too (GUM F.2.4.5). Undecided returns count with their whole void.
 *
 * @param shareOf share of a slab that lies in the range
 */
export function waterSigma(water: FloorWater, shareOf: (slab: number) => number): number {
  let [missing, variance] = [0, 0];
  for (const pool of water.pools) {
    const area = pool.area.reduce((sum, ofSlab, i) => sum + ofSlab * shareOf(pool.firstSlab + i), 0);
    variance += (area * pool.levelSigma) ** 2;
    if (water.depth === null) {
      missing += (area * pool.depthBound) / 2;
      variance += (area * pool.depthBound) ** 2 / 12;
    } else variance += (area * READINGS * water.depth) ** 2;
  }
  return Math.sqrt(missing * missing + variance);
}

/** The pools as objects of the wall: the water under their surface, where its depth is known. */
export function poolObjects(
  { pools, depth, cells }: FloorWater,
  { bins, slabs, radius }: Pick<WallGrid, 'bins' | 'slabs' | 'radius'>,
  centre: Float64Array,
  chainageOf: (slab: number) => number,
): WallObject[] {
  /** Line of the water's surface in the section of a slab. */
  const cut = (number: number, k: number): WallCut | null => {
    if (k < 0 || k >= slabs) return null;
    const lefts: number[] = [];
    let up = 0;
    for (let j = 0; j < bins; j++) {
      if (cells[k * bins + j] !== number) continue;
      const angle = ((j + 0.5) * 2 * Math.PI) / bins - Math.PI;
      lefts.push(centre[2 * k] + radius[k * bins + j] * Math.cos(angle));
      up += centre[2 * k + 1] + radius[k * bins + j] * Math.sin(angle) + (depth ?? 0);
    }
    if (lefts.length < 2) return null;
    const level = up / lefts.length;
    const line = Float64Array.of(Math.min(...lefts), level, Math.max(...lefts), level);
    return { lines: [line], isClosed: false };
  };
  return pools.map((pool, i) => ({
    class: 'water',
    treatment: depth === null ? 'kept' : 'left-out',
    from: chainageOf(pool.firstSlab),
    to: chainageOf(pool.firstSlab + pool.area.length),
    outline: pool.outline,
    outlineOn: 'plan',
    firstSlab: pool.firstSlab,
    area: pool.area,
    volume: pool.area.map((area) => area * (depth ?? 0)),
    sigma: waterSigma({ ...NO_WATER, pools: [pool], depth }, () => 1),
    points: pool.points,
    cut: (k) => cut(i + 1, k),
  }));
}

const NO_WATER: FloorWater = {
  cells: new Uint16Array(0),
  pools: [],
  mirrored: [],
  undecided: [],
  depth: null,
};
