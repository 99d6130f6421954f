import type { ControlName } from './control.ts';

/**
 * What a person picked in a map, and so what is fitted to its points there:
 *
 * - `point`: the place itself, as it was clicked, such as the centre of a prism that a program computed;
 * - `paint`, `peg`: a mark on the wall, the place of the wall nearest to the click;
 * - `corner`: where three planes meet;
 * - `sphere`: the centre of a target sphere of a known diameter;
 * - `disc`: the centre of a bright disc of a known diameter;
 * - `checkerboard`: the middle of a board of two by two fields, bright and dark, of a known side.
 */
export const PICK_FEATURES = ['point', 'paint', 'peg', 'corner', 'sphere', 'disc', 'checkerboard'] as const;
export type PickFeature = (typeof PICK_FEATURES)[number];

/** Features whose size has to be known. */
export const SIZED_FEATURES: readonly PickFeature[] = ['sphere', 'disc', 'checkerboard'];

/** Limits of the size of a feature, m. */
export const PICK_SIZES = { least: 0.02, most: 2 } as const;

/** A surveyed point that a person picked in a map: in a cloud, or in the map of scans. */
export interface PickedPoint {
  readonly name: ControlName;
  /** Where it was clicked, m: in the frame of the cloud, or in the sensor frame of `scan`, as an observation is. */
  readonly place: readonly [number, number, number];
  /** Scan that stood nearest to it, so that the pick moves with the poses; absent: picked in a cloud. */
  readonly scan?: number;
  readonly feature: PickFeature;
  /** Diameter of a sphere or disc, side of a checkerboard, m; null: it has none. */
  readonly size: number | null;
}
