import { median } from '../../math/statistics.ts';
import type { SectionVoxels } from '../wall/section-voxels.ts';
import type { WallGrid } from '../wall-grid.ts';
import type { DrawnObject } from './corrected-voxels.ts';
import { thingShape } from './thing-shape.ts';
import { forEachDirection, type Thing } from './things.ts';

/** What a person drew lies on the wall if half of its points are nearer to it than this, m: the rules' objects are not. */
const ON_WALL = 0.3;
/**
 * Standard uncertainty of the void between an object and the wall behind it, as a share: the wall there is interpolated,
 * or seen through mesh whose layers overlap.
 */
const BETWEEN_ERROR = 0.2;

/**
 * Shapes of the objects that a person drew, of the class that was given and however small.
 *
 * @param centre (left, up) of the section's middle per slab
 * @param grid filled
 */
export function drawnThings(
  drawn: readonly DrawnObject[],
  { firstSlab, slab }: SectionVoxels,
  centre: Float64Array,
  grid: WallGrid,
): Thing[] {
  return drawn.flatMap(({ class: name, cells, isWall }) => {
    const shape = thingShape(cells, grid, centre, firstSlab * slab, slab, name);
    return shape === null ? [] : [{ cells, shape, byHand: { isWall } }];
  });
}

/**
 * The thing with the void behind it, if a person drew it on the wall: mesh, muck and flat things take the void between
 * their surface and the wall, of which the hull of their seen sides has only a part.
 *
 * @param grid filled, also behind the thing
 */
export function withVoidBehind(thing: Thing, grid: WallGrid, centre: Float64Array, slab: number): Thing {
  const { cells, shape, byHand } = thing;
  if (byHand === undefined || byHand.isWall) return thing;
  const { bins, radius } = grid;
  const sums = new Map<number, { sum: number; points: number }>();
  const gaps: number[] = [];
  forEachDirection(cells, centre, bins, (cell, r) => {
    const held = sums.get(cell) ?? { sum: 0, points: 0 };
    sums.set(cell, { sum: held.sum + r, points: held.points + 1 });
    gaps.push(radius[cell] - r);
  });
  const isOnWall = shape.class === 'mesh' || shape.class === 'muck' || median(gaps) < ON_WALL;
  if (!isOnWall) return thing;
  const width = (2 * Math.PI) / bins;
  const area = new Float64Array(shape.area.length);
  const volume = new Float64Array(shape.volume.length);
  for (const [cell, { sum, points }] of sums) {
    const inner = sum / points;
    const k = Math.floor(cell / bins) - shape.firstSlab;
    area[k] += radius[cell] * width * slab;
    volume[k] += (Math.max(0, radius[cell] ** 2 - inner ** 2) / 2) * width * slab;
  }
  const all = volume.reduce((total, ofSlab) => total + ofSlab, 0);
  return { ...thing, shape: { ...shape, area, volume, sigma: BETWEEN_ERROR * all } };
}

/** Directions in which a person drew an object that is left out: 1 per cell of the wall. */
export function coveredCells(
  drawn: readonly DrawnObject[],
  centre: Float64Array,
  slabs: number,
  bins: number,
): Uint8Array {
  const covered = new Uint8Array(slabs * bins);
  for (const { cells, isWall } of drawn)
    if (!isWall)
      forEachDirection(cells, centre, bins, (cell) => {
        covered[cell] = 1;
      });
  return covered;
}
