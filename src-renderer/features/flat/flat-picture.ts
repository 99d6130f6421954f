import type { Sector } from '../../../src-core/model/breaks.ts';
import type { ConvergenceMap } from '../../../src-core/model/convergence.ts';
import type { UnrolledWall } from '../../../src-core/model/unrolled.ts';
import { classOf, type MapClasses } from '../../../src-core/report/figures/map-classes.ts';
import { rasterise } from '../../../src-core/report/figures/rasterise.ts';
import type { Extent } from './flat-view.ts';

/** Raster of the unrolled wall: chainage to the right, the left wall at the top, the crown in the middle. */
export interface FlatPicture {
  readonly columns: number;
  readonly rows: number;
  /** RGBA, 4 bytes per cell. */
  readonly rgba: Uint8Array<ArrayBuffer>;
  /** Extent, m; cells that reach beyond it are clipped. */
  readonly extent: Extent;
  /** Cell size along the drive and along the perimeter, m. */
  readonly along: number;
  readonly round: number;
  /** Upper edge of the first row, m. */
  readonly top: number;
  /** Sector names on the left, each from `from` to `to`, m upwards. */
  readonly parts: readonly { readonly sector: Sector; readonly from: number; readonly to: number }[];
  /** True if y is a perimeter position, false if it is only a direction. */
  readonly hasGirth: boolean;
}

/** Raster of a layer of an unrolled wall. @param values one per cell */
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

/** Default perimeter, m, if no section was measured in both surveys. */
const DEFAULT_PERIMETER = 14;
/** Named quadrants around the section, from the crown. */
const AROUND: readonly { sector: Sector; from: number; to: number }[] = [
  { sector: 'floor', from: 0.375, to: 0.5 },
  { sector: 'leftWall', from: 0.125, to: 0.375 },
  { sector: 'crown', from: -0.125, to: 0.125 },
  { sector: 'rightWall', from: -0.375, to: -0.125 },
  { sector: 'floor', from: -0.5, to: -0.375 },
];

/**
 * Raster of the movement between two surveys by patch; movement that is not significant is drawn as zero. Patches
 * are divided by direction from the section's centre, so they are drawn about as high as they are wide on the wall.
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
      const own = classOf(classes, movementOf(map, patchAt(map, row, column)));
      if (own < 0) continue;
      const at = 4 * (row * rows + column);
      rgba.set(colours[own], at);
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

/** Patch of the map for a cell of its raster: columns of the map start on the right, the raster at the floor. */
export function patchAt({ columns }: ConvergenceMap, row: number, column: number): number {
  return column * columns + ((row + Math.round(columns / 4)) % columns);
}

/** Movement of a patch, m, positive outward; 0 if not significant, NaN if the patch was not compared. */
export function movementOf({ distance, significant }: ConvergenceMap, patch: number): number {
  return Number.isNaN(distance[patch]) || significant[patch] === 1 ? distance[patch] : 0;
}

/** Perimeter of an ellipse of the median width and height of the sections, m. */
function perimeterOf({ profiles }: ConvergenceMap): number {
  const girths = profiles
    .flatMap(({ width, height }) => (width && height ? [(Math.PI / 2) * (width.before + height.before)] : []))
    .sort((a, b) => a - b);
  return girths[girths.length >> 1] ?? DEFAULT_PERIMETER;
}
