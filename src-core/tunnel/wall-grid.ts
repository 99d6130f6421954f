import type { FloorWater } from './water/floor-water.ts';

/** State of a wall cell: unknown, measured by points, or interpolated from measured cells. */
export const UNKNOWN = 0;
export const MEASURED = 1;
export const FILLED = 2;

/** Wall of a drive by slabs along the axis x angle bins round the section's middle; bin 0 starts at -pi. */
export interface WallGrid {
  readonly slabs: number;
  readonly bins: number;
  /** Radius at the middle of each bin, m from the section's middle; 0 where unknown. */
  readonly radius: Float64Array;
  readonly state: Uint8Array;
  /** Number of points that measured the cell. */
  readonly points: Uint32Array;
  /** Mean reflectivity of the points of a measured cell, NaN elsewhere; left out where it was not gathered. */
  readonly reflectivity?: Float32Array;
  /**
   * Per slab, the share of its directions with an object well inside the wall: nearly all of them at a face.
   * Left out: none.
   */
  readonly blocked?: Float32Array;
  /**
   * Of an interpolated cell: greatest deviation, in either direction, of the rock behind the lip that hides
   * it, m.
   */
  readonly shadow?: Float32Array;
  /**
   * Derivative of each cell's radius with respect to a range bias; left out if the sensor positions are not
   * known.
   */
  readonly facing?: Float32Array;
  /** Standing water and what lies under it; left out: none was found. */
  readonly water?: FloorWater;
}
