/** What is taken for something that moved. */
export interface DynamicOptions {
  /** Views of the neighbourhood are this far apart along the way, m, ... */
  readonly viewDistance: number;
  /** ... or in time while the robot stands, s. */
  readonly viewSeconds: number;
  /** Views before and as many after a scan that are asked. */
  readonly viewsEachSide: number;
  /** A ray that goes on at least this far behind a place says that the place is empty, m and share of its range ... */
  readonly behind: number;
  readonly behindShare: number;
  /** ... and the surface that it meets lies at least this far from the place, across the surface, m and share of range. */
  readonly clearance: number;
  readonly clearanceShare: number;
  /** Views that must look through the place of a return. */
  readonly minThrough: number;
  /** Of the views that tell anything, the share that may still see something there. */
  readonly maxSeenShare: number;
  /** Returns of one scan that are neighbours in its image and at most this far apart are one body, m. */
  readonly bodyStep: number;
  /** What hangs together with what moved has moved too, unless more than this share of the views sees it. */
  readonly bodySeenShare: number;
}

export const DYNAMIC_DEFAULTS: DynamicOptions = {
  viewDistance: 0.35,
  viewSeconds: 1,
  viewsEachSide: 4,
  behind: 0.2,
  behindShare: 0.02,
  clearance: 0.2,
  clearanceShare: 0.01,
  minThrough: 2,
  maxSeenShare: 0.34,
  bodyStep: 0.3,
  bodySeenShare: 0.25,
};
