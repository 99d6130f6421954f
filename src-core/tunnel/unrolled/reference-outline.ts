import { median } from '../../math/statistics.ts';
import { SocavonError } from '../../model/errors.ts';
import type { Profile } from '../../model/tunnel.ts';
import { raysTo } from './wall-layers.ts';

/** Directions of the outline, and the most profiles that are asked. */
const DIRECTIONS = 180;
const MOST_PROFILES = 200;

/**
 * The section that a drive mostly has, to measure girth along where there is no design: per direction from the middle of
 * all sections the median radius, so that niches, heaps and gaps have no say.
 *
 * @param profiles of the drive; of many, an even choice is taken
 * @returns closed outline, (left, up) pairs about the axis, counter-clockwise
 * @throws SocavonError too-few-points without any profile
 */
export function referenceOutline(profiles: readonly Profile[]): Float64Array {
  if (profiles.length === 0)
    throw new SocavonError(
      'too-few-points',
      'No section closes in this range, so the wall cannot be unrolled; give a range that was surveyed, or a design.',
    );
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
