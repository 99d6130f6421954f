import { median } from '../../../math/statistics.ts';
import type { WallGrid } from '../cells/wall-grid.ts';
import type { SectionVoxels } from '../voxels/section-voxels.ts';
import type { DrawnObject } from './corrected-voxels.ts';
import { CLEAR, type ThingCells } from './thing-cells.ts';
import { thingShape } from './thing-shape.ts';
import { forEachDirection, type Thing } from './things.ts';

/**
 * Returns of a box nearer to the filled wall than this are the wall's own, m: five times the range noise.
 */
const AT_WALL = 0.1;
/** What a person drew lies on the wall if half of its other points are nearer to it than this, m: the rules' objects are not. */
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
 * A thing that a person drew, as it stands before the filled wall: a box is larger than its object, and what of its
 * returns is at the wall is no part of the object. Mesh, muck and what lies on the wall take the void between their
 * surface and the wall, of which the hull of their seen sides has only a part.
 *
 * @param grid filled, also behind the thing
 * @returns the same for a thing of the rules
 */
export function beforeWall(
  thing: Thing,
  grid: WallGrid,
  centre: Float64Array,
  { firstSlab, slab }: SectionVoxels,
): Thing {
  const { cells, shape, byHand } = thing;
  if (byHand === undefined || byHand.isWall) return thing;
  if (shape.class === 'mesh' || shape.class === 'muck') return withVoidBehind(thing, grid, centre, slab);
  const off = gapsOf(cells, grid, centre).filter((gap) => gap > AT_WALL);
  if (off.length === 0 || median(off) < ON_WALL) return withVoidBehind(thing, grid, centre, slab);
  const clear = clearOf(cells, grid, centre);
  if (clear.slabs.length === 0) return thing;
  const own = thingShape(clear, grid, centre, firstSlab * slab, slab, shape.class);
  return own === null ? thing : { ...thing, shape: own };
}

/** How far inside the wall each point of a thing is, m. */
function gapsOf(cells: ThingCells, { bins, radius }: WallGrid, centre: Float64Array): number[] {
  const gaps: number[] = [];
  forEachDirection(cells, centre, bins, (cell, r) => gaps.push(radius[cell] - r));
  return gaps;
}

/** The points of a thing that are as clear of the wall as the rules want them; of the wall in a box none is. */
function clearOf({ slabs, points }: ThingCells, grid: WallGrid, centre: Float64Array): ThingCells {
  const inside = slabs.map((ofSlab) => {
    const gaps = gapsOf({ slabs: [ofSlab], points }, grid, centre);
    return { ...ofSlab, places: ofSlab.places.filter((_, i) => gaps[i >> 1] > CLEAR) };
  });
  return { slabs: inside.filter(({ places }) => places.length > 0), points };
}

function withVoidBehind(thing: Thing, grid: WallGrid, centre: Float64Array, slab: number): Thing {
  const { cells, shape } = thing;
  const { bins, radius } = grid;
  const sums = new Map<number, { sum: number; points: number }>();
  forEachDirection(cells, centre, bins, (cell, r) => {
    const held = sums.get(cell) ?? { sum: 0, points: 0 };
    sums.set(cell, { sum: held.sum + r, points: held.points + 1 });
  });
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
