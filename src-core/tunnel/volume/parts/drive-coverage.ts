import type { Stretch } from '../../../model/axis.ts';
import { CHAINAGE_MARK } from '../../../model/axis-chainage.ts';
import type { CoverageState, CoveredStretch, DriveCoverage } from '../../../model/drive-coverage.ts';
import { COVERAGE_95 } from '../../../model/reliability.ts';
import type { Volume } from '../../../model/tunnel.ts';
import { lengthWithin } from '../../axis/unobserved-stretches.ts';
import { isSeen, missingParts } from '../../wall/cells/section-parts.ts';
import type { WallSurface } from '../../wall/wall-surface.ts';

/** Tolerance for chainages of slabs, m. */
const SAME = 1e-6;
/** From the best state to the worst. */
const ORDER: readonly CoverageState[] = ['measured', 'filled', 'open', 'unseen'];

/**
 * State of each half metre of a drive, and how much of its path a volume is of. A half metre has the worst state of its
 * slabs.
 *
 * @param driven stretch that the path passes
 * @param isAsked true if the chainages of the volume were asked for
 */
export function driveCoverage(
  wall: WallSurface,
  { chainageFrom, chainageTo, uncertainty }: Pick<Volume, 'chainageFrom' | 'chainageTo' | 'uncertainty'>,
  driven: Stretch,
  isAsked: boolean,
): DriveCoverage {
  const range = { from: chainageFrom, to: chainageTo };
  const stretches = stretchesOf(wall, range, driven);
  const gaps = stretches.filter(({ state }) => state === 'filled');
  const open = gaps.map((gap) => openWithin(wall, gap));
  const whole = open.reduce((sum, length) => sum + length, 0);
  const sigma = uncertainty.find(({ source }) => source === 'unsurveyed-gap')?.sigma ?? 0;
  return {
    driven,
    surveyed: { from: wall.surveyedFrom, to: wall.surveyedTo },
    drivenLength: driven.to - driven.from,
    coveredLength: lengthWithin([driven], chainageFrom, chainageTo),
    isAsked,
    stretches: stretches.map((stretch) => {
      const at = gaps.indexOf(stretch);
      // One spread of the areas applies to all of them: their ± add linearly, by their lengths.
      return at < 0 ? stretch : { ...stretch, plusMinus: (COVERAGE_95 * sigma * open[at]) / whole };
    }),
  };
}

function stretchesOf(wall: WallSurface, range: Stretch, driven: Stretch): CoveredStretch[] {
  const { grid } = wall;
  let [first, last] = [0, grid.slabs - 1];
  while (first < last && !isSeen(grid, first)) first++;
  while (last > first && !isSeen(grid, last)) last--;
  const from = Math.min(driven.from, wall.chainageOf(first));
  const to = Math.max(driven.to, wall.chainageOf(last + 1));
  const joined: CoveredStretch[] = [];
  for (let a = from; a < to - SAME; ) {
    const mark = (Math.floor(a / CHAINAGE_MARK + SAME) + 1) * CHAINAGE_MARK;
    // The ends of the volume part a half metre where they are at none.
    const ends = [mark, range.from, range.to, to].filter((end) => end > a + SAME);
    const b = Math.min(...ends);
    const slabs = slabsBetween(wall, a, b);
    const isInside = a >= range.from - SAME && b <= range.to + SAME;
    const cell = cellOf(wall, slabs, isInside);
    const before = joined.at(-1);
    if (before && before.state === cell.state && before.missing.join() === cell.missing.join())
      joined[joined.length - 1] = { ...before, to: b };
    else joined.push({ from: a, to: b, ...cell });
    a = b;
  }
  return joined;
}

/** State of some neighbouring slabs: the worst of theirs. @param isInside true if the volume is of them */
function cellOf(
  { rings, grid }: WallSurface,
  slabs: readonly number[],
  isInside: boolean,
): Pick<CoveredStretch, 'state' | 'missing'> {
  const stateOf = (k: number): CoverageState => {
    if (rings.closed[k] === 1) return 'measured';
    if (isInside) return 'filled';
    return isSeen(grid, k) ? 'open' : 'unseen';
  };
  const states = slabs.map(stateOf);
  const state = ORDER[Math.max(...states.map((one) => ORDER.indexOf(one)), 0)];
  if (slabs.length === 0) return { state: 'unseen', missing: [] };
  if (state === 'measured' || state === 'unseen') return { state, missing: [] };
  return {
    state,
    missing: missingParts(
      grid,
      slabs.filter((_, i) => states[i] === state),
    ),
  };
}

function slabsBetween(wall: WallSurface, a: number, b: number): number[] {
  const slabs: number[] = [];
  const start = Math.max(0, Math.floor(a / wall.options.slab + SAME) - wall.firstSlab);
  for (let k = start; k < wall.grid.slabs && wall.chainageOf(k) < b - SAME; k++) slabs.push(k);
  return slabs;
}

/** Length of the open slabs of a stretch, m of chainage. */
function openWithin(wall: WallSurface, { from, to }: Stretch): number {
  let closed = 0;
  wall.forEachClosed(from, to, (_, length) => {
    closed += length;
  });
  return to - from - closed;
}
