import { SocavonError } from '../model/errors.ts';
import type { AxisGeometry } from './axis-geometry.ts';
import type { WallGrid } from './wall-grid.ts';

/** Beyond the robot's own way a slab counts where at least this share of its outline was measured ... */
const WELL_MEASURED = 0.8;
/** ... and no face stands in it. */
const MOST_BLOCKED = 0.25;
/** Less than this beyond an end of the way is a slab that the end cuts, not a stretch: the axis begins where the robot did, m. */
const LEAST_BEYOND = 0.5;
/** Chainages of slabs are this exact, m. */
const SAME = 1e-6;

/** What `surveyedSlabs` looks at of a wall. */
export interface SurveyedWall {
  readonly geometry: AxisGeometry;
  /** Per slab: whether it is closed, and the length of its outline and the part of it that was measured, m. */
  readonly rings: {
    readonly closed: Uint8Array;
    readonly perimeter: Float64Array;
    readonly measured: Float64Array;
  };
  readonly grid: Pick<WallGrid, 'slabs' | 'blocked'>;
  chainageOf(slab: number): number;
}

/**
 * First and last slab between which the wall is known. Along the robot's own way there may be open slabs between;
 * beyond its ends, where a wall is seen from afar only, slabs count as long as one joins on to the other without a gap, and
 * where they make half a metre or more.
 *
 * @throws SocavonError too-few-points where no slab is closed
 */
export function surveyedSlabs(wall: SurveyedWall): { first: number; last: number } {
  const { geometry, rings, grid } = wall;
  const { closed, measured, perimeter } = rings;
  if (!closed.includes(1))
    throw new SocavonError(
      'too-few-points',
      `No section between chainages ${geometry.start.toFixed(1)} and ${geometry.end.toFixed(1)} closes: the points cover too little of the wall there. Check that the axis runs through the map; a narrow sensor also sees crown and floor only some metres ahead, so drive it further than what is to be measured.`,
    );
  const { way } = geometry.axis;
  if (way === undefined) return { first: closed.indexOf(1), last: closed.lastIndexOf(1) };
  const onWay = (k: number): boolean => wall.chainageOf(k + 1) > way.from && wall.chainageOf(k) < way.to;
  let first = closed.findIndex((value, k) => value === 1 && onWay(k));
  let last = closed.findLastIndex((value, k) => value === 1 && onWay(k));
  // A way too short to have seen crown and floor beside itself: what was seen ahead of it counts.
  if (first < 0) {
    const ahead = closed.findIndex((value, k) => value === 1 && wall.chainageOf(k) >= way.to);
    first = last = ahead < 0 ? closed.lastIndexOf(1) : ahead;
  }
  const goesOn = (k: number): boolean =>
    k >= 0 &&
    k < grid.slabs &&
    closed[k] === 1 &&
    (onWay(k) || (measured[k] >= WELL_MEASURED * perimeter[k] && (grid.blocked?.[k] ?? 0) <= MOST_BLOCKED));
  const [firstOnWay, lastOnWay] = [first, last];
  while (goesOn(first - 1)) first--;
  while (goesOn(last + 1)) last++;
  const isShort = (beyond: number): boolean => beyond < LEAST_BEYOND - SAME;
  return {
    first: isShort(wall.chainageOf(firstOnWay) - wall.chainageOf(first)) ? firstOnWay : first,
    last: isShort(wall.chainageOf(last + 1) - wall.chainageOf(lastOnWay + 1)) ? lastOnWay : last,
  };
}
