import { distance3 } from '../math/vec3.ts';
import type { ScanPose } from '../model/pose.ts';

/**
 * Margin between the poses of the first column and the middle of the rotation, which the submap uses: some
 * decimetres, m.
 */
const REACH_MARGIN = 5;
/** Length before its end over which the submap is complete as well, for going back a few more scans, m. */
const SLACK = 20;

/**
 * Index of the first keyframe that may still have points in the submap. Each keyframe drops from the submap
 * whatever is farther from it than the radius. A keyframe more than two radii from the last one therefore has
 * no points left within the radius of the last one.
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
 * Index of the first keyframe that saw anything within the radius of the last one. Points of earlier
 * keyframes are out of that reach, and are dropped from the submap when the last one is added.
 *
 * @param radius of the submap, m
 * @param sight greatest distance of a point from the sensor, m
 */
export function firstInSight(keyframes: readonly ScanPose[], radius: number, sight: number): number {
  if (keyframes.length === 0) return 0;
  const last = keyframes[keyframes.length - 1];
  return keyframes.findIndex(
    (pose) => distance3(pose.T_map_sensor.t, last.T_map_sensor.t) <= radius + sight + REACH_MARGIN + SLACK,
  );
}

/** Keyframes among poses, from scan `from` to before scan `to`. */
export function keyframesBetween(poses: readonly ScanPose[], from: number, to: number): ScanPose[] {
  return poses.filter(({ isKeyframe, scanIndex }) => isKeyframe && scanIndex >= from && scanIndex < to);
}

/** True if a submap that is built up to `last` was already complete at this keyframe. */
export function isSubmapComplete(pose: ScanPose, last: ScanPose): boolean {
  return distance3(pose.T_map_sensor.t, last.T_map_sensor.t) < SLACK;
}
