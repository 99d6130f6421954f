import { isUnobserved, type PoseQuality } from '../../../model/pose.ts';

/**
 * Rays of one pass by a bright object: every ray near it, over many scans, in one frame by the odometry's poses.
 * Rays, not points: the direction of a ray is known to the hundredth of a degree, its range only to centimetres.
 */
export interface TargetPass {
  /** 3 per ray: its origin, metres, map frame. */
  readonly origin: number[];
  /** 3 per ray: its return. */
  readonly point: number[];
  /** 1: the return is bright. */
  readonly bright: number[];
  /** Per ray: index of its scan in `scans`. */
  readonly scanOf: number[];
  readonly scans: SightingScan[];
}

/** Direction in which the geometry does not constrain the pose of a scan. */
export interface UnconstrainedMotion {
  /** Unit, map frame. */
  readonly direction: readonly [number, number, number];
  /** Speed error along it, common to a whole pass (1 sigma), m/s. */
  readonly speedSigma: number;
  /** Additional position error of this scan along it (1 sigma), m. */
  readonly placeSigma: number;
}

/** One scan of a pass. */
export interface SightingScan {
  readonly scanIndex: number;
  /** Seconds after the first scan of the pass. */
  readonly seconds: number;
  /** Sensor, map frame, m. */
  readonly sensor: readonly [number, number, number];
  /** Mean of the bright returns, map frame, m. */
  readonly centroid: readonly [number, number, number];
  /** Distance from the sensor to that mean, m. */
  readonly range: number;
  /** Direction that the geometry does not constrain; null: fully constrained. */
  readonly loose: UnconstrainedMotion | null;
}

/** Speed error while texture constrains the motion, m/s: it drifts by some millimetres a metre. */
const TEXTURE_SPEED_SIGMA = 0.03;
/** ... and while neither geometry nor texture does, m/s. */
const UNOBSERVED_SPEED_SIGMA = 0.6;

export function unconstrainedMotionOf(quality: PoseQuality): UnconstrainedMotion | null {
  if (!quality.degenerate) return null;
  const unobserved = isUnobserved(quality);
  return {
    direction: quality.weakDirection,
    speedSigma: unobserved ? UNOBSERVED_SPEED_SIGMA : TEXTURE_SPEED_SIGMA,
    // The growth since the last constrained scan is common to the whole pass; the speed above is its share
    // within it.
    placeSigma: unobserved ? 0 : quality.alongSigma,
  };
}

export function emptyPass(): TargetPass {
  return { origin: [], point: [], bright: [], scanOf: [], scans: [] };
}

/** Section of a pass from consecutive scans, `from` to `to`, exclusive. */
export function passSection(pass: TargetPass, from: number, to: number): TargetPass {
  const part = emptyPass();
  part.scans.push(...pass.scans.slice(from, to));
  pass.scanOf.forEach((scan, i) => {
    if (scan < from || scan >= to) return;
    part.origin.push(...pass.origin.slice(3 * i, 3 * i + 3));
    part.point.push(...pass.point.slice(3 * i, 3 * i + 3));
    part.bright.push(pass.bright[i]);
    part.scanOf.push(scan - from);
  });
  return part;
}
