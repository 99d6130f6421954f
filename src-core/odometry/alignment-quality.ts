import { constrainedVarianceAlong } from '../graph/path-covariance.ts';
import { distance3 } from '../math/vec3.ts';
import { remark } from '../messages/remark.ts';
import { isUnobserved, type ScanPose, type Trajectory } from '../model/pose.ts';
import type { Warning } from '../model/warnings.ts';

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
    const step = distance3(poses[i - 1].T_map_sensor.t, poses[i].T_map_sensor.t);
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
    variance += constrainedLengthVariance(poses[i - 1], poses[i], step);
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
function constrainedLengthVariance(before: ScanPose, pose: ScanPose, step: number): number {
  if (step === 0) return 0;
  const [p, q] = [before.T_map_sensor.t, pose.T_map_sensor.t];
  return constrainedVarianceAlong(before, pose, [
    (q[0] - p[0]) / step,
    (q[1] - p[1]) / step,
    (q[2] - p[2]) / step,
  ]);
}

/** Metres and seconds of the path, and of its part that was not observed. */
interface PathTotals {
  readonly pathLength: number;
  readonly seconds: number;
  readonly unobservedLength: number;
  readonly unobservedSeconds: number;
}

function warningsOf(
  poses: readonly ScanPose[],
  { pathLength, seconds, unobservedLength, unobservedSeconds }: PathTotals,
  notConverged: number,
): Warning[] {
  const warnings: Warning[] = [];
  if (unobservedSeconds > TOLERATED_SHARE * seconds) {
    const metres = unobservedLength.toFixed(1);
    warnings.push({
      code: 'length-unobserved',
      ...remark('length-unobserved', {
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
      ...remark('scans-not-matched', { count: unmatched, of: poses.length }),
    });
  }
  if (notConverged > 0.05 * poses.length) {
    warnings.push({
      code: 'alignment-not-converged',
      ...remark('alignment-not-converged', { count: notConverged, of: poses.length }),
    });
  }
  return warnings;
}
