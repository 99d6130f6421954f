import type { Stretch } from '../../model/axis.ts';
import { isUnobserved, type PoseQuality, type ScanPose, withoutBridged } from '../../model/pose.ts';
import type { AxisGeometry } from './axis-geometry.ts';
import { AxisLocator } from './axis-locator.ts';

/** Poses farther from the axis than this have no chainage, m. */
const REACH = 50;
/** Stretches nearer to each other than this are merged, m. */
const JOIN = 2;

/** Pose of a scan, and what constrained it along the drive. */
export interface ObservedPose extends Pick<ScanPose, 'T_map_sensor'> {
  readonly quality: Pick<PoseQuality, 'heldBy' | 'matched' | 'gapSeconds'>;
}

/**
 * Stretches of the axis whose length was not observed: over which the sensor moved from one scan to the next
 * while neither the shape nor the texture of the walls constrained its motion along the drive. In order of
 * chainage. What was assumed while the sensor was covered does not count where the walls told its place afterwards.
 *
 * @param all in order of time
 */
export function unobservedStretches(all: readonly ObservedPose[], axis: AxisGeometry): Stretch[] {
  const poses = withoutBridged(all);
  const locator = new AxisLocator(axis, REACH);
  const [x0, y0, z0] = axis.origin;
  const chainageOf = ({ T_map_sensor: { t } }: ObservedPose): number | null =>
    locator.locate(t[0] - x0, t[1] - y0, t[2] - z0) ? locator.chainage : null;
  const steps: Stretch[] = [];
  for (let i = 1; i < poses.length; i++) {
    if (!isUnobserved(poses[i].quality)) continue;
    const [before, after] = [chainageOf(poses[i - 1]), chainageOf(poses[i])];
    if (before !== null && after !== null)
      steps.push({ from: Math.min(before, after), to: Math.max(before, after) });
  }
  const stretches: { from: number; to: number }[] = [];
  for (const { from, to } of steps.toSorted((a, b) => a.from - b.from)) {
    const last = stretches.at(-1);
    if (last && from - last.to <= JOIN) last.to = Math.max(last.to, to);
    else stretches.push({ from, to });
  }
  return stretches;
}

/** Total length of non-overlapping stretches between two chainages, m. */
export function lengthWithin(stretches: readonly Stretch[], from: number, to: number): number {
  return stretches.reduce(
    (sum, stretch) => sum + Math.max(0, Math.min(to, stretch.to) - Math.max(from, stretch.from)),
    0,
  );
}
