/** Centreline of a working: a polyline in the map frame (mine grid), with its chainage. */
export interface Axis {
  /** Metres along the axis, ascending, one per vertex. */
  readonly chainage: Float64Array;
  /** 3 per vertex, metres, map frame, f64. */
  readonly xyz: Float64Array;
  /** 'slope': along the 3D line; 'horizontal': along its plan projection. Always stated with a chainage. */
  readonly kind: 'slope' | 'horizontal';
  /** 'trajectory' and 'map': its length is the map's; 'given': its own. */
  readonly source: 'trajectory' | 'map' | 'given';
  /** Stretch that the sensor itself travelled, if the axis is extended straight beyond it; left out: all of it. */
  readonly travelled?: Stretch;
}

/** Stretch of an axis, chainages, m. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/**
 * Orientation of the section planes: 'normal' to the axis, or 'vertical', normal to the plan direction of the axis.
 * On a ramp a vertical section is larger by 1 / cos of the grade; the volume is the same.
 */
export type SectionPlane = 'normal' | 'vertical';
