import { median } from '../../../math/statistics.ts';
import { verticalCrossings } from '../../../math/vertical-crossings.ts';
import type { Axis } from '../../../model/axis.ts';
import type { FloorPoint } from '../../../model/grade.ts';
import type { Profile } from '../../../model/tunnel.ts';

/** Number of points over the middle third of the width at which the floor height is sampled. */
const PLACES = 31;

/** Floor of one section, in its plane. */
interface SectionFloor {
  /** Middle of the drive's width, m from the axis. */
  readonly left: number;
  readonly up: number;
  readonly measured: boolean;
}

/**
 * Floor of a section: the median height of the lower side of the outline over the middle third of the drive's
 * width, so that neither ditches along the walls nor a stone, a rail or a hole affect it. If at least half of
 * it was measured, only the measured part counts.
 */
export function sectionFloor(profile: Profile): SectionFloor {
  const outline = profile.driveOutline ?? profile.outline;
  const n = outline.length / 2;
  let [low, high] = [outline[0], outline[0]];
  for (let i = 1; i < n; i++) {
    low = Math.min(low, outline[2 * i]);
    high = Math.max(high, outline[2 * i]);
  }
  const all: number[] = [];
  const seen: number[] = [];
  for (let i = 0; i < PLACES; i++) {
    const at = low + (high - low) * (1 / 3 + (i + 0.5) / (3 * PLACES));
    const [lowest] = verticalCrossings(outline, at);
    all.push(lowest.up);
    if (profile.measured[lowest.side] === 1 && profile.measured[(lowest.side + 1) % n] === 1)
      seen.push(lowest.up);
  }
  const measured = 2 * seen.length >= PLACES;
  return { left: (low + high) / 2, up: median(measured ? seen : all), measured };
}

/**
 * Floor line along a drive.
 *
 * @param profiles in order of chainage
 * @param kind of the axis' chainage
 */
export function floorLine(profiles: readonly Profile[], kind: Axis['kind']): FloorPoint[] {
  const points: FloorPoint[] = [];
  let [x, y, run] = [0, 0, 0];
  for (const profile of profiles) {
    const { chainage, origin, left, up } = profile;
    const floor = sectionFloor(profile);
    // In the vertical plane of the axis: a floor that sways to the side is not longer for it.
    const px = origin[0] + floor.up * up[0];
    const py = origin[1] + floor.up * up[1];
    if (points.length > 0) run += Math.hypot(px - x, py - y);
    [x, y] = [px, py];
    const ahead = floor.up * (up[0] * left[1] - up[1] * left[0]);
    const planPerChainage = kind === 'slope' ? up[2] : 1;
    points.push({
      chainage,
      plumbChainage: chainage + ahead / planPerChainage,
      run,
      elevation: origin[2] + floor.up * up[2],
      ...floor,
    });
  }
  return points;
}
