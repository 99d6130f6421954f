import type { Stretch } from './axis.ts';

/** Sectors of a section, counter-clockwise with left drawn as the abscissa, starting at the floor. */
export const SECTORS = ['floor', 'leftWall', 'leftShoulder', 'crown', 'rightShoulder', 'rightWall'] as const;
export type Sector = (typeof SECTORS)[number];

/** Greatest distance of the wall from the line of excavation, m along the line's normal, and its position. */
export interface BreakDepth {
  readonly depth: number;
  readonly chainage: number;
  /** Position in the section, m from the axis. */
  readonly left: number;
  readonly up: number;
  /** True if points measured the wall there; false if it was interpolated. */
  readonly measured: boolean;
}

/**
 * Overbreak and underbreak against the line of excavation: square metres in a section, cubic metres over a stretch.
 * Null for whatever the contract does not define.
 */
export interface BreakParts {
  /** Inside the profile and outside the design. */
  readonly overbreak: number;
  /** Inside the design and outside the profile. */
  readonly underbreak: number;
  /** Share of the overbreak up to the pay line, and beyond it. */
  readonly paid: number | null;
  readonly unpaid: number | null;
  /** Share of over- and underbreak beyond the tolerance. */
  readonly overBeyond: number | null;
  readonly underBeyond: number | null;
}

/** Over- and underbreak in one sector of the section. */
export interface SectorBreak extends BreakParts {
  readonly sector: Sector;
  /** null without overbreak, or without underbreak. */
  readonly deepestOver: BreakDepth | null;
  readonly deepestUnder: BreakDepth | null;
}

/** One profile against its design, square metres. */
export interface SectionBreak extends BreakParts {
  readonly chainage: number;
  /** Name of the stretch of the design. */
  readonly design: string;
  readonly designArea: number;
  /** One per sector, in the order of `SECTORS`; they add up to the section's. */
  readonly sectors: readonly SectorBreak[];
}

/** Measured part of a stretch of the design, cubic metres. */
export interface StretchBreaks extends BreakParts, Stretch {
  readonly name: string;
  readonly design: number;
}

/** Half-widths of the intervals of over- and underbreak, cubic metres. */
export interface BreakPlusMinus {
  readonly overbreak: number;
  readonly underbreak: number;
}

/** Expanded uncertainty of over- and underbreak: docs/volume.md, 5.3. */
export interface StatedBreaks extends BreakPlusMinus {
  /** Coverage probability of the intervals, 0..1. */
  readonly confidence: number;
  /** One per sector, in the order of `SECTORS`. */
  readonly sectors: readonly BreakPlusMinus[];
}

/** The profiles between two chainages against the design, cubic metres. */
export interface BreakVolumes extends BreakParts {
  /** Within the line of excavation. */
  readonly design: number;
  /** Profiles that have a design, by chainage. */
  readonly sections: readonly SectionBreak[];
  /** One per sector, in the order of `SECTORS`; they add up to the whole. */
  readonly sectors: readonly SectorBreak[];
  readonly stretches: readonly StretchBreaks[];
  /** Left out if only the profiles of the measurement are known. */
  readonly plusMinus?: StatedBreaks;
  /** Parts of the range that no stretch of the design covers: nothing is compared or counted there. */
  readonly undesigned: readonly Stretch[];
}
