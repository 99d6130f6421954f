import type { Stretch } from './axis.ts';
import type { BreakDepth } from './breaks.ts';

/** Sections at a third and two thirds of a round characterise its contour (Kim and Bruland; docs/volume.md). */
export const ROUND_SHARES = [1 / 3, 2 / 3] as const;

/** Contour of one section without its floor; null for whatever needs a design if there is none. */
export interface ContourSection {
  readonly chainage: number;
  /** Length along the walls and the crown, m; along the whole outline without a design, which defines the floor. */
  readonly length: number;
  /** Overbreak and underbreak over the length of the line of excavation, m. */
  readonly meanOver: number | null;
  readonly meanUnder: number | null;
  readonly deepestOver: BreakDepth | null;
  readonly deepestUnder: BreakDepth | null;
  /** Length over that of the line of excavation: 1 is smooth. */
  readonly roughness: number | null;
}

/** Contour quality of one blasting round from its two sections. Null for whatever cannot be computed. */
export interface RoundContour {
  /** At a third and at two thirds; null if the wall is not closed there. */
  readonly sections: readonly (ContourSection | null)[];
  /** Overbreak depth O_d: mean of both sections, and the greatest; m. */
  readonly meanOver: number | null;
  readonly deepestOver: BreakDepth | null;
  /** Contour roughness RCL: mean of both sections. */
  readonly roughness: number | null;
  /** Longitudinal variation V_o: mean difference of the two sections along the contour, m. */
  readonly variation: number | null;
}

/** A round with its chainages and contour quality. */
export interface ContourRound extends RoundContour, Stretch {
  /** From 1. */
  readonly number: number;
}
