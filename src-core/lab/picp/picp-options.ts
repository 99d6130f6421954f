/** Options of pICP. */
export interface PicpOptions {
  /** Shares into which the source is split; null: as many as the machine has processors. */
  readonly workers: number | null;
  /**
   * Deal the points out one by one instead of in blocks, so that all workers get as many that are far from the target.
   * Blocks suit a scan that fits the target equally well everywhere, since neighbours share what is in the cache.
   */
  readonly shuffle: boolean;
  /** Part of its points, drawn anew, that a worker matches in each iteration, 0..1. Less is faster and less exact. */
  readonly thinning: number;
  /** Try steps along the course of the last ones, and discard those that raise the error. */
  readonly acceleration: boolean;
  /** Of the draws. */
  readonly seed: number;
}

export const PICP_DEFAULTS: PicpOptions = {
  workers: null,
  shuffle: true,
  thinning: 1,
  acceleration: false,
  seed: 1,
};
