/** What is taken for something that moved. */
export interface MovedOptions {
  /** Views of the neighbourhood are this far apart along the way, m, ... */
  viewDistance: number;
  /** ... or in time while the robot stands, s. */
  viewSeconds: number;
  /** Views before and as many after a scan that are asked. */
  viewsEachSide: number;
  /** A ray that goes on at least this far behind a place says that the place is empty, m and share of its range ... */
  behind: number;
  behindShare: number;
  /** ... and the surface that it meets lies at least this far from the place, across the surface, m and share of range. */
  clearance: number;
  clearanceShare: number;
  /** Views that must look through the place of a return. */
  minThrough: number;
  /** Of the views that tell anything, the share that may still see something there. */
  maxSeenShare: number;
  /** Returns of one scan that are neighbours in its image and at most this far apart are one body, m. */
  bodyStep: number;
  /** What hangs together with what moved has moved too, unless more than this share of the views sees it. */
  bodySeenShare: number;
}

export const MOVED_DEFAULTS: MovedOptions = {
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
