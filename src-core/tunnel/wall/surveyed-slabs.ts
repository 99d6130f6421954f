import { message } from '../../messages/message.ts';
import { SocavonError } from '../../model/errors.ts';
import type { AxisGeometry } from '../axis-geometry.ts';
import type { OpeningExtent } from '../recess/recess-extent.ts';
import type { WallGrid } from '../wall-grid.ts';

/** Beyond the sensor path a slab counts if at least this share of its outline was measured ... */
const WELL_MEASURED = 0.8;
/** ... and there is no face in it. */
const MOST_BLOCKED = 0.25;
/**
 * Least length of surveyed wall beyond an end of the path, m; less is a slab that the end cuts: the axis
 * begins where the robot did.
 */
const LEAST_BEYOND = 0.5;
/**
 * Length of wall that must follow an opening beyond the path, m; otherwise it is not known where the opening
 * ends.
 */
const WALL_BEHIND = 0.5;
/** Tolerance for chainages of slabs, m. */
const SAME = 1e-6;

/** Input of `surveyedSlabs`. */
export interface SurveyedWall {
  readonly geometry: AxisGeometry;
  /** Per slab: closed or not, length of its outline, and the measured part of it, m. */
  readonly rings: {
    readonly closed: Uint8Array;
    readonly perimeter: Float64Array;
    readonly measured: Float64Array;
  };
  readonly grid: Pick<WallGrid, 'slabs' | 'blocked'>;
  chainageOf(slab: number): number;
  /** Openings of niches and cross-cuts; called only if slabs beyond the path count. */
  openings(): readonly OpeningExtent[];
}

/**
 * First and last slab between which the wall is known. Along the sensor path there may be open slabs between;
 * beyond its ends, where a wall is seen from afar only, slabs count as long as they are connected without a
 * gap, and add up to half a metre or more. They end before an opening that is not followed by wall: whether
 * that is a recess, or the drive turning away from its axis, was not observed.
 *
 * @throws SocavonError too-few-points if no slab is closed
 */
export function surveyedSlabs(wall: SurveyedWall): { first: number; last: number } {
  const { geometry, rings, grid } = wall;
  const { closed, measured, perimeter } = rings;
  if (!closed.includes(1))
    throw new SocavonError(
      'too-few-points',
      message('sections-open', { from: geometry.start.toFixed(1), to: geometry.end.toFixed(1) }),
    );
  const { travelled } = geometry.axis;
  if (travelled === undefined) return { first: closed.indexOf(1), last: closed.lastIndexOf(1) };
  const onPath = (k: number): boolean =>
    wall.chainageOf(k + 1) > travelled.from && wall.chainageOf(k) < travelled.to;
  let first = closed.findIndex((value, k) => value === 1 && onPath(k));
  let last = closed.findLastIndex((value, k) => value === 1 && onPath(k));
  // If the path is too short for crown and floor to be seen next to it, the wall seen ahead of it counts.
  if (first < 0) {
    const ahead = closed.findIndex((value, k) => value === 1 && wall.chainageOf(k) >= travelled.to);
    first = last = ahead < 0 ? closed.lastIndexOf(1) : ahead;
  }
  const goesOn = (k: number): boolean =>
    k >= 0 &&
    k < grid.slabs &&
    closed[k] === 1 &&
    (onPath(k) || (measured[k] >= WELL_MEASURED * perimeter[k] && (grid.blocked?.[k] ?? 0) <= MOST_BLOCKED));
  const [firstOnPath, lastOnPath] = [first, last];
  while (goesOn(first - 1)) first--;
  while (goesOn(last + 1)) last++;
  if (last > lastOnPath) last = beforeOpenings(wall, lastOnPath, last);
  if (first < firstOnPath) first = behindOpenings(wall, firstOnPath, first);
  const isShort = (beyond: number): boolean => beyond < LEAST_BEYOND - SAME;
  return {
    first: isShort(wall.chainageOf(firstOnPath) - wall.chainageOf(first)) ? firstOnPath : first,
    last: isShort(wall.chainageOf(last + 1) - wall.chainageOf(lastOnPath + 1)) ? lastOnPath : last,
  };
}

/** The last slab, from the path on, before an opening that is not followed by wall. */
function beforeOpenings(wall: SurveyedWall, onPath: number, last: number): number {
  const ahead = wall.openings().filter((one) => one.first > onPath && one.first <= last);
  return ahead
    .toSorted((a, b) => b.first - a.first)
    .reduce((end, one) => (end - one.last < slabsBehind(wall) ? Math.max(onPath, one.first - 2) : end), last);
}

/** As `beforeOpenings`, in the direction of falling chainage. */
function behindOpenings(wall: SurveyedWall, onPath: number, first: number): number {
  const before = wall.openings().filter((one) => one.last < onPath && one.last >= first);
  return before
    .toSorted((a, b) => a.last - b.last)
    .reduce(
      (end, one) => (one.first - end < slabsBehind(wall) ? Math.min(onPath, one.last + 2) : end),
      first,
    );
}

function slabsBehind(wall: SurveyedWall): number {
  return Math.round(WALL_BEHIND / (wall.chainageOf(1) - wall.chainageOf(0)));
}
