/**
 * Reliability of the sensor path for every metre of an axis: the constraint of the motion along it and its
 * uncertainty. Plain columns, one entry per cell, so that the strip can be sent to a window unchanged. Standard
 * deviations throughout; a ± at 95 % is 1.96 of them.
 */
export interface ReliabilityProfile {
  /** Chainages of the cell edges, ascending, m: one more than there are cells; empty without a path. */
  readonly edges: Float64Array<ArrayBuffer>;
  /** Code (`ALONG_CONSTRAINTS`) of the weakest constraint among the scans that pass. */
  readonly heldBy: Uint8Array<ArrayBuffer>;
  /** Scans that pass, by constraint: 4 per cell, in the order of `ALONG_CONSTRAINTS`. */
  readonly scans: Uint32Array<ArrayBuffer>;
  /**
   * Least share of the information of a passing scan that the walls contribute along its weakest direction, 0 ..
   * 1/3.
   */
  readonly weakShare: Float64Array<ArrayBuffer>;
  /**
   * Standard deviation of the sensor's position relative to the reference, the largest of the first pass: 3 per cell, along the axis,
   * to the left and up, m.
   */
  readonly position: Float64Array<ArrayBuffer>;
  /**
   * Variance of the length of the cell from what accumulated within it, m^2; `tunnel/axis/reliability-lengths` adds them
   * up, and accounts for the known positions of the ends.
   */
  readonly lengthVariance: Float64Array<ArrayBuffer>;
  /** Length variance per metre before or behind the path, which is observed from its ends: m^2 per metre. */
  readonly beyondVariance: number;
  /** Standard uncertainty of any length as a share of it, besides the variances; absent: none. Stated for clouds of others. */
  readonly lengthShare?: number;
  /** Stated standard uncertainty of the place of the wall across the drive, m; absent: that of an alignment. */
  readonly lateralSigma?: number;
  /** Standard uncertainty of the place of the whole in the mine grid, m, where no position along it has its own; absent: 0. */
  readonly placedSigma?: number;
  /** Reference of the positions: the first scan, or the surveyed points and poses. */
  readonly reference: 'start' | 'control';
}

/** A stretch of the axis with one constraint. */
export interface ConstraintStretch {
  /** Chainages, m. */
  readonly from: number;
  readonly to: number;
  /** Code (`ALONG_CONSTRAINTS`). */
  readonly heldBy: number;
}

/** Coverage factor of a 95 % interval: its half-width over the standard deviation. */
export const COVERAGE_95 = 1.959964;

/** Profile of an empty path. */
export const NO_RELIABILITY: ReliabilityProfile = {
  edges: new Float64Array(0),
  heldBy: new Uint8Array(0),
  scans: new Uint32Array(0),
  weakShare: new Float64Array(0),
  position: new Float64Array(0),
  lengthVariance: new Float64Array(0),
  beyondVariance: 0,
  reference: 'start',
};
