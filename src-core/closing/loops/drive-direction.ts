import { invert, rotateVector } from '../../math/se3.ts';
import type { ScanPose } from '../../model/pose.ts';

/**
 * Direction of the drive at an anchor, in its sensor's frame: from the previous anchor to the next; forward if they
 * coincide.
 *
 * @param anchors indices into `poses`
 */
export function driveDirection(
  poses: readonly ScanPose[],
  anchors: readonly number[],
  anchor: number,
): [number, number, number] {
  const a = poses[anchors[Math.max(0, anchor - 1)]].T_map_sensor.t;
  const b = poses[anchors[Math.min(anchors.length - 1, anchor + 1)]].T_map_sensor.t;
  const [x, y, z] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const length = Math.hypot(x, y, z);
  if (length === 0) return [1, 0, 0];
  const { R } = invert(poses[anchors[anchor]].T_map_sensor);
  return rotateVector(R, x / length, y / length, z / length);
}
