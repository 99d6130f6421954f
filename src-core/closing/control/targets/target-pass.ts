import { isUnobserved, type PoseQuality } from '../../../model/pose.ts';

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

/** A direction in which a scan's pose rests on less than the shape of the walls. */
export interface UnconstrainedMotion {
  /** Unit, map frame. */
  readonly direction: readonly [number, number, number];
  /** How wrong the speed along it may be for a whole pass (1 sigma), m/s. */
  readonly speedSigma: number;
  /** How wrong this scan's place along it may be besides (1 sigma), m. */
  readonly placeSigma: number;
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
  /** Where the shape of the walls does not hold the motion; null where it does. */
  readonly loose: UnconstrainedMotion | null;
}

/** Speed error while texture holds the motion: it slides by some millimetres a metre, m/s. */
const TEXTURE_SPEED_SIGMA = 0.03;
/** ... and while nothing of the walls does, m/s. */
const UNOBSERVED_SPEED_SIGMA = 0.6;

export function unconstrainedMotionOf(quality: PoseQuality): UnconstrainedMotion | null {
  if (!quality.degenerate) return null;
  const unobserved = isUnobserved(quality);
  return {
    direction: quality.weakDirection,
    speedSigma: unobserved ? UNOBSERVED_SPEED_SIGMA : TEXTURE_SPEED_SIGMA,
    // What has grown since the last held scan is the same for the whole pass; the speed above is its share in it.
    placeSigma: unobserved ? 0 : quality.alongSigma,
  };
}

export function emptyPass(): TargetPass {
  return { origin: [], point: [], bright: [], scanOf: [], scans: [] };
}

/** The part of a pass that some scans in a row left, `from` up to and without `to`. */
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
