/** What opens in a drive's wall. */
export type RecessKind = 'niche' | 'cross-cut';

/** Where it opens, looking up-chainage. */
export type RecessSide = 'left' | 'right' | 'crown' | 'floor';

/** Void less deep than this beyond the wall line is overbreak, not a niche, m. */
export const USUAL_RECESS_DEPTH = 0.6;

/** What the drive ends on across the opening. */
export type RecessLine = 'jambs' | 'design';

/** A measured figure, `plusMinus` the half-width of the interval of that confidence. */
export interface StatedValue {
  readonly value: number;
  readonly plusMinus: number;
  readonly confidence: number;
}

/** The void of a niche or a cross-cut beyond the drive's own wall line, m. */
export interface Recess {
  /** N1, N2 ... and C1, C2 ... in order of chainage, over the whole survey. */
  readonly name: string;
  /** 'cross-cut' where it is deep, or goes on beyond what was seen. */
  readonly kind: RecessKind;
  readonly side: RecessSide;
  /** Chainages of its jambs. */
  readonly from: number;
  readonly to: number;
  /** From the wall line to its back, but for the farthest tenth of its wall. */
  readonly depth: number;
  /** Of the opening: along the axis in space, round the section, and both, m and m^2. */
  readonly openingWidth: number;
  readonly openingHeight: number;
  readonly openingArea: number;
  /** Void beyond the wall line between the chainages that are measured, m^3: never more than was seen of it. */
  readonly volume: StatedValue;
  /** True where its end was not seen. */
  readonly goesOn: boolean;
  /** What of the drive it lies beyond; left out: the line from jamb to jamb. */
  readonly line?: RecessLine;
}
