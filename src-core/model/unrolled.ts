import type { Stretch } from './axis.ts';
import type { Sector } from './breaks.ts';

/** A part of the section along the girth, m from the crown, `from` < `to`. */
export interface PerimeterStretch extends Stretch {
  readonly sector: Sector;
}

/**
 * The wall of a drive laid out flat: chainage to the right, girth upwards, both in metres, so that the picture has one
 * scale. Girth is counted along a reference outline from the crown, positive to the left looking up-chainage; the floor
 * is cut in its middle. The left wall is above, as in a plan with the chainage to the right: the wall as seen from outside.
 *
 * Cells are rows of columns, the uppermost row first; cells that the outline or the range cuts are smaller.
 */
export interface UnrolledWall {
  readonly chainageFrom: number;
  readonly chainageTo: number;
  /** Edge of a cell, m of chainage and of girth. */
  readonly cell: number;
  readonly columns: number;
  readonly rows: number;
  /** Girth of the upper edge of the first row, m: a multiple of the cell's edge. */
  readonly girthTop: number;
  /** Girth of the cut through the floor, on the left (positive) and on the right (negative), m. */
  readonly girthLeft: number;
  readonly girthRight: number;
  /** From left to right; the floor comes twice, on either side of the cut. */
  readonly parts: readonly PerimeterStretch[];
  /** Index of the wall's cell (slab x bin, as `WallGrid`) that a ray through the middle of the cell meets. */
  readonly wallCell: Int32Array;
  /** Of that cell: 0 open, 1 measured, 2 filled (`tunnel/wall-grid`). */
  readonly state: Uint8Array;
  /** 1 where the wall lies beyond the drive's own line: in a niche or a cross-cut. The value there is of its far side. */
  readonly beyond: Uint8Array;
  /**
   * Wall in the cell, m^2: its own girth times its own way along the axis, which on a bend is longer outside and shorter
   * inside than the chainage; 0 where open. Less the area of the cell: by how much the picture lies.
   */
  readonly area: Float32Array;
}

/** What a map of the wall may show. */
export type WallLayer = 'design' | 'convergence' | 'residual' | 'reflectivity';

/** An unrolled wall with what is known of it: one value per cell each, NaN where there is none. */
export interface LayeredWall {
  readonly wall: UnrolledWall;
  readonly layers: readonly { readonly layer: WallLayer; readonly values: Float32Array }[];
}
