/** Tuning parameters of an adapter; the defaults run on every WebGPU device. */
export interface GpuTuning {
  /** Workgroup size of the kernels that iterate over points; 64, 128 or 256. */
  readonly workgroupSize: number;
  /** Workgroups of a kernel that covers the points in strides: enough to fill the GPU, few enough to reduce. */
  readonly maxWorkgroups: number;
  /** Threads that cooperate on one nearest-neighbour query: 1, 2, 4 or 8, and at most an eighth of a workgroup. */
  readonly lanesPerQuery: number;
  /** Workgroup size of the kernels of the soft methods, which weight all pairs of points. */
  readonly softWorkgroupSize: number;
  /** Threads of such a workgroup that share four points: a multiple of 8 that divides `softWorkgroupSize`. */
  readonly softLanes: number;
  /** Size of the single workgroup that finishes a match of a soft method: a multiple of 8. */
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

/** Minimum number of queries per workgroup. */
const LEAST_QUERIES = 8;
/** Must equal SHARES of shaders/soft-lanes.wgsl. */
const SHARES = 8;
/** Must equal COLUMNS of shaders/soft-step.wgsl. */
const STEP_COLUMNS = 8;

/** True if the kernels can be generated for these parameters, regardless of the adapter. */
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
