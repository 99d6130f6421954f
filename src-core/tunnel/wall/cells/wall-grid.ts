import type { FloorWater } from './floor-water.ts';

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
  /** Residuals of the points by halves; left out if the points do not tell where they are from. */
  readonly halves?: HalfSums;
}

/**
 * Sums over the residuals of sampled points to their wall, by blocks of slabs, from which halves of the points are
 * compared over any range. Points are compared within one patch of the wall only, so that its relief cancels.
 */
export interface HalfSums {
  /** Slabs of a block. */
  readonly slabs: number;
  readonly blocks: number;
  /** Beams that measured, 0 if they are not known. */
  readonly beams: number;
  /** Per block and split, over the patches with both halves; m^2 and m^3. */
  readonly splits: Float64Array;
  /** Per block: x = f and z = f (1 - f) / (1 - cos 75 deg) of the ray, y = residual, deviations from their patch. */
  readonly angles: Float64Array;
  /** Per block and beam: sums of f^2 and of f y after that regression. */
  readonly byBeam: Float64Array;
}
