/** Options of convergence between two walls. */
export interface ConvergenceOptions {
  /** Length of a patch along the axis and round the section, m. */
  readonly patchLength: number;
  readonly patchWidth: number;
  /** Least number of cells measured in both surveys per patch, and the least share of all its cells. */
  readonly leastCells: number;
  readonly leastShare: number;
  /**
   * Difference of the systematic range error between two views of one spot, from other positions and at other
   * angles of incidence, m (1 sigma): counts with the registration, however well the maps are registered.
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
