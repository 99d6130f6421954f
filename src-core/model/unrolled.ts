import type { Stretch } from './axis.ts';
import type { Sector } from './breaks.ts';

/** A sector of the section by perimeter position, m from the crown, `from` < `to`. */
export interface PerimeterStretch extends Stretch {
  readonly sector: Sector;
}

/**
 * Unrolled wall of a drive: chainage to the right, perimeter position upwards, both in metres, so that the picture
 * has one scale. The perimeter position is measured along a reference outline from the crown, positive to the left
 * looking up-chainage; the floor is cut in its middle. The left wall is above, as in a plan with the chainage to
 * the right: the wall as seen from outside.
 *
 * Cells are rows of columns, the uppermost row first; cells that the outline or the range cuts are smaller.
 */
export interface UnrolledWall {
  readonly chainageFrom: number;
  readonly chainageTo: number;
  /** Edge of a cell, m of chainage and of perimeter position. */
  readonly cell: number;
  readonly columns: number;
  readonly rows: number;
  /** Perimeter position of the upper edge of the first row, m: a multiple of the cell's edge. */
  readonly girthTop: number;
  /** Perimeter position of the cut through the floor, on the left (positive) and on the right (negative), m. */
  readonly girthLeft: number;
  readonly girthRight: number;
  /** From left to right; the floor occurs twice, on either side of the cut. */
  readonly parts: readonly PerimeterStretch[];
  /** Index of the wall's cell (slab x bin, as `WallGrid`) that a ray through the middle of the cell meets. */
  readonly wallCell: Int32Array;
  /** State of that cell: 0 open, 1 measured, 2 interpolated (`tunnel/wall/cells/wall-grid`). */
  readonly state: Uint8Array;
  /**
   * 1 if the wall lies beyond the drive's own line: in a niche or a cross-cut. The value there is that of its far
   * side.
   */
  readonly beyond: Uint8Array;
  /**
   * Wall area of the cell, m^2: its own length along the perimeter times its own length along the axis, which on a
   * bend is longer outside and shorter inside than the chainage; 0 if open. The area of the cell subtracted: the
   * distortion of the picture.
   */
  readonly area: Float32Array;
}

/** Layers of the unrolled wall. */
export type WallLayer = 'design' | 'convergence' | 'residual' | 'reflectivity';

/** An unrolled wall with its layers: one value per cell each, NaN for no data. */
export interface LayeredWall {
  readonly wall: UnrolledWall;
  readonly layers: readonly { readonly layer: WallLayer; readonly values: Float32Array }[];
}
