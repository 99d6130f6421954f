import type { ScanPose, Trajectory } from '../model/pose.ts';

/** What the evidence of every pose adds up to, for the person who signs. */
export interface AlignmentQuality {
  /** Length of the sensor's path, m. */
  readonly pathLength: number;
  /** Part of it over which the walls did not hold the motion along the drive, m. */
  readonly unobservedLength: number;
  /** Standard deviation of the path's length, m. */
  readonly alongSigma: number;
  readonly notConverged: number;
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
}

/**
 * Distance after which a scan shares no wall with an older one that it was matched to: errors over longer
 * distances are independent, m.
 */
const RENEWAL_LENGTH = 8;
/** Scale error of the map that no scan can see (range scale, range bias on slanted walls), share of the length. */
const SCALE_SIGMA = 0.0005;
/**
 * Error of the length where only the assumed motion holds it, share of that length: on smooth simulated drives the
 * length was wrong by up to a third of the unobserved part (docs/decisions/0004-observability.md).
 */
const UNOBSERVED_SIGMA = 0.3;
/** Unobserved parts up to this share of the path are bridged by their neighbours without a word. */
const TOLERATED_SHARE = 0.02;

/** Judges a trajectory by the quality that was stored with each of its poses. */
export function alignmentQuality({ poses }: Trajectory): AlignmentQuality {
  let pathLength = 0;
  let unobservedLength = 0;
  let variance = 0;
  for (let i = 1; i < poses.length; i++) {
    const step = distance(poses[i - 1], poses[i]);
    pathLength += step;
    if (poses[i].quality.degenerate) unobservedLength += step;
    else variance += (poses[i].quality.weakSigma ** 2 * step) / RENEWAL_LENGTH;
  }
  const notConverged = poses.filter(({ quality }) => !quality.converged).length;
  return {
    pathLength,
    unobservedLength,
    alongSigma: Math.sqrt(
      variance + (SCALE_SIGMA * pathLength) ** 2 + (UNOBSERVED_SIGMA * unobservedLength) ** 2,
    ),
    notConverged,
    warnings: warningsOf(poses, pathLength, unobservedLength, notConverged),
  };
}

function warningsOf(
  poses: readonly ScanPose[],
  pathLength: number,
  unobservedLength: number,
  notConverged: number,
): { code: string; message: string }[] {
  const warnings: { code: string; message: string }[] = [];
  if (unobservedLength > TOLERATED_SHARE * pathLength) {
    const metres = unobservedLength.toFixed(1);
    warnings.push({
      code: 'length-not-observed',
      message: `Over ${metres} m of the ${pathLength.toFixed(1)} m driven the length was not observed: the walls are too smooth along the drive to hold the motion there, which rests on assumed constant velocity. Do not sign a length or a volume over that stretch without control points or a known length.`,
    });
  }
  const unmatched = poses.filter(({ quality, scanIndex }) => scanIndex > 0 && quality.inliers === 0).length;
  if (unmatched > 0) {
    warnings.push({
      code: 'scans-not-matched',
      message: `${unmatched} of ${poses.length} scans could not be matched to the map (sensor covered, or nothing in range); their poses are predictions.`,
    });
  }
  if (notConverged > 0.05 * poses.length) {
    warnings.push({
      code: 'alignment-not-converged',
      message: `The alignment of ${notConverged} of ${poses.length} scans did not settle; look at the map before using it.`,
    });
  }
  return warnings;
}

function distance(a: ScanPose, b: ScanPose): number {
  const [p, q] = [a.T_map_sensor.t, b.T_map_sensor.t];
  return Math.hypot(q[0] - p[0], q[1] - p[1], q[2] - p[2]);
}
