/**
 * Points in some frame. f32 relative to a local origin in f64, because mine-grid northings (8-10 million m)
 * leave f32 steps of 0.5-1 m: `p = origin + xyz`.
 */
export interface PointCloud {
  readonly count: number;
  readonly origin: readonly [number, number, number];
  /** 3 * count, metres relative to `origin`. */
  readonly xyz: Float32Array;
  readonly reflectivity?: Uint16Array;
  /** Other numbers of each point, in the order in which a reader was asked for them by name. */
  readonly scalars?: readonly Float64Array[];
  /** Index of the scan each point came from. */
  readonly scanIndex?: Uint32Array;
  /** Row of the sensor's beam table that measured each point. */
  readonly beam?: Uint8Array;
  /** Time at which each point was measured, s on the clock of the sensor. */
  readonly time?: Float64Array;
  /** Distance of each point from the sensor, m. */
  readonly range?: Float32Array;
  /** 1 for each point on the measured wall, else 0. */
  readonly measured?: Uint8Array;
  /** Distance of each point to the line of excavation, m, positive outside; NaN without a design there. */
  readonly overbreak?: Float32Array;
  /**
   * Position that all points were seen from, m, in their frame; null: not known; absent: the position of the path that is
   * nearest to `origin`, which of a scan is the whole metre at its sensor.
   */
  readonly seenFrom?: readonly [number, number, number] | null;
  /** Mean of the accelerometer while the points were taken, m/s^2, in their frame: at rest it points up. */
  readonly force?: readonly [number, number, number];
}

/** Numbers of each point besides its coordinates that a map hands on, and how they are held. */
export const POINT_COLUMNS = [
  ['reflectivity', Uint16Array],
  ['scanIndex', Uint32Array],
  ['beam', Uint8Array],
  ['time', Float64Array],
  ['range', Float32Array],
  ['measured', Uint8Array],
  ['overbreak', Float32Array],
] as const;
