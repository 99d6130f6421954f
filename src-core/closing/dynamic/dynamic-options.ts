/** Thresholds of dynamic object removal. */
export interface DynamicOptions {
  /** Spacing of the views along the path, m, ... */
  readonly viewDistance: number;
  /** ... or in time while the robot stands still, s. */
  readonly viewSeconds: number;
  /** Number of views before, and of views after, a scan. */
  readonly viewsEachSide: number;
  /**
   * Least distance that a ray continues behind a position for the position to count as empty, m and share of its
   * range ...
   */
  readonly behind: number;
  readonly behindShare: number;
  /**
   * ... and least distance of the position from the surface that the ray meets, across the surface, m and share of
   * range.
   */
  readonly clearance: number;
  readonly clearanceShare: number;
  /** Least number of views that must see through the position of a return. */
  readonly minThrough: number;
  /** Largest share of the views with evidence that may still see an object there. */
  readonly maxSeenShare: number;
  /** Largest distance of neighbouring returns of one body in the image of a scan, m. */
  readonly bodyStep: number;
  /** Returns connected to dynamic ones are dynamic too, unless more than this share of the views sees them. */
  readonly bodySeenShare: number;
}

export const DYNAMIC_DEFAULTS: DynamicOptions = {
  viewDistance: 0.35,
  viewSeconds: 1,
  viewsEachSide: 4,
  behind: 0.2,
  behindShare: 0.02,
  clearance: 0.2,
  clearanceShare: 0.01,
  minThrough: 2,
  maxSeenShare: 0.34,
  bodyStep: 0.3,
  bodySeenShare: 0.25,
};
