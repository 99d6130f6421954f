import type { Bounds } from './robust-options.ts';

/** Voxels that a point is compared with: its own, or those across its six faces too. */
export const NDT_CELLS_IDS = ['one', 'seven'] as const;

/** Options of NDT (Magnusson 2009). The edge of the voxels is `gicp.voxel`. */
export interface NdtOptions {
  /**
   * One, as the thesis has it: by `npm run bench -- basin --only ndt --draws 20` it finds 363 poses of 600, and with
   * `--options '{"ndt":{"cells":"seven"}}'` 371, in four times the time.
   */
  readonly cells: (typeof NDT_CELLS_IDS)[number];
  /** Share of the points that belong to no surface of the target, in the mixture of eq. 6.7. */
  readonly outlierShare: number;
}

export const NDT_DEFAULTS: NdtOptions = { cells: 'one', outlierShare: 0.55 };

export const NDT_OUTLIER_BOUNDS: Bounds = { least: 0.01, greatest: 0.99 };
