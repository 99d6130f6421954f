import type { Stretch } from '../../../model/axis.ts';
import { CHAINAGE_MARK } from '../../../model/axis-chainage.ts';
import type { AxisGeometry } from '../../axis/axis-geometry.ts';
import type { ProfileOptions } from './profile-options.ts';

/** A run of slabs, both included. */
export interface SlabRun {
  readonly first: number;
  readonly last: number;
}

/** Input of `closedRange`. */
interface ClosedWall {
  readonly geometry: AxisGeometry;
  readonly options: Pick<ProfileOptions, 'slab' | 'maxFillAlong'>;
  readonly rings: { readonly closed: Uint8Array };
  readonly firstSlab: number;
  /** Chainages of `surveyedSlabs`, m. */
  readonly surveyedFrom: number;
  readonly surveyedTo: number;
  chainageOf(slab: number): number;
}

/** Slabs that are closed, by the number of the slab. */
type IsClosed = (slab: number) => boolean;

/** Longest hole that is filled between two stretches of wall, m: what lies farther away tells nothing of a section. */
const LONGEST_FILLED = 10;
/** Tolerance for chainages of slabs, m. */
const SAME = 1e-6;

/**
 * Runs of closed slabs, over the holes between them that are filled: those up to the length over which single cells are
 * interpolated along the axis, and longer ones with at least as much closed wall on both sides, whose sections the ± of a
 * hole is taken from. A filled hole makes its neighbours longer, so that the order changes nothing.
 *
 * @param short length of a hole that is always filled, slabs
 * @param slab thickness of a slab, m
 */
export function filledRuns(
  { first, last }: SlabRun,
  isClosed: IsClosed,
  short: number,
  slab: number,
): SlabRun[] {
  const runs: { first: number; last: number }[] = [];
  for (let k = first; k <= last; k++) {
    if (!isClosed(k)) continue;
    const run = runs.at(-1);
    if (run !== undefined && run.last === k - 1) run.last = k;
    else runs.push({ first: k, last: k });
  }
  const holeBefore = (i: number): number => runs[i].first - runs[i - 1].last - 1;
  const isFilled = (i: number): boolean => {
    const hole = holeBefore(i);
    return (
      hole <= short ||
      (hole * slab <= LONGEST_FILLED + SAME && hole <= Math.min(lengthOf(runs[i - 1]), lengthOf(runs[i])))
    );
  };
  for (;;) {
    const next = runs.findIndex((_, i) => i > 0 && isFilled(i));
    if (next < 0) return runs;
    runs[next - 1].last = runs[next].last;
    runs.splice(next, 1);
  }
}

/** The longest of some runs; undefined: there is none. */
export function longestRun(runs: readonly SlabRun[]): SlabRun | undefined {
  return runs.reduce<SlabRun | undefined>(
    (best, run) => (best === undefined || lengthOf(run) > lengthOf(best) ? run : best),
    undefined,
  );
}

/** Number of slabs of a run. */
export function lengthOf({ first, last }: SlabRun): number {
  return last - first + 1;
}

/**
 * The chainages that are measured if none are asked for: the longest stretch of the surveyed wall that is closed, holes
 * filled, between whole half metres of chainage inside it. An end of an axis that was given is kept as it is.
 */
export function closedRange(wall: ClosedWall): Stretch {
  const { rings, options, geometry, surveyedFrom, surveyedTo } = wall;
  const slabOf = (chainage: number): number => Math.round(chainage / options.slab) - wall.firstSlab;
  const hull = {
    first: Math.floor(surveyedFrom / options.slab + SAME) - wall.firstSlab,
    last: slabOf(Math.ceil(surveyedTo / options.slab - SAME) * options.slab) - 1,
  };
  const short = Math.round(options.maxFillAlong / options.slab);
  const run = longestRun(filledRuns(hull, (k) => rings.closed[k] === 1, short, options.slab)) ?? hull;
  const from = Math.max(surveyedFrom, wall.chainageOf(run.first));
  const to = Math.min(surveyedTo, wall.chainageOf(run.last + 1));
  const isGiven = geometry.axis.source === 'given';
  const marked = {
    from:
      isGiven && from <= geometry.start + SAME
        ? from
        : Math.ceil(from / CHAINAGE_MARK - SAME) * CHAINAGE_MARK,
    to: isGiven && to >= geometry.end - SAME ? to : Math.floor(to / CHAINAGE_MARK + SAME) * CHAINAGE_MARK,
  };
  return marked.to - marked.from > CHAINAGE_MARK - SAME ? marked : { from, to };
}
