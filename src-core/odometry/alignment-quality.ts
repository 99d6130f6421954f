import { heldVarianceAlong } from '../graph/path-errors.ts';
import { isUnobserved, type ScanPose, type Trajectory } from '../model/pose.ts';
import { sentence, type Warning } from '../model/sentences.ts';

/** What the evidence of every pose adds up to, for the person who signs. */
export interface AlignmentQuality {
  /** Length of the sensor's path, m. */
  readonly pathLength: number;
  /** Part of it over which the walls did not hold the motion along the drive, m. */
  readonly unobservedLength: number;
  /** Standard deviation of the path's length, m. */
  readonly alongSigma: number;
  readonly notConverged: number;
  readonly warnings: readonly Warning[];
}

/** Stamps that lie farther apart say that the clock was set or the recording paused, not how long the robot drove, s. */
const LONGEST_STEP = 2;
/** Unobserved parts up to this share of the time are bridged by their neighbours without a word. */
const TOLERATED_SHARE = 0.02;

/** Judges a trajectory by the quality that was stored with each of its poses. */
export function alignmentQuality({ poses }: Trajectory): AlignmentQuality {
  let pathLength = 0;
  let unobservedLength = 0;
  let seconds = 0;
  let unobservedSeconds = 0;
  // Of what is held, and of the present stretch that is not: there each scan's sigma is all since the last that was.
  let variance = 0;
  let bridged = 0;
  for (let i = 1; i < poses.length; i++) {
    const step = distance(poses[i - 1], poses[i]);
    const time = Number(poses[i].stampNs - poses[i - 1].stampNs) * 1e-9;
    const drove = Math.min(Math.max(time, 0), LONGEST_STEP);
    pathLength += step;
    seconds += drove;
    if (isUnobserved(poses[i].quality)) {
      unobservedLength += step;
      unobservedSeconds += drove;
      bridged = poses[i].quality.alongSigma ** 2;
    } else {
      variance += bridged;
      bridged = 0;
    }
    variance += heldLengthVariance(poses[i - 1], poses[i], step);
  }
  const notConverged = poses.filter(({ quality }) => !quality.converged).length;
  return {
    pathLength,
    unobservedLength,
    alongSigma: Math.sqrt(variance + bridged),
    notConverged,
    warnings: warningsOf(poses, { pathLength, seconds, unobservedLength, unobservedSeconds }, notConverged),
  };
}

/** Of one step along its way, besides what is not held, m^2. */
function heldLengthVariance(before: ScanPose, pose: ScanPose, step: number): number {
  if (step === 0) return 0;
  const [p, q] = [before.T_map_sensor.t, pose.T_map_sensor.t];
  return heldVarianceAlong(before, pose, [(q[0] - p[0]) / step, (q[1] - p[1]) / step, (q[2] - p[2]) / step]);
}

/** Metres and seconds of the path, and of its part that was not observed. */
interface Way {
  readonly pathLength: number;
  readonly seconds: number;
  readonly unobservedLength: number;
  readonly unobservedSeconds: number;
}

function warningsOf(
  poses: readonly ScanPose[],
  { pathLength, seconds, unobservedLength, unobservedSeconds }: Way,
  notConverged: number,
): Warning[] {
  const warnings: Warning[] = [];
  if (unobservedSeconds > TOLERATED_SHARE * seconds) {
    const metres = unobservedLength.toFixed(1);
    warnings.push({
      code: 'length-unobserved',
      message: `The length was not observed during ${unobservedSeconds.toFixed(0)} of ${seconds.toFixed(0)} s (${metres} of the ${pathLength.toFixed(1)} m of the found path): neither the shape nor the texture of the walls holds the motion there, which may have been shorter or longer. Do not sign a length or a volume over that stretch without a known length or control points.`,
      sentence: sentence('length-unobserved', {
        seconds: unobservedSeconds.toFixed(0),
        ofSeconds: seconds.toFixed(0),
        metres,
        ofMetres: pathLength.toFixed(1),
      }),
    });
  }
  const unmatched = poses.filter(({ quality }, i) => i > 0 && quality.inliers === 0).length;
  if (unmatched > 0) {
    warnings.push({
      code: 'scans-not-matched',
      message: `${unmatched} of ${poses.length} scans could not be matched to the map (sensor covered, or nothing in range); their poses are predictions.`,
      sentence: sentence('scans-not-matched', { count: unmatched, of: poses.length }),
    });
  }
  if (notConverged > 0.05 * poses.length) {
    warnings.push({
      code: 'alignment-not-converged',
      message: `The alignment of ${notConverged} of ${poses.length} scans did not settle; look at the map before using it.`,
      sentence: sentence('alignment-not-converged', { count: notConverged, of: poses.length }),
    });
  }
  return warnings;
}

function distance(a: ScanPose, b: ScanPose): number {
  const [p, q] = [a.T_map_sensor.t, b.T_map_sensor.t];
  return Math.hypot(q[0] - p[0], q[1] - p[1], q[2] - p[2]);
}
