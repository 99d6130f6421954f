import { median } from '../../math/statistics.ts';
import { message } from '../../messages/message.ts';
import { SocavonError } from '../../model/errors.ts';
import type { Profile } from '../../model/tunnel.ts';
import { raysTo } from './wall-layers.ts';

/** Number of directions of the outline, and of profiles used at most. */
const DIRECTIONS = 180;
const MOST_PROFILES = 200;

/**
 * Typical section of a drive, the reference of perimeter position if there is no design: the median radius
 * per direction from the median centroid of all sections, so that niches, heaps and gaps have no influence.
 *
 * @param profiles of the drive; of many, an even selection is used
 * @returns closed outline, (left, up) pairs about the axis, counter-clockwise
 * @throws SocavonError too-few-points without any profile
 */
export function referenceOutline(profiles: readonly Profile[]): Float64Array {
  if (profiles.length === 0) throw new SocavonError('too-few-points', message('unroll-no-section'));
  const step = Math.max(1, profiles.length / MOST_PROFILES);
  const asked: Profile[] = [];
  for (let i = 0; i < profiles.length; i += step) asked.push(profiles[Math.floor(i)]);
  const left = median(asked.map(({ centroid }) => centroid[0]));
  const up = median(asked.map(({ centroid }) => centroid[1]));
  const rays = asked.map(({ outline, driveOutline }) =>
    raysTo(driveOutline ?? outline, left, up, DIRECTIONS),
  );
  const outline: number[] = [];
  for (let j = 0; j < DIRECTIONS; j++) {
    const radius = median(rays.map((ray) => ray[j]).filter(Number.isFinite));
    const angle = ((j + 0.5) * 2 * Math.PI) / DIRECTIONS - Math.PI;
    if (Number.isFinite(radius)) outline.push(left + radius * Math.cos(angle), up + radius * Math.sin(angle));
  }
  return Float64Array.from(outline);
}
