/**
 * A scan after preprocessing, in sensor coordinates at the frame's reference instant (the middle of the
 * rotation): motion taken out, thinned, with normals where they could be estimated.
 */
export interface Frame {
  readonly count: number;
  /** 3 * count, metres, sensor frame. */
  readonly xyz: Float32Array;
  /** 3 * count, unit, towards the sensor; (0, 0, 0) where there is none. */
  readonly normal: Float32Array;
  readonly reflectivity: Uint16Array;
  /** Reference instant, sensor clock. */
  readonly stampNs: bigint;
}
