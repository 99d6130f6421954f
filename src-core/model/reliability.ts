/**
 * For every metre of an axis, what the motion of the sensor rests on there and what it is worth. Plain columns, one entry
 * a cell, so that the strip travels to a window as it is. Standard deviations throughout; a ± at 95 % is 1.96 of them.
 */
export interface ReliabilityProfile {
  /** Chainages of the ends of the cells, ascending, m: one more than there are cells; empty where there is no way. */
  readonly edges: Float64Array<ArrayBuffer>;
  /** Code (`ALONG_HOLDERS`) of the worst holder of the scans that pass. */
  readonly heldBy: Uint8Array<ArrayBuffer>;
  /** Scans that pass, by holder: 4 a cell, in the order of `ALONG_HOLDERS`. */
  readonly scans: Uint32Array<ArrayBuffer>;
  /** Least share of the information of a passing scan that the walls give along its weakest direction, 0 .. 1/3. */
  readonly weakShare: Float64Array<ArrayBuffer>;
  /**
   * Of the sensor's position against the reference, the largest of the first pass: 3 a cell, along the axis, to the left and
   * up, m.
   */
  readonly position: Float64Array<ArrayBuffer>;
  /**
   * Variance of the length of the cell by what grew within it, m^2; `tunnel/reliability-lengths` adds them up, and takes into
   * account what the positions of the ends say.
   */
  readonly lengthVariance: Float64Array<ArrayBuffer>;
  /** The same for a metre before or behind the way, which is seen from its ends: m^2 per metre. */
  readonly beyondVariance: number;
  /** What the positions are against: the first scan, or the points and poses that the surveyor knows. */
  readonly reference: 'start' | 'control';
}

/** A stretch of the axis with one holder. */
export interface ConstraintStretch {
  /** Chainages, m. */
  readonly from: number;
  readonly to: number;
  /** Code (`ALONG_HOLDERS`). */
  readonly heldBy: number;
}

/** Half-width of an interval of 95 % over its standard deviation. */
export const COVERAGE_95 = 1.959964;

/** What a path without any way has. */
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
