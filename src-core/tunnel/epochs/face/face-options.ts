/** Options for finding the face of a drive in the points ahead of the robot. */
export interface FaceOptions {
  /** Edge of the cells that the section is divided into, m: the face has one chainage in each. */
  readonly cell: number;
  /** Search distance ahead of the robot's farthest position, m. */
  readonly reach: number;
  /** Least number of points of a surface in a cell, against stray returns. */
  readonly minSupport: number;
  /** Surfaces in one cell farther apart than this are separate objects, m: a person and the face behind. */
  readonly surfaceGap: number;
  /**
   * Width of the rim, m: cells nearer to the wall may contain points of it and are extrapolated from further
   * inside.
   */
  readonly rim: number;
  /** Least share of the section within the rim that must be measured, 0..1. */
  readonly minMeasured: number;
  /** Greatest extent of a face along the drive, in widths of the section: beyond that it is the wall of a bend. */
  readonly maxSlant: number;
  /** Standard deviation of the true face from an extrapolated cell, m. */
  readonly fillSigma: number;
}

export const FACE_DEFAULTS: FaceOptions = {
  cell: 0.1,
  reach: 30,
  minSupport: 3,
  surfaceGap: 0.3,
  rim: 0.15,
  minMeasured: 0.5,
  maxSlant: 1.2,
  fillSigma: 0.05,
};
