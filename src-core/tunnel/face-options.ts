/** How the face of a drive is found in the points ahead of the robot. */
export interface FaceOptions {
  /** Side of the cells that the section is cut into, m: the face gets one chainage in each. */
  readonly cell: number;
  /** How far ahead of the robot's farthest place the face is looked for, m. */
  readonly reach: number;
  /** Points that a surface needs in a cell, against stray returns. */
  readonly minSupport: number;
  /** Surfaces in one cell farther apart than this are two things, m: a person and the face behind. */
  readonly surfaceGap: number;
  /** Cells nearer to the wall than this may hold points of it: they are carried on from further inside, m. */
  readonly rim: number;
  /** Share of the section within the rim that must be measured, 0..1. */
  readonly minMeasured: number;
  /** A face reaches along the drive by at most so many widths of the section: beyond that it is the wall of a bend. */
  readonly maxSlant: number;
  /** How far the true face may lie from where a cell was carried on, m, one standard deviation. */
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
