/** How moves of the wall are found. */
export interface ConvergenceOptions {
  /** Length of a patch along the axis and round the section, m. */
  readonly patchLength: number;
  readonly patchWidth: number;
  /** Cells that a patch needs in both surveys, and the share of all its cells. */
  readonly leastCells: number;
  readonly leastShare: number;
  /**
   * How far the systematic error of a range may differ between two looks at one spot, from other places and at other slants,
   * m (1 sigma): counts with the registration, however well the maps lie on each other.
   */
  readonly rangeSigma: number;
  /** Half the width of the strip of wall in which a chord ends, m. */
  readonly chordReach: number;
}

export const CONVERGENCE_DEFAULTS: ConvergenceOptions = {
  patchLength: 0.5,
  patchWidth: 0.3,
  leastCells: 8,
  leastShare: 0.4,
  rangeSigma: 0.001,
  chordReach: 0.3,
};
