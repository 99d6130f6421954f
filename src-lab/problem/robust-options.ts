/** Kernels that weight a pair by its distance e, c the scale. */
export const KERNEL_IDS = ['none', 'cauchy', 'geman-mcclure'] as const;

type KernelId = (typeof KERNEL_IDS)[number];

/** Least and greatest value of a number, for the forms that show it. */
export interface Bounds {
  readonly least: number;
  readonly greatest: number;
}

/** How `icp-plane`, `gicp` and `vgicp` treat pairs that fit badly. */
export interface RobustOptions {
  /** Cauchy: weight 1 / (1 + e^2 / c^2); Geman-McClure: 1 / (1 + e^2 / c^2)^2, which nearly forgets far pairs. */
  readonly kernel: KernelId;
  /** c, m: about the distance from which a pair is doubtful; null: 2 standard deviations of the pairs, by their median. */
  readonly kernelScale: number | null;
  /** Share of the pairs with the smallest distances that count (trimmed ICP, Chetverikov 2002); 1: all. */
  readonly keptShare: number;
}

export const ROBUST_DEFAULTS: RobustOptions = { kernel: 'none', kernelScale: null, keptShare: 1 };

/** Whether the options change the weight of any pair. */
export function isRobust({ kernel, keptShare }: RobustOptions): boolean {
  return kernel !== 'none' || keptShare < 1;
}

export const ROBUST_BOUNDS: Readonly<Record<'kernelScale' | 'keptShare', Bounds>> = {
  kernelScale: { least: 1e-6, greatest: 1e6 },
  keptShare: { least: 0.05, greatest: 1 },
};

/** Options of GICP (Segal, Haehnel and Thrun 2009) and VGICP (Koide et al. 2021). */
export interface GicpOptions {
  /** Neighbours of a point's covariance, in addition to the point itself: 20 in both papers. */
  readonly neighbours: number;
  /** Variance along the normal, that in the plane being 1: Segal's epsilon. */
  readonly thickness: number;
  /** Edge of the voxels of VGICP and NDT, m; null: such that a point is one of 15 in its voxel on the mean; of NDT 20 a voxel. */
  readonly voxel: number | null;
}

export const GICP_DEFAULTS: GicpOptions = { neighbours: 20, thickness: 1e-3, voxel: null };

export const GICP_BOUNDS: Readonly<Record<keyof GicpOptions, Bounds>> = {
  neighbours: { least: 3, greatest: 200 },
  thickness: { least: 1e-6, greatest: 1 },
  voxel: { least: 1e-9, greatest: 1e9 },
};
