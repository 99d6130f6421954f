import type { Bounds } from './robust-options.ts';

/** Voxels that a point is compared with: its own, or those across its six faces too. */
export const NDT_CELLS_IDS = ['one', 'seven'] as const;

/** Options of NDT (Magnusson 2009). The edge of the voxels is `gicp.voxel`. */
export interface NdtOptions {
  /**
   * One, as the thesis has it: of 100 starts on each of the six kinds of data of the basin bench it found 378 poses of
   * 600, and seven 358 (outdoor scans 78 and 83, tunnel 74 and 61) in two to four times the time.
   */
  readonly cells: (typeof NDT_CELLS_IDS)[number];
  /** Share of the points that belong to no surface of the target, in the mixture of eq. 6.7. */
  readonly outlierShare: number;
}

export const NDT_DEFAULTS: NdtOptions = { cells: 'one', outlierShare: 0.55 };

export const NDT_OUTLIER_BOUNDS: Bounds = { least: 0.01, greatest: 0.99 };
