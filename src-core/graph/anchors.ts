import { invert, multiply3, rotationAngle } from '../math/se3.ts';
import { distance3 } from '../math/vec3.ts';
import { isLost, type ScanPose, withoutBridged } from '../model/pose.ts';

export interface AnchorOptions {
  /** Distance along the sensor path from one anchor to the next, m ... */
  readonly anchorDistance: number;
  /** ... or rotation between them, rad. */
  readonly anchorAngle: number;
}

export const ANCHOR_DEFAULTS: AnchorOptions = { anchorDistance: 1.5, anchorAngle: 0.35 };

/**
 * Selects the anchors, the poses that are nodes of the graph: the first, the last, those on both sides of a gap whose
 * end was not found, and one in between wherever the sensor has moved or turned far enough. The other poses are interpolated between them (`carryCorrections`).
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
  const counted = new Set(withoutBridged(poses));
  const ends = new Set(must);
  let before = 0;
  for (let i = 1; i < poses.length; i++) {
    if (!counted.has(poses[i])) continue;
    if (isLost(poses[i])) ends.add(before).add(i);
    before = i;
  }
  before = 0;
  for (let i = 1; i < poses.length; i++) {
    // What was predicted under a cover is no place to hold on to.
    if (!counted.has(poses[i]) && !must.has(i)) continue;
    path += stepLength(poses[before], poses[i]);
    before = i;
    const { R } = poses[i].T_map_sensor;
    const turned = rotationAngle(multiply3(invert(last).R, R));
    const isWanted = i === poses.length - 1 || ends.has(i);
    if (!isWanted && path < options.anchorDistance && turned < options.anchorAngle) continue;
    anchors.push(i);
    last = poses[i].T_map_sensor;
    path = 0;
  }
  return anchors;
}

/** Cumulative path length at each pose, m, without what was predicted under a cover. */
export function pathLengths(poses: readonly ScanPose[]): Float64Array {
  const lengths = new Float64Array(poses.length);
  const counted = new Set(withoutBridged(poses));
  let before = 0;
  for (let i = 1; i < poses.length; i++) {
    lengths[i] = lengths[before];
    if (!counted.has(poses[i])) continue;
    lengths[i] += stepLength(poses[before], poses[i]);
    before = i;
  }
  return lengths;
}

function stepLength({ T_map_sensor: { t: a } }: ScanPose, { T_map_sensor: { t: b } }: ScanPose): number {
  return distance3(b, a);
}
