import { message } from '../../messages/message.ts';
import { SocavonError } from '../../model/errors.ts';
import type { ScanPose } from '../../model/pose.ts';
import type { DynamicOptions } from './dynamic-options.ts';

/** Selects the poses whose scans serve as views: spaced by distance, or by time while the robot stands still. */
export function choosePlaces(poses: readonly ScanPose[], options: DynamicOptions): number[] {
  if (!(options.viewDistance > 0 && options.viewSeconds > 0 && options.viewsEachSide >= 1))
    throw new SocavonError('usage', message('moved-views'));
  const places: number[] = [];
  poses.forEach(({ T_map_sensor: { t }, stampNs }, i) => {
    const last = poses[places[places.length - 1]];
    if (last === undefined) {
      places.push(i);
      return;
    }
    const distance = Math.hypot(...last.T_map_sensor.t.map((value, axis) => value - t[axis]));
    const seconds = Number(stampNs - last.stampNs) * 1e-9;
    if (distance >= options.viewDistance || seconds >= options.viewSeconds) places.push(i);
  });
  return places;
}

/**
 * Entries of `places` whose views cover a pose, nearest first, alternately after and before it. The very next one
 * on either side is skipped: it may be so near that a walking person is still there.
 *
 * @param next first entry of `places` that is not before the pose
 */
export function viewsAround(places: readonly number[], next: number, eachSide: number): number[] {
  return Array.from({ length: eachSide }, (_, i) => [next + i + 1, next - i - 2])
    .flat()
    .filter((entry) => entry >= 0 && entry < places.length);
}
