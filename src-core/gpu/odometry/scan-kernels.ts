import type { GpuContext } from '../context.ts';
import type { Kernel } from '../kernel.ts';

/** Kernels that match a scan against the submap, by purpose. */
export interface ScanKernels {
  readonly workgroupSize: number;
  readonly points: Kernel;
  readonly normals: Kernel;
  readonly match: Kernel;
  readonly writePlanes: Kernel;
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
  const [points, normals, match, writePlanes] = await Promise.all([
    compiled(...shared, 'scan-points'),
    compiled('jacobi', 'eigen3', ...shared, 'scan-normals'),
    compiled(
      ...[...shared, 'scan-motion', 'scan-planes', 'reduce', 'last-pass'],
      ...['cholesky6', 'jacobi', 'eigen3', 'scan-weak', 'scan-solve', 'scan-match'],
    ),
    compiled('jacobi', 'eigen3', 'scan-planes-write'),
  ]);
  return { workgroupSize, points, normals, match, writePlanes };
}

/** Tuned workgroup size, or the largest smaller one whose sums fit into workgroup memory. */
function scanWorkgroupSize({ tuning, device }: GpuContext): number {
  const room = device.limits.maxComputeWorkgroupStorageSize - BESIDE_SUMS;
  let size = tuning.workgroupSize;
  while (size > SMALLEST_WORKGROUP && 4 * SUMS * (size + 1) > room) size /= 2;
  return size;
}
