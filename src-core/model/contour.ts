import type { Stretch } from './axis.ts';
import type { BreakDepth } from './breaks.ts';

/** Sections at a third and two thirds of a round tell its contour (Kim and Bruland; docs/volume.md). */
export const ROUND_SHARES = [1 / 3, 2 / 3] as const;

/** The contour of one section without its floor; what needs a design is null where there is none. */
export interface ContourSection {
  readonly chainage: number;
  /** Along the walls and the crown; without a design, which tells where the floor is, all round. m. */
  readonly length: number;
  /** Overbreak and underbreak over the length of the line of excavation, m. */
  readonly meanOver: number | null;
  readonly meanUnder: number | null;
  readonly deepestOver: BreakDepth | null;
  readonly deepestUnder: BreakDepth | null;
  /** Length against that of the line of excavation: 1 is smooth. */
  readonly roughness: number | null;
}

/** The contour of one blasting round by its two sections. What cannot be said of it is null. */
export interface RoundContour {
  /** At a third and at two thirds; null where the wall is not closed there. */
  readonly sections: readonly (ContourSection | null)[];
  /** Overbreak depth O_d: mean of both sections, and the greatest; m. */
  readonly meanOver: number | null;
  readonly deepestOver: BreakDepth | null;
  /** Contour roughness RCL: mean of both sections. */
  readonly roughness: number | null;
  /** Longitudinal variation V_o: mean difference of the two sections round the contour, m. */
  readonly variation: number | null;
}

/** A round, where it lies, and its contour. */
export interface ContourRound extends RoundContour, Stretch {
  /** From 1. */
  readonly number: number;
}
