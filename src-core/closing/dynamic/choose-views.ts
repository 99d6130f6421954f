import { message } from '../../messages/message.ts';
import { SocavonError } from '../../model/errors.ts';
import type { PlacedScan, PlacedScans } from '../../model/placed-scans.ts';
import type { DynamicOptions } from './dynamic-options.ts';

/** Selects the poses whose scans serve as views: spaced by distance, or by time while the robot stands still. */
export function choosePlaces(poses: PlacedScans, options: DynamicOptions): number[] {
  if (!(options.viewDistance > 0 && options.viewSeconds > 0 && options.viewsEachSide >= 1))
    throw new SocavonError('usage', message('moved-views'));
  const places: number[] = [];
  let last: PlacedScan | null = null;
  let i = 0;
  for (const pose of poses) {
    if (last === null || isAway(last, pose, options)) {
      places.push(i);
      last = pose;
    }
    i++;
  }
  return places;
}

function isAway(
  last: PlacedScan,
  { T_map_sensor: { t }, stampNs }: PlacedScan,
  options: DynamicOptions,
): boolean {
  const distance = Math.hypot(...last.T_map_sensor.t.map((value, axis) => value - t[axis]));
  const seconds = Number(stampNs - last.stampNs) * 1e-9;
  return distance >= options.viewDistance || seconds >= options.viewSeconds;
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
