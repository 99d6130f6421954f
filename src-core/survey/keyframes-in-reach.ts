import { distance3 } from '../math/vec3.ts';
import type { ScanPose } from '../model/pose.ts';

/** Poses are those of the first column, the submap goes by the middle of the rotation: some decimetres away, m. */
const REACH_MARGIN = 5;
/** The submap is built so that it was whole already so far before its end, for who goes back some scans more, m. */
const SLACK = 20;

/**
 * Index of the first keyframe of which the submap may still hold something. Each keyframe makes the submap forget what
 * is farther from it than the radius. So one that lies more than two radii from the last had nothing left, when the
 * submap went on from there, of what is within the last one's radius.
 *
 * @param radius of the submap, m
 */
export function firstInReach(keyframes: readonly ScanPose[], radius: number): number {
  if (keyframes.length === 0) return 0;
  const last = keyframes[keyframes.length - 1];
  return (
    keyframes.findLastIndex(
      (pose) => distance3(pose.T_map_sensor.t, last.T_map_sensor.t) > 2 * radius + REACH_MARGIN + SLACK,
    ) + 1
  );
}

/**
 * Index of the first keyframe that saw anything within the radius of the last one. What those before it left is out of
 * that reach, and so is gone from the submap when the last one has joined.
 *
 * @param radius of the submap, m
 * @param sight how far from the sensor a point may lie, m
 */
export function firstInSight(keyframes: readonly ScanPose[], radius: number, sight: number): number {
  if (keyframes.length === 0) return 0;
  const last = keyframes[keyframes.length - 1];
  return keyframes.findIndex(
    (pose) => distance3(pose.T_map_sensor.t, last.T_map_sensor.t) <= radius + sight + REACH_MARGIN + SLACK,
  );
}

/** Keyframes among poses, from one scan to before another. */
export function keyframesBetween(poses: readonly ScanPose[], from: number, to: number): ScanPose[] {
  return poses.filter(({ isKeyframe, scanIndex }) => isKeyframe && scanIndex >= from && scanIndex < to);
}

/** Whether a submap that is built up to the last of such keyframes was whole already after this one of them. */
export function isSubmapComplete(pose: ScanPose, last: ScanPose): boolean {
  return distance3(pose.T_map_sensor.t, last.T_map_sensor.t) < SLACK;
}
