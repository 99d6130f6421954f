import type { GpuContext } from '../../src-core/gpu/context.ts';
import type { Kernel } from '../../src-core/gpu/kernel.ts';
import { perContext } from '../../src-core/gpu/per-context.ts';

/** Kernels of one match of a soft method, in order, and the kernel that finishes it. */
export interface SoftKernels {
  /** Points per workgroup of a match. */
  readonly pointsPerWorkgroup: number;
  readonly match: readonly SoftPass[];
  readonly step: Kernel;
}

/** Kernel of a match, and the cloud whose points it runs over. */
interface SoftPass {
  readonly kernel: Kernel;
  readonly own: 'source' | 'target';
}

const SHARED = ['rigid', 'soft'];
/** Points that threads process together, one per vector component. */
const FOUR = 4;

/** Kernels of EM-ICP; cached, because even the specification takes a part of a short call. */
export const emIcpKernels = perContext(async (gpu): Promise<SoftKernels> => {
  const [match, step] = await Promise.all([gatherKernel(gpu, 'em-icp'), stepKernel(gpu)]);
  return { pointsPerWorkgroup: pointsPerWorkgroup(gpu), match: [{ kernel: match, own: 'source' }], step };
});

/**
 * @param sinkhornIterations row and column normalisations; the last column normalisation also gathers the sums of the
 *   matches
 */
export async function softassignKernels(gpu: GpuContext, sinkhornIterations: number): Promise<SoftKernels> {
  const [firstRows, rows, columns, gather, step] = await Promise.all([
    normaliseKernel(gpu, 1, 1),
    normaliseKernel(gpu, 1, 0),
    normaliseKernel(gpu, 0, 0),
    gatherKernel(gpu, 'softassign-gather'),
    stepKernel(gpu),
  ]);
  const match: SoftPass[] = [{ kernel: firstRows, own: 'target' }];
  for (let sweep = 1; sweep < sinkhornIterations; sweep++) {
    match.push({ kernel: columns, own: 'source' }, { kernel: rows, own: 'target' });
  }
  match.push({ kernel: gather, own: 'source' });
  return { pointsPerWorkgroup: pointsPerWorkgroup(gpu), match, step };
}

export function halfTurnKernel(gpu: GpuContext): Promise<Kernel> {
  const { softWorkgroupSize } = gpu.tuning;
  return gpu.kernel({
    modules: [...SHARED, 'soft-lanes', 'half-turns'],
    entryPoint: 'main',
    constants: { WG: softWorkgroupSize, LANES: softWorkgroupSize },
  });
}

function pointsPerWorkgroup({ tuning }: GpuContext): number {
  return (FOUR * tuning.softWorkgroupSize) / tuning.softLanes;
}

function lanesOf({ tuning }: GpuContext): { WG: number; LANES: number } {
  return { WG: tuning.softWorkgroupSize, LANES: tuning.softLanes };
}

function normaliseKernel(gpu: GpuContext, ROWS: 0 | 1, FIRST: 0 | 1): Promise<Kernel> {
  return gpu.kernel({
    modules: [...SHARED, 'soft-lanes', 'softassign-normalise'],
    entryPoint: 'main',
    constants: { ...lanesOf(gpu), ROWS, FIRST },
  });
}

function gatherKernel(gpu: GpuContext, module: string): Promise<Kernel> {
  return gpu.kernel({
    modules: [...SHARED, 'soft-lanes', 'soft-sums', module],
    entryPoint: 'main',
    constants: lanesOf(gpu),
  });
}

function stepKernel(gpu: GpuContext): Promise<Kernel> {
  return gpu.kernel({
    modules: [...SHARED, 'jacobi', 'eigen4', 'soft-step'],
    entryPoint: 'main',
    constants: { STEP_THREADS: gpu.tuning.softStepThreads, POINTS_PER_SUM: pointsPerWorkgroup(gpu) },
  });
}
