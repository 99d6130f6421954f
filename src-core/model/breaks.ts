/** One profile against its design, square metres. */
export interface SectionBreak {
  readonly chainage: number;
  readonly designArea: number;
  /** Inside the profile and outside the design. */
  readonly overbreak: number;
  /** Inside the design and outside the profile. */
  readonly underbreak: number;
}

/** The profiles between two chainages against the design, cubic metres. */
export interface BreakVolumes {
  readonly design: number;
  readonly overbreak: number;
  readonly underbreak: number;
  readonly sections: readonly SectionBreak[];
}
