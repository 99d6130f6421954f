/**
 * A rigid transform. Named by its frames: `T_map_sensor` takes sensor coordinates to map coordinates,
 * `p_map = T_map_sensor * p_sensor`; inner names cancel in products.
 */
export interface Rigid {
  /** Rotation, 9 numbers, row-major. */
  readonly R: Float64Array;
  /** Translation, 3 numbers, metres. */
  readonly t: Float64Array;
}

/** Unit quaternion, Hamilton convention, x y z w (the order of the TUM trajectory format). */
export type Quaternion = readonly [x: number, y: number, z: number, w: number];
