import { median, quantile } from '../math/statistics.ts';
import { distance3 } from '../math/vec3.ts';
import type { Axis, Stretch } from '../model/axis.ts';
import { isUnobserved, type ScanPose, type Trajectory, withoutBridged } from '../model/pose.ts';
import { AxisGeometry } from '../tunnel/axis/axis-geometry.ts';
import { unobservedStretches } from '../tunnel/axis/unobserved-stretches.ts';

/** Quality summary of an alignment. */
export interface AlignmentSummary {
  readonly scans: number;
  readonly keyframes: number;
  /** Path length of the sensor, m. */
  readonly pathLength: number;
  /** Root mean square of the point-to-plane residuals of a scan, m. */
  readonly rms: { readonly median: number; readonly worst: number };
  /** Standard deviation along the weakest direction of a scan, from its own geometry, m. */
  readonly weakSigma: { readonly median: number; readonly p95: number };
  /** Scans whose motion along the weakest direction rests on a prior. */
  readonly unobserved: { readonly scans: number; readonly share: number; readonly withGyro: number };
  readonly notConverged: number;
  /** Stretches of the axis whose length rests on a prior, in order of chainage. */
  readonly unobservedStretches: readonly Stretch[];
}

export function alignmentSummary(trajectory: Trajectory, axis: Axis): AlignmentSummary {
  const { poses } = trajectory;
  const counted = withoutBridged(poses);
  const unobserved = counted.filter(({ quality }) => isUnobserved(quality));
  const rms = poses.map(({ quality }) => quality.rms);
  const weak = poses.map(({ quality }) => quality.weakSigma);
  return {
    scans: poses.length,
    keyframes: poses.filter((pose) => pose.isKeyframe).length,
    pathLength: pathLength(counted),
    rms: { median: median(rms), worst: quantile(rms, 1) },
    weakSigma: { median: median(weak), p95: quantile(weak, 0.95) },
    unobserved: {
      scans: unobserved.length,
      share: poses.length > 0 ? unobserved.length / poses.length : 0,
      withGyro: unobserved.filter(({ quality }) => quality.byGyro).length,
    },
    notConverged: poses.filter(({ quality }) => !quality.converged).length,
    unobservedStretches: unobservedStretches(poses, new AxisGeometry(axis)),
  };
}

function pathLength(poses: readonly ScanPose[]): number {
  let length = 0;
  for (let i = 1; i < poses.length; i++) {
    const [a, b] = [poses[i - 1].T_map_sensor.t, poses[i].T_map_sensor.t];
    length += distance3(b, a);
  }
  return length;
}
