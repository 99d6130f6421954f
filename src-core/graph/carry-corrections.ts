import { compose, expScaled, invert, log, rotationAngle } from '../math/se3.ts';
import type { ScanPose } from '../model/pose.ts';
import type { Rigid } from '../model/rigid.ts';

/**
 * Interpolates the corrections of the anchors to the poses of all scans. Relative to each of its two anchors a scan
 * has a pose by the odometry; it is interpolated between the two along the twist from one to the other, by its
 * share of the path. The correction is thus distributed smoothly, a scan at an anchor gets that anchor's pose, and
 * no lever arm reaches to a far origin.
 *
 * @param anchors indices into `poses`, ascending, the first and the last among them
 * @param refined new `T_map_sensor` of each anchor
 */
export function carryCorrections(
  poses: readonly ScanPose[],
  anchors: readonly number[],
  refined: readonly Rigid[],
): Rigid[] {
  const out: Rigid[] = poses.map(({ T_map_sensor }) => T_map_sensor);
  for (let k = 0; k < anchors.length; k++) out[anchors[k]] = refined[k];
  for (let k = 1; k < anchors.length; k++) {
    const [from, to] = [anchors[k - 1], anchors[k]];
    const shares = motionBetween(poses, from, to);
    const T_from = compose(refined[k - 1], invert(poses[from].T_map_sensor));
    const T_to = compose(refined[k], invert(poses[to].T_map_sensor));
    for (let i = from + 1; i < to; i++) {
      const byFirst = compose(T_from, poses[i].T_map_sensor);
      const bySecond = compose(T_to, poses[i].T_map_sensor);
      out[i] = compose(byFirst, expScaled(log(compose(invert(byFirst), bySecond)), shares[i - from]));
    }
  }
  return out;
}

/** Share of the motion from one pose to another at each pose in between; constant while the robot stands still. */
function motionBetween(poses: readonly ScanPose[], from: number, to: number): Float64Array {
  const travelled = new Float64Array(to - from + 1);
  for (let i = 1; i < travelled.length; i++) {
    const step = compose(invert(poses[from + i - 1].T_map_sensor), poses[from + i].T_map_sensor);
    travelled[i] = travelled[i - 1] + Math.hypot(...step.t) + rotationAngle(step.R);
  }
  const whole = travelled[travelled.length - 1];
  return whole > 0 ? travelled.map((value) => value / whole) : travelled;
}
