/** Standing water on the floor. */
export interface WallPool {
  /** Elevation of the water, m. */
  readonly level: number;
  /** Standard deviation of the level, m. */
  readonly levelSigma: number;
  /** First slab, and plan area of each slab from it on, m^2. */
  readonly firstSlab: number;
  readonly area: Float64Array;
  /** Closed outline of (chainage, left) pairs, m. */
  readonly outline: Float64Array;
  /** Evidence: returns that it mirrored, or the level rim of a hole without any return. */
  readonly by: 'mirrored' | 'rim';
}

/** Returns below the floor of which is not known whether water mirrored them, and what they are worth. */
interface UndecidedPart {
  readonly from: number;
  readonly to: number;
  /** Void between them and the floor over them, m^3. */
  readonly volume: number;
}

/** A pool, and how deep it may be. */
export interface MeasuredPool extends WallPool {
  /** Greatest mean depth to reckon with where none is given, m. */
  readonly depthBound: number;
  /** Mirrored returns that show it. */
  readonly points: number;
}

/** Standing water of a wall. */
export interface FloorWater {
  /** Number of the pool per cell of the wall, from 1; 0: none. */
  readonly cells: Uint16Array;
  /** In order of chainage. */
  readonly pools: readonly MeasuredPool[];
  /** Stretches of the returns that were left out as mirror images, m of chainage. */
  readonly mirrored: readonly { readonly from: number; readonly to: number; readonly points: number }[];
  readonly undecided: readonly UndecidedPart[];
  /** Mean depth that a person gave, m; null: not known. */
  readonly depth: number | null;
}
