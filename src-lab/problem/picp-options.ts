/** Ways to extrapolate the pose, see `PicpAcceleration`. */
export const ACCELERATION_IDS = ['none', 'coupled', 'decoupled'] as const;

export type AccelerationId = (typeof ACCELERATION_IDS)[number];

/** Options of pICP. */
export interface PicpOptions {
  /** Number of shares of the source; null: the number of processors. */
  readonly workers: number | null;
  /**
   * Deal the points in turn, in short runs, instead of in blocks, so that all workers get equally many that are far
   * from the target. Blocks suit a scan that fits the target equally well everywhere.
   */
  readonly shuffle: boolean;
  /**
   * Fraction of its points, drawn again in each iteration, that a worker matches, 0..1. Less is faster and less
   * accurate.
   */
  readonly thinning: number;
  /**
   * Try extrapolated steps along the last ones, and discard those that raise the error: rotation and translation by
   * one factor (`coupled`) or each by its own (`decoupled`).
   */
  readonly acceleration: AccelerationId;
  /** Seed of the random draws. */
  readonly seed: number;
}

export const PICP_DEFAULTS: PicpOptions = {
  workers: null,
  shuffle: true,
  thinning: 1,
  acceleration: 'none',
  seed: 1,
};
