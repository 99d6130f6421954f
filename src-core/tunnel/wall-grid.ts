/** What a cell of the wall is: nothing known, measured by points, or filled in between measured cells. */
export const UNKNOWN = 0;
export const MEASURED = 1;
export const FILLED = 2;

/** The wall unrolled: slabs along the axis x angle bins round the section's middle; bin 0 starts at -pi. */
export interface WallGrid {
  readonly slabs: number;
  readonly bins: number;
  /** Radius at the middle of each bin, m from the section's middle; 0 where unknown. */
  readonly radius: Float64Array;
  readonly state: Uint8Array;
  /** Points that measured the cell. */
  readonly points: Uint32Array;
  /** Mean reflectivity of the points of a measured cell, NaN elsewhere; left out where it was not gathered. */
  readonly reflectivity?: Float32Array;
  /** Per slab the share of its directions in which something stands well inside the wall: nearly all of them at a face. Left out: none. */
  readonly blocked?: Float32Array;
  /** Of a filled cell: how far the rock behind the lip that hides it may lie from where it was put, either way, m. */
  readonly shadow?: Float32Array;
  /**
   * Per cell how far its radius moves for each metre that all ranges are too long; left out where it is not known from
   * where the points were seen.
   */
  readonly facing?: Float32Array;
}
