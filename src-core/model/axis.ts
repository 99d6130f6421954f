/** Centreline of a working: a polyline in the map frame (mine grid), with its chainage. */
export interface Axis {
  /** Metres along the axis, ascending, one per vertex. */
  readonly chainage: Float64Array;
  /** 3 per vertex, metres, map frame, f64. */
  readonly xyz: Float64Array;
  /** 'slope': along the 3D line; 'horizontal': along its plan projection. Always said which. */
  readonly kind: 'slope' | 'horizontal';
  /** 'trajectory' and 'map': its length is the map's; 'given': its own. */
  readonly source: 'trajectory' | 'map' | 'given';
  /** Where the robot itself went, where the axis runs on straight beyond it; left out: all along. */
  readonly way?: Stretch;
}

/** A part of an axis, chainages, m. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/**
 * How sections are cut: 'normal' to the axis, or 'vertical', normal to the plan direction of the axis. On a ramp a vertical
 * section is larger by 1 / cos of the grade; the volume is the same.
 */
export type SectionPlane = 'normal' | 'vertical';
