/** Kinds of openings in a drive's wall. */
export type RecessKind = 'niche' | 'cross-cut';

/** Side of the opening, looking up-chainage. */
export type RecessSide = 'left' | 'right' | 'crown' | 'floor';

/** Void less deep than this beyond the wall line is overbreak, not a niche, m. */
export const USUAL_RECESS_DEPTH = 0.6;

/** Line of the drive across the opening, which bounds the recess. */
export type RecessLine = 'jambs' | 'design';

/** A measured figure, `plusMinus` the half-width of its interval at that confidence. */
export interface StatedValue {
  readonly value: number;
  readonly plusMinus: number;
  readonly confidence: number;
}

/** The void of a niche or a cross-cut beyond the drive's own wall line, m. */
export interface Recess {
  /** N1, N2 ... and C1, C2 ... in order of chainage, over the whole survey. */
  readonly name: string;
  /** 'cross-cut' if it is deep, or extends beyond the observed part. */
  readonly kind: RecessKind;
  readonly side: RecessSide;
  /** Chainages of its jambs. */
  readonly from: number;
  readonly to: number;
  /** From the wall line to its back, without the farthest tenth of its wall. */
  readonly depth: number;
  /** Opening: along the axis in space, along the section's outline, m, and its area, m^2. */
  readonly openingWidth: number;
  readonly openingHeight: number;
  readonly openingArea: number;
  /** Void beyond the wall line between the measured chainages, m^3: never more than was observed of it. */
  readonly volume: StatedValue;
  /** True if its end was not observed. */
  readonly goesOn: boolean;
  /** Line of the drive that bounds it; left out: the line from jamb to jamb. */
  readonly line?: RecessLine;
}
