import type { GpuContext } from '../context.ts';
import type { Kernel } from '../kernel.ts';

/** Kernels that match a scan against the submap and add keyframes to it, by purpose. */
export interface ScanKernels {
  readonly workgroupSize: number;
  readonly points: Kernel;
  readonly normals: Kernel;
  readonly match: Kernel;
  /** Keyframes: their points placed, added to the sums of their bins, planes fitted, bins dropped, and moved. */
  readonly placePoints: Kernel;
  readonly addPoints: Kernel;
  readonly fitPlanes: Kernel;
  readonly forgetBins: Kernel;
  readonly moveBins: Kernel;
}

/**
 * Sums of shaders/scan-solve.wgsl that each thread stores in workgroup memory, and the other workgroup variables,
 * bytes.
 */
const SUMS = 31;
const BESIDE_SUMS = 512;
const SMALLEST_WORKGROUP = 32;

/** @throws SocavonError 'internal' if a kernel does not compile */
export async function scanKernels(gpu: GpuContext): Promise<ScanKernels> {
  const workgroupSize = scanWorkgroupSize(gpu);
  const constants = { WG: workgroupSize };
  const compiled = (...modules: string[]): Promise<Kernel> =>
    gpu.kernel({ modules, entryPoint: 'main', constants });
  const shared = ['rigid', 'scan-options'];
  const bins = [...shared, 'scan-bins'];
  const placing = [...bins, 'wide', 'keyframe'];
  const keyframe = [...placing, 'keyframe-bins'];
  const kernels = {
    points: compiled(...shared, 'wide', 'scan-points'),
    normals: compiled('jacobi', 'eigen3', ...shared, 'scan-normals'),
    match: compiled(
      ...[...bins, 'scan-motion', 'scan-planes', 'reduce', 'last-pass'],
      ...['cholesky6', 'jacobi', 'eigen3', 'scan-weak', 'scan-solve', 'scan-match'],
    ),
    placePoints: compiled(...placing, 'keyframe-place'),
    addPoints: compiled(...keyframe, 'keyframe-add'),
    fitPlanes: compiled('jacobi', 'eigen3', ...keyframe, 'keyframe-fit'),
    forgetBins: compiled(...bins, 'keyframe', 'keyframe-forget'),
    moveBins: compiled(...bins, 'keyframe', 'keyframe-move'),
  };
  await Promise.all(Object.values(kernels));
  return {
    workgroupSize,
    points: await kernels.points,
    normals: await kernels.normals,
    match: await kernels.match,
    placePoints: await kernels.placePoints,
    addPoints: await kernels.addPoints,
    fitPlanes: await kernels.fitPlanes,
    forgetBins: await kernels.forgetBins,
    moveBins: await kernels.moveBins,
  };
}

/** Tuned workgroup size, or the largest smaller one whose sums fit into workgroup memory. */
function scanWorkgroupSize({ tuning, device }: GpuContext): number {
  const room = device.limits.maxComputeWorkgroupStorageSize - BESIDE_SUMS;
  let size = tuning.workgroupSize;
  while (size > SMALLEST_WORKGROUP && 4 * SUMS * (size + 1) > room) size /= 2;
  return size;
}
