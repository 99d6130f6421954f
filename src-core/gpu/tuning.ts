/** What is tuned for an adapter; the defaults run on every WebGPU device. */
export interface GpuTuning {
  /** Threads of a workgroup in the kernels that go over points; 64, 128 or 256. */
  readonly workgroupSize: number;
  /** Workgroups of a kernel that goes over points in strides: enough to fill the card, few enough to sum up. */
  readonly maxWorkgroups: number;
  /** Threads that search the match of one point together: 1, 2, 4 or 8, and no more than an eighth of a workgroup. */
  readonly lanesPerQuery: number;
  /** Threads of a workgroup in the kernels of the soft methods, which weigh all points with all. */
  readonly softWorkgroupSize: number;
  /** Threads of such a workgroup that take four points together: a multiple of 8 that divides `softWorkgroupSize`. */
  readonly softLanes: number;
  /** Threads of the one workgroup that ends a match of a soft method: a multiple of 8. */
  readonly softStepThreads: number;
}

export const GPU_TUNING_DEFAULTS: GpuTuning = {
  workgroupSize: 256,
  maxWorkgroups: 2048,
  lanesPerQuery: 4,
  softWorkgroupSize: 128,
  softLanes: 64,
  softStepThreads: 256,
};

/** Queries of a workgroup, at least. */
const LEAST_QUERIES = 8;
/** As SHARES of shaders/soft-lanes.wgsl. */
const SHARES = 8;
/** As COLUMNS of shaders/soft-step.wgsl. */
const STEP_COLUMNS = 8;

/** Whether the kernels can be written for these numbers at all, on any adapter. */
export function isSoundTuning({
  workgroupSize,
  lanesPerQuery,
  softWorkgroupSize,
  softLanes,
  softStepThreads,
}: GpuTuning): boolean {
  return (
    lanesPerQuery * LEAST_QUERIES <= workgroupSize &&
    softLanes % SHARES === 0 &&
    softWorkgroupSize % softLanes === 0 &&
    softStepThreads % STEP_COLUMNS === 0
  );
}
