import { constrainedVarianceAlong } from '../graph/path-covariance.ts';
import { median } from '../math/statistics.ts';
import { distance3 } from '../math/vec3.ts';
import { remark } from '../messages/remark.ts';
import { isUnobserved, type ScanPose, type Trajectory, withoutBridged } from '../model/pose.ts';
import type { Warning } from '../model/warnings.ts';

/** Summary of the pose quality of a trajectory, for the report. */
export interface AlignmentQuality {
  /** Path length of the sensor, m. */
  readonly pathLength: number;
  /** Part of the path length over which the geometry did not constrain the motion along the drive, m. */
  readonly unobservedLength: number;
  /** Standard uncertainty of the path length, m, 1 sigma. */
  readonly alongSigma: number;
  readonly notConverged: number;
  readonly warnings: readonly Warning[];
}

/**
 * Longest step between stamps that counts as motion, s; a longer one means that the clock was set or the recording
 * paused.
 */
const LONGEST_STEP = 2;
/** Share of the time that may be unobserved without a warning; such parts are bridged by their neighbours. */
const TOLERATED_SHARE = 0.02;

/**
 * Scatter of the returns about the surfaces that they were matched to, m, above which they are not of walls: 0.02 m
 * is the noise of a range, 0.02 m are usual on blasted rock and 0.03 m over dense mesh 0.1 m before it, whereas dust
 * that sends back a ray in every 20 m gives 0.08 m.
 */
const MOST_SCATTER = 0.05;

/** Summarises the quality stored with each pose of a trajectory. */
export function alignmentQuality(trajectory: Trajectory): AlignmentQuality {
  const poses = withoutBridged(trajectory.poses);
  let pathLength = 0;
  let unobservedLength = 0;
  let seconds = 0;
  let unobservedSeconds = 0;
  // Variance of the constrained scans, and of the current unconstrained stretch: there each scan's sigma is
  // cumulative since the last constrained scan.
  let variance = 0;
  let bridged = 0;
  for (let i = 1; i < poses.length; i++) {
    const step = distance3(poses[i - 1].T_map_sensor.t, poses[i].T_map_sensor.t);
    const time = Number(poses[i].stampNs - poses[i - 1].stampNs) * 1e-9;
    const drove = poses[i].quality.gapSeconds ?? Math.min(Math.max(time, 0), LONGEST_STEP);
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
    warnings: warningsOf(
      trajectory.poses,
      { pathLength, seconds, unobservedLength, unobservedSeconds },
      notConverged,
    ),
  };
}

/** Variance of the length of one step, m^2, without the share that grows along an unconstrained direction. */
function constrainedLengthVariance(before: ScanPose, pose: ScanPose, step: number): number {
  if (step === 0) return 0;
  const [p, q] = [before.T_map_sensor.t, pose.T_map_sensor.t];
  return constrainedVarianceAlong(before, pose, [
    (q[0] - p[0]) / step,
    (q[1] - p[1]) / step,
    (q[2] - p[2]) / step,
  ]);
}

/** Length (m) and duration (s) of the path and of its unobserved part. */
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
  const gaps = gapsOf(withoutBridged(poses));
  if (gaps.length > 0) warnings.push(gapWarning(gaps));
  const unmatched = poses.filter(({ quality }, i) => i > 0 && quality.inliers === 0).length;
  if (unmatched > 0) {
    warnings.push({
      code: 'scans-not-matched',
      ...remark('scans-not-matched', { count: unmatched, of: poses.length }),
    });
  }
  const scatter = median(
    poses.filter(({ quality }) => quality.matched > 0).map(({ quality }) => quality.rms),
  );
  if (scatter > MOST_SCATTER) {
    warnings.push({
      code: 'returns-scatter',
      ...remark('returns-scatter', { metres: scatter.toFixed(2), most: MOST_SCATTER }),
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

/** A gap in the recording, and the step across it. */
interface Gap {
  readonly seconds: number;
  readonly metres: number;
  readonly sigma: number;
  readonly isObserved: boolean;
}

function gapsOf(poses: readonly ScanPose[]): Gap[] {
  return poses.flatMap(({ quality, T_map_sensor }, i) =>
    quality.gapSeconds === undefined || i === 0
      ? []
      : [
          {
            seconds: quality.gapSeconds,
            metres: distance3(poses[i - 1].T_map_sensor.t, T_map_sensor.t),
            sigma: quality.alongSigma,
            isObserved: !isUnobserved(quality),
          },
        ],
  );
}

function gapWarning(gaps: readonly Gap[]): Warning {
  const lost = gaps.filter(({ isObserved }) => !isObserved);
  const seconds = (of: readonly Gap[]) => of.reduce((sum, gap) => sum + gap.seconds, 0).toFixed(0);
  if (lost.length === 0)
    return {
      code: 'recording-gap',
      ...remark('recording-gap-found', { count: gaps.length, seconds: seconds(gaps) }),
    };
  return {
    code: 'recording-gap',
    ...remark('recording-gap-lost', {
      count: lost.length,
      of: gaps.length,
      seconds: seconds(lost),
      metres: lost.reduce((sum, { metres }) => sum + metres, 0).toFixed(1),
      plusMinus: (2 * Math.hypot(...lost.map(({ sigma }) => sigma))).toFixed(1),
    }),
  };
}
