/**
 * What one pass by a shining thing left: every ray that went near it, over many scans, in one frame by the odometry's
 * poses. Rays, not points: where a ray goes is known to the hundredth of a degree, how far only to centimetres.
 */
export interface TargetPass {
  /** 3 per ray: where it starts, metres, map frame. */
  readonly origin: number[];
  /** 3 per ray: where it returned from. */
  readonly point: number[];
  /** 1 where the return shone. */
  readonly bright: number[];
  /** Per ray: place of its scan in `scans`. */
  readonly scanOf: number[];
  readonly scans: SightingScan[];
}

/** One scan of a pass. */
export interface SightingScan {
  readonly scanIndex: number;
  /** Seconds after the first scan of the pass. */
  readonly seconds: number;
  /** Sensor, map frame, m. */
  readonly sensor: readonly [number, number, number];
  /** Mean of the shining returns, map frame, m. */
  readonly centroid: readonly [number, number, number];
  /** Distance from the sensor to it, m. */
  readonly range: number;
  /** Direction in which the motion was not held by the walls, map frame; null where it was. */
  readonly loose: readonly [number, number, number] | null;
}

export function emptyPass(): TargetPass {
  return { origin: [], point: [], bright: [], scanOf: [], scans: [] };
}
