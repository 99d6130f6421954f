import type { Treatments } from '../../../model/drive-object.ts';
import type { WallGrid } from '../cells/wall-grid.ts';
import type { SectionVoxels } from '../voxels/section-voxels.ts';
import { fillBehind } from './fill-behind.ts';
import { type ThingCells, thingCells } from './thing-cells.ts';
import { type ThingShape, thingShape } from './thing-shape.ts';
import type { WallObject } from './wall-object.ts';

/** A thing in a drive with its points and its shape. */
export interface Thing {
  readonly cells: ThingCells;
  readonly shape: ThingShape;
  /** True if a person drew it, and whether its own surface is the wall. */
  readonly byHand?: { readonly isWall: boolean };
}

/** Things well inside a filled wall: vehicles, boxes, ducts, pipes, and what is not classified. */
export function findThings(voxels: SectionVoxels, centre: Float64Array, grid: WallGrid): Thing[] {
  const start = voxels.firstSlab * voxels.slab;
  return thingCells(voxels, centre, grid).flatMap((cells) => {
    const shape = thingShape(cells, grid, centre, start, voxels.slab);
    return shape === null ? [] : [{ cells, shape }];
  });
}

/** Calls `visit` with the cell of the wall in whose direction each point of a thing lies. */
export function forEachDirection(
  { slabs }: ThingCells,
  centre: Float64Array,
  bins: number,
  visit: (cell: number, radius: number) => void,
): void {
  const width = (2 * Math.PI) / bins;
  for (const { slab: k, places } of slabs)
    for (let i = 0; i < places.length; i += 2) {
      const [left, up] = [places[i] - centre[2 * k], places[i + 1] - centre[2 * k + 1]];
      const bin = Math.min(bins - 1, Math.floor((Math.atan2(up, left) + Math.PI) / width));
      visit(k * bins + bin, Math.sqrt(left * left + up * up));
    }
}

/** Fills what things that stand on the floor hide. @param grid changed in place */
export function fillBehindThings(
  things: readonly Thing[],
  grid: WallGrid,
  centre: Float64Array,
  slab: number,
): void {
  for (const { cells, shape } of things) if (shape.stands) fillBehind(cells, grid, centre, slab);
}

/** The entries of things in the list of objects. @param isWall true for the index of a thing whose own surface is the wall */
export function thingObjects(
  things: readonly Thing[],
  voxels: SectionVoxels,
  isWall: (index: number) => boolean,
): WallObject[] {
  const start = voxels.firstSlab * voxels.slab;
  return things.map((thing, i) => {
    const { shape, cells } = thing;
    const from = start + shape.firstSlab * voxels.slab;
    return {
      class: shape.class,
      treatment: isWall(i) ? 'kept' : 'left-out',
      from,
      to: from + shape.volume.length * voxels.slab,
      outline: shape.outline,
      outlineOn: 'plan',
      firstSlab: shape.firstSlab,
      area: shape.area,
      volume: shape.volume,
      sigma: shape.sigma,
      points: cells.points,
      reach: shape.reach,
      cut: (slab) => {
        const outline = shape.sections.get(slab);
        return outline === undefined ? null : { lines: [outline], isClosed: true };
      },
      ...(thing.byHand && { byHand: true }),
    };
  });
}

/**
 * Measures things of a class that is kept as wall as wall again: their cells get the radii that were cleared.
 *
 * @param cleared radius of a cell before objects were removed; 0: it had none
 * @param radius without the objects, changed in place
 * @returns the things that are wall
 */
export function restoreKept(
  things: readonly Thing[],
  treatments: Treatments,
  centre: Float64Array,
  cleared: (cell: number) => number,
  radius: Float64Array,
  bins: number,
): Set<Thing> {
  const walls = new Set<Thing>();
  for (const thing of things) {
    if (treatments[thing.shape.class] !== 'kept') continue;
    forEachDirection(thing.cells, centre, bins, (cell) => {
      if (radius[cell] !== 0 || cleared(cell) === 0) return;
      radius[cell] = cleared(cell);
      walls.add(thing);
    });
  }
  return walls;
}
