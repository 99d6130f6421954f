import { message } from '../../messages/message.ts';
import type { Stretch } from '../../model/axis.ts';
import type { SectionPart } from '../../model/drive-coverage.ts';
import { SocavonError } from '../../model/errors.ts';
import type { AxisGeometry } from '../axis/axis-geometry.ts';
import { filledRuns, lengthOf, longestRun, type SlabRun } from './cells/closed-range.ts';
import { isSeen, missingParts } from './cells/section-parts.ts';
import type { WallGrid } from './cells/wall-grid.ts';
import type { OpeningExtent } from './recess/recess-extent.ts';

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
/** Slabs on each side over which the measured share of a wall that the path did not pass is smoothed. */
const SMOOTHED = 2;
/** Tolerance for chainages of slabs, m. */
const SAME = 1e-6;

/** Input of `surveyedSlabs`. */
interface SurveyedWall {
  readonly geometry: AxisGeometry;
  /** Per slab: closed or not, length of its outline, and the measured part of it, m. */
  readonly rings: {
    readonly closed: Uint8Array;
    readonly perimeter: Float64Array;
    readonly measured: Float64Array;
  };
  readonly grid: Pick<WallGrid, 'slabs' | 'bins' | 'state' | 'blocked'>;
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
 * A path that is too short for crown and floor to be seen beside it has hardly a closed slab of its own: the
 * longest stretch of wall that it saw ahead or behind counts too then.
 *
 * @throws SocavonError too-few-points if no slab is closed
 */
export function surveyedSlabs(wall: SurveyedWall): SlabRun {
  const { geometry, rings } = wall;
  const { closed } = rings;
  if (!closed.includes(1))
    throw new SocavonError(
      'too-few-points',
      message('sections-open', {
        from: geometry.start.toFixed(1),
        to: geometry.end.toFixed(1),
        parts: partsNeverSeen(wall.grid).map((part) => message(`drive-part-${part}`)),
      }),
    );
  const { travelled } = geometry.axis;
  if (travelled === undefined) return { first: closed.indexOf(1), last: closed.lastIndexOf(1) };
  const along = alongPath(wall, travelled);
  const aside = longestRun(runsAside(wall, travelled));
  if (along === null) return aside ?? { first: closed.indexOf(1), last: closed.lastIndexOf(1) };
  if (aside === undefined || 2 * closedIn(closed, along) >= lengthOf(aside)) return along;
  return { first: Math.min(along.first, aside.first), last: Math.max(along.last, aside.last) };
}

/** Parts of the section that are missing in the slabs of which anything was seen. */
function partsNeverSeen(grid: SurveyedWall['grid']): readonly (SectionPart | 'all')[] {
  const seen = Array.from({ length: grid.slabs }, (_, k) => k).filter((k) => isSeen(grid, k));
  return seen.length === 0 ? ['all'] : missingParts(grid, seen);
}

/** The slabs that the path passes, from the first closed one to the last, and what is connected with them; null: none is closed. */
function alongPath(wall: SurveyedWall, travelled: Stretch): SlabRun | null {
  const { closed } = wall.rings;
  const onPath = pathOf(wall, travelled);
  let first = closed.findIndex((value, k) => value === 1 && onPath(k));
  let last = closed.findLastIndex((value, k) => value === 1 && onPath(k));
  if (first < 0) return null;
  const goesOn = (k: number): boolean =>
    closed[k] === 1 && (onPath(k) || (isFree(wall, k) && measuredShare(wall, k, 0) >= WELL_MEASURED));
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

/** Stretches of wall that the path did not pass, up to an opening without wall behind it; single open slabs do not part them. */
function runsAside(wall: SurveyedWall, travelled: Stretch): SlabRun[] {
  const { closed } = wall.rings;
  const onPath = pathOf(wall, travelled);
  const isWhole = (k: number): boolean =>
    closed[k] === 1 && !onPath(k) && isFree(wall, k) && measuredShare(wall, k, SMOOTHED) >= WELL_MEASURED;
  const slab = wall.chainageOf(1) - wall.chainageOf(0);
  return filledRuns({ first: 0, last: wall.grid.slabs - 1 }, isWhole, SMOOTHED, slab).map(
    ({ first, last }) =>
      wall.chainageOf(first) < travelled.from
        ? { first: behindOpenings(wall, last, first), last }
        : { first, last: beforeOpenings(wall, first, last) },
  );
}

function pathOf(wall: SurveyedWall, { from, to }: Stretch): (k: number) => boolean {
  return (k) => wall.chainageOf(k + 1) > from && wall.chainageOf(k) < to;
}

/** True if there is no face in a slab. */
function isFree({ grid }: SurveyedWall, k: number): boolean {
  return (grid.blocked?.[k] ?? 0) <= MOST_BLOCKED;
}

/** Measured share of the outlines of the closed slabs within some of one. */
function measuredShare(
  { rings: { closed, measured, perimeter } }: SurveyedWall,
  k: number,
  within: number,
): number {
  let [seen, all] = [0, 0];
  for (let i = Math.max(0, k - within); i <= k + within; i++) {
    if (closed[i] !== 1) continue;
    seen += measured[i];
    all += perimeter[i];
  }
  return seen / all;
}

function closedIn(closed: Uint8Array, { first, last }: SlabRun): number {
  return closed.subarray(first, last + 1).reduce((sum, one) => sum + one, 0);
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
