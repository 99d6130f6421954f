import type { Sector } from '../../../src-core/model/breaks.ts';
import type { ConvergenceMap } from '../../../src-core/model/convergence.ts';
import type { UnrolledWall } from '../../../src-core/model/unrolled.ts';
import { classOf, type MapClasses } from '../../../src-core/report/figures/map-classes.ts';
import { rasterise } from '../../../src-core/report/figures/rasterise.ts';
import type { Extent } from './flat-view.ts';

/** A picture of the wall laid out flat: chainage to the right, the left wall above, the crown in the middle. */
export interface FlatPicture {
  readonly columns: number;
  readonly rows: number;
  /** Red, green, blue, opacity, 4 a cell. */
  readonly rgba: Uint8Array<ArrayBuffer>;
  /** m; cells that reach beyond it are cut. */
  readonly extent: Extent;
  /** Edge of a cell along the drive and round it, m. */
  readonly along: number;
  readonly round: number;
  /** Upper edge of the first row, m. */
  readonly top: number;
  /** Names to the left, each from `from` to `to`, m upwards. */
  readonly parts: readonly { readonly sector: Sector; readonly from: number; readonly to: number }[];
  /** Whether y is a girth to be read off, or only a direction. */
  readonly hasGirth: boolean;
}

/** A layer of an unrolled wall. @param values one per cell */
export function wallPicture(wall: UnrolledWall, values: Float32Array, classes: MapClasses): FlatPicture {
  const { columns, rows, cell, chainageFrom, chainageTo, girthTop, girthLeft, girthRight, parts } = wall;
  return {
    columns,
    rows,
    rgba: rasterise(wall, values, classes).rgba,
    extent: { left: chainageFrom, right: chainageTo, top: girthLeft, bottom: girthRight },
    along: cell,
    round: cell,
    top: girthTop,
    parts,
    hasGirth: true,
  };
}

/** Girth of a section whose width and height nobody measured twice, m. */
const DEFAULT_PERIMETER = 14;
/** Quarters of the turn about the crown, by their names. */
const AROUND: readonly { sector: Sector; from: number; to: number }[] = [
  { sector: 'floor', from: 0.375, to: 0.5 },
  { sector: 'leftWall', from: 0.125, to: 0.375 },
  { sector: 'crown', from: -0.125, to: 0.125 },
  { sector: 'rightWall', from: -0.375, to: -0.125 },
  { sector: 'floor', from: -0.5, to: -0.375 },
];

/**
 * Movement between two surveys, patch by patch; what is not significant is as good as nothing. Patches are counted by their
 * direction from the section's middle, so that they are drawn about as high as they are wide on the wall.
 */
export function convergencePicture(map: ConvergenceMap, classes: MapClasses): FlatPicture {
  const { from, step, rows, columns } = map;
  const girth = perimeterOf(map);
  const rgba = new Uint8Array(4 * rows * columns);
  const colours = classes.colours.map((colour) =>
    [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)),
  );
  for (let row = 0; row < columns; row++)
    for (let column = 0; column < rows; column++) {
      const found = classOf(classes, movementOf(map, patchAt(map, row, column)));
      if (found < 0) continue;
      const at = 4 * (row * rows + column);
      rgba.set(colours[found], at);
      rgba[at + 3] = 255;
    }
  return {
    columns: rows,
    rows: columns,
    rgba,
    extent: { left: from, right: from + rows * step, top: girth / 2, bottom: -girth / 2 },
    along: step,
    round: girth / columns,
    top: girth / 2,
    parts: AROUND.map(({ sector, from: low, to: high }) => ({ sector, from: low * girth, to: high * girth })),
    hasGirth: false,
  };
}

/** Patch of the map that a cell of its picture shows: columns of the map begin on the right, the picture in the floor. */
export function patchAt({ columns }: ConvergenceMap, row: number, column: number): number {
  return column * columns + ((row + Math.round(columns / 4)) % columns);
}

/** m, positive where the void grew; 0 where it is noise, NaN where the patch was not compared. */
export function movementOf({ distance, significant }: ConvergenceMap, patch: number): number {
  return Number.isNaN(distance[patch]) || significant[patch] === 1 ? distance[patch] : 0;
}

/** Of an ellipse as wide and high as the sections mostly are, m. */
function perimeterOf({ profiles }: ConvergenceMap): number {
  const girths = profiles
    .flatMap(({ width, height }) => (width && height ? [(Math.PI / 2) * (width.before + height.before)] : []))
    .sort((a, b) => a - b);
  return girths[girths.length >> 1] ?? DEFAULT_PERIMETER;
}
