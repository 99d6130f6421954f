import type { Stretch } from './axis.ts';

/** Parts of a section, as seen from its middle. */
export const SECTION_PARTS = ['crown', 'floor', 'left', 'right'] as const;

export type SectionPart = (typeof SECTION_PARTS)[number];

/**
 * What is known of the wall along a stretch: closed by points; a hole that is filled between closed wall on both sides, with
 * its ± in that of the volume; seen, but not closed; seen by no scan.
 */
export type CoverageState = 'measured' | 'filled' | 'open' | 'unseen';

/** A stretch of the axis in one state, whole half metres of chainage but at the two ends. */
export interface CoveredStretch extends Stretch {
  readonly state: CoverageState;
  /** Parts of the section that were not seen, if it is open or filled. */
  readonly missing: readonly SectionPart[];
  /** Of a filled stretch: its share of the ± of the volume, m^3, 95 %. */
  readonly plusMinus?: number;
}

/** How much of a drive a volume is of, and why not of all. */
export interface DriveCoverage {
  /** Stretch that the path of the survey passes, m of chainage. */
  readonly driven: Stretch;
  /** Stretch that chainages can be asked for within, m. */
  readonly surveyed: Stretch;
  /** Length of `driven`, and the part of it that the volume is of, m of chainage. */
  readonly drivenLength: number;
  readonly coveredLength: number;
  /** True: the chainages of the volume were asked for. */
  readonly isAsked: boolean;
  /** From the first to the last chainage of which any point was seen, or that the path passes, in order. */
  readonly stretches: readonly CoveredStretch[];
}

/** Covered share of a drive, 0..1. */
export function coveredShare({ drivenLength, coveredLength }: DriveCoverage): number {
  return drivenLength > 0 ? Math.min(1, coveredLength / drivenLength) : 1;
}

/** Covered share of a drive below which a warning says so. */
export const LEAST_COVERED = 0.8;

/** The hole that ends a volume before the drive ends, and what the section lacks there. */
export interface CoverageHole extends Stretch {
  /** Side of the volume on which more of the drive is not in it. */
  readonly at: 'start' | 'end';
  /** How far the drive would have to begin earlier, or go on, for the hole to be seen, m; null: it is in the midst of it. */
  readonly short: number | null;
  /** What was not seen over most of it: a part of the section, or all of it. */
  readonly missing: SectionPart | 'all';
  /** The longest closed stretch beyond it, which a volume of its own can be asked for; null: there is none of a metre. */
  readonly beyond: Stretch | null;
}

/** Lengths up to this are not told, m: the ends are at whole half metres. */
const NOT_TOLD = 1;

/** The hole on that side of a volume on which more of the drive is missing; null: less than a metre is. */
export function coverageHole(
  { driven, surveyed, stretches }: DriveCoverage,
  { from, to }: Stretch,
): CoverageHole | null {
  const [before, after] = [Math.min(from, driven.to) - driven.from, driven.to - Math.max(to, driven.from)];
  if (Math.max(before, after) < NOT_TOLD) return null;
  const at = before >= after ? 'start' : 'end';
  // From the volume outwards.
  const outside =
    at === 'start'
      ? stretches.filter((stretch) => stretch.to <= from + SAME).toReversed()
      : stretches.filter((stretch) => stretch.from >= to - SAME);
  const isHole = ({ state }: CoveredStretch): boolean => state === 'open' || state === 'unseen';
  const begin = outside.findIndex(isHole);
  if (begin < 0) return null;
  const behind = outside.findIndex((stretch, i) => i > begin && !isHole(stretch));
  const hole = outside.slice(begin, behind < 0 ? undefined : behind);
  const beyond = outside
    .slice(begin)
    .filter(({ state, from: a, to: b }) => state === 'measured' && a < surveyed.to && b > surveyed.from)
    .map((stretch) => ({
      from: Math.max(stretch.from, surveyed.from),
      to: Math.min(stretch.to, surveyed.to),
    }))
    .filter((stretch) => lengthOf(stretch) >= NOT_TOLD)
    .toSorted((a, b) => lengthOf(b) - lengthOf(a))[0];
  const lengths = new Map<CoverageHole['missing'], number>();
  for (const stretch of hole)
    for (const part of stretch.state === 'unseen' ? (['all'] as const) : stretch.missing)
      lengths.set(part, (lengths.get(part) ?? 0) + lengthOf(stretch));
  const [missing] = [...lengths].reduce((a, b) => (b[1] > a[1] ? b : a), ['all', 0]);
  const first = Math.min(...hole.map((stretch) => stretch.from));
  const last = Math.max(...hole.map((stretch) => stretch.to));
  const isAtEnd = at === 'start' ? first < driven.from + NOT_TOLD : last > driven.to - NOT_TOLD;
  return {
    at,
    from: first,
    to: last,
    short: isAtEnd ? (at === 'start' ? last - driven.from : driven.to - first) : null,
    missing,
    beyond: beyond ?? null,
  };
}

/** Tolerance for chainages, m. */
const SAME = 1e-6;

function lengthOf({ from, to }: Stretch): number {
  return to - from;
}
