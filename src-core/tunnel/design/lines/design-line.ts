/** Outline of a design section with the indices of its corners. */
export interface DesignLine {
  /** Closed, (left, up) pairs in metres, counter-clockwise, first not repeated; up = 0 at the axis. */
  readonly outline: Float64Array;
  /** Vertices at which floor and left wall, left wall and arch, arch and right wall, right wall and floor meet. */
  readonly leftFloor: number;
  readonly leftSpring: number;
  readonly rightSpring: number;
  readonly rightFloor: number;
}
