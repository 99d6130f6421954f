import { invert, multiply3, rotationAngle } from '../math/se3.ts';
import type { ScanPose } from '../model/pose.ts';

export interface AnchorOptions {
  /** The sensor goes this far from one anchor to the next, m ... */
  readonly anchorDistance: number;
  /** ... or turns so far, rad. */
  readonly anchorAngle: number;
}

export const ANCHOR_DEFAULTS: AnchorOptions = { anchorDistance: 1.5, anchorAngle: 0.35 };

/**
 * The poses that stand for the trajectory in the graph: the first, the last, and between them one wherever the sensor has
 * gone or turned far enough. The others move with them.
 *
 * @param must indices of poses that are anchors in any case
 * @returns indices into `poses`, ascending
 */
export function chooseAnchors(
  poses: readonly ScanPose[],
  options: AnchorOptions = ANCHOR_DEFAULTS,
  must: ReadonlySet<number> = new Set(),
): number[] {
  if (poses.length === 0) return [];
  const anchors = [0];
  let last = poses[0].T_map_sensor;
  let path = 0;
  for (let i = 1; i < poses.length; i++) {
    path += stepLength(poses[i - 1], poses[i]);
    const { R } = poses[i].T_map_sensor;
    const turned = rotationAngle(multiply3(invert(last).R, R));
    const isWanted = i === poses.length - 1 || must.has(i);
    if (!isWanted && path < options.anchorDistance && turned < options.anchorAngle) continue;
    anchors.push(i);
    last = poses[i].T_map_sensor;
    path = 0;
  }
  return anchors;
}

/** Length of the path up to each pose, m. */
export function pathLengths(poses: readonly ScanPose[]): Float64Array {
  const lengths = new Float64Array(poses.length);
  for (let i = 1; i < poses.length; i++) lengths[i] = lengths[i - 1] + stepLength(poses[i - 1], poses[i]);
  return lengths;
}

function stepLength({ T_map_sensor: { t: a } }: ScanPose, { T_map_sensor: { t: b } }: ScanPose): number {
  return Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
}
