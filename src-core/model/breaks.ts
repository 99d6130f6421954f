import type { Stretch } from './axis.ts';

/** Parts of a section, counter-clockwise with left drawn as the abscissa, from the floor. */
export const SECTORS = ['floor', 'leftWall', 'leftShoulder', 'crown', 'rightShoulder', 'rightWall'] as const;
export type Sector = (typeof SECTORS)[number];

/** Greatest distance of the wall from the line of excavation, m along the line's normal, and where it is. */
export interface BreakDepth {
  readonly depth: number;
  readonly chainage: number;
  /** In the section, m from the axis. */
  readonly left: number;
  readonly up: number;
  /** Whether points measured the wall there; else it was filled in. */
  readonly measured: boolean;
}

/**
 * What lies outside and inside of the line of excavation: square metres in a section, cubic metres over a stretch.
 * What the contract does not name is null.
 */
export interface BreakParts {
  /** Inside the profile and outside the design. */
  readonly overbreak: number;
  /** Inside the design and outside the profile. */
  readonly underbreak: number;
  /** Of the overbreak: up to the pay line, and beyond it. */
  readonly paid: number | null;
  readonly unpaid: number | null;
  /** Of over- and underbreak: beyond the tolerance. */
  readonly overBeyond: number | null;
  readonly underBeyond: number | null;
}

/** The same in one part of the section. */
export interface SectorBreak extends BreakParts {
  readonly sector: Sector;
  /** null where nothing lies outside, or inside. */
  readonly deepestOver: BreakDepth | null;
  readonly deepestUnder: BreakDepth | null;
}

/** One profile against its design, square metres. */
export interface SectionBreak extends BreakParts {
  readonly chainage: number;
  /** Name of the stretch of the design. */
  readonly design: string;
  readonly designArea: number;
  /** One each, in the order of `SECTORS`; they add up to the section's. */
  readonly sectors: readonly SectorBreak[];
}

/** A stretch of the design as far as it was measured, cubic metres. */
export interface StretchBreaks extends BreakParts, Stretch {
  readonly name: string;
  readonly design: number;
}

/** Half-widths of the intervals of over- and underbreak, cubic metres. */
export interface BreakPlusMinus {
  readonly overbreak: number;
  readonly underbreak: number;
}

/** What over- and underbreak are worth: docs/volume.md, 5.3. */
export interface StatedBreaks extends BreakPlusMinus {
  /** Share that the intervals hold, 0..1. */
  readonly confidence: number;
  /** One each, in the order of `SECTORS`. */
  readonly sectors: readonly BreakPlusMinus[];
}

/** The profiles between two chainages against the design, cubic metres. */
export interface BreakVolumes extends BreakParts {
  /** Within the line of excavation. */
  readonly design: number;
  /** Of the profiles that have a design, by chainage. */
  readonly sections: readonly SectionBreak[];
  /** One each, in the order of `SECTORS`; they add up to the whole. */
  readonly sectors: readonly SectorBreak[];
  readonly stretches: readonly StretchBreaks[];
  /** Left out where nothing is known of the measurement but its profiles. */
  readonly plusMinus?: StatedBreaks;
  /** Parts of the range that no stretch of the design holds: nothing is compared there, nothing counted. */
  readonly undesigned: readonly Stretch[];
}
