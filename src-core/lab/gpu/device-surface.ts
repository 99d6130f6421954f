import type { GpuContext } from '../../gpu/context.ts';
import type { Kernel } from '../../gpu/kernel.ts';
import { perContextAndKey } from '../../gpu/per-context.ts';
import { writeUniform } from '../../gpu/uniform.ts';
import { treeOf } from './box-levels.ts';
import type { DeviceBins } from './device-bins.ts';

/** vec4f per element of each surface module: a file of shaders/ that builds quadratics from them. */
export const SURFACE_VECTORS = {
  'surface-point': 0,
  'surface-plane': 1,
  'surface-second-order': 2,
  'surface-stored': 3,
} as const;

export type SurfaceModule = keyof typeof SURFACE_VECTORS;

/** Surface data of the elements, and the file of shaders/ that builds quadratics from it. */
export interface DeviceSurface {
  readonly module: SurfaceModule;
  readonly surface: GPUBufferBinding | null;
}

/** vec4f per element; none for Horn's method. */
export function vectorsOf(surface: DeviceSurface | null): number {
  return surface === null ? 0 : SURFACE_VECTORS[surface.module];
}

/** Surface module of the far-field distance: only the matched point is known. */
export const FAR_FIELD: DeviceSurface = { module: 'surface-point', surface: null };

const MOST_WORKGROUPS = 65_535;
export const VEC4F = 16;
/**
 * Workgroup size, and threads that share a point: few points per workgroup, because they should be near each other.
 */
const THREADS = 128;
const LANES = 4;

export function normalsKernel(gpu: GpuContext, neighbours: number): Promise<Kernel> {
  return neighbourhoodKernel(gpu, 'normals', neighbours);
}

export function framesKernel(gpu: GpuContext, neighbours: number): Promise<Kernel> {
  return neighbourhoodKernel(gpu, 'frames', neighbours);
}

const kernelOf = perContextAndKey<Promise<Kernel>>();

/** Cached, because even the specification takes a part of a short call. */
function neighbourhoodKernel(gpu: GpuContext, name: string, neighbours: number): Promise<Kernel> {
  return kernelOf(gpu, `${name} ${neighbours}`, () => compiled(gpu, name, neighbours));
}

function compiled(gpu: GpuContext, name: string, neighbours: number): Promise<Kernel> {
  return gpu.kernel({
    modules: [
      'jacobi',
      'eigen3',
      'match',
      'boxes',
      'tree-binding',
      'lanes',
      'boxes-reach',
      'boxes-walk-apart',
      'neighbours',
      name,
      'neighbourhoods',
    ],
    entryPoint: 'main',
    constants: { WG: THREADS },
    declared: { NEIGHBOURS: neighbours + 1, LANES },
  });
}

/** Records the computation of the output of `kernel` for each point of a cloud, `vectors` times 4 numbers. */
export function recordNeighbourhoods(
  gpu: GpuContext,
  kernel: Kernel,
  encoder: GPUCommandEncoder,
  { slots, boxes, levels, tree: written }: DeviceBins,
  vectors: number,
): GPUBufferBinding {
  const bytes = vectors * VEC4F * levels.slots;
  const surface = { buffer: gpu.buffers.storage('surface', bytes), size: bytes };
  const tree = written ?? writeUniform(gpu, kernel, 'tree', 'neighbourhood tree', treeOf(levels));
  const pass = encoder.beginComputePass({ label: kernel.name });
  pass.setPipeline(kernel.pipeline);
  pass.setBindGroup(0, kernel.bind({ tree, slots, structure: boxes, surface }));
  pass.dispatchWorkgroups(Math.min(MOST_WORKGROUPS, Math.ceil((LANES * levels.slots) / THREADS)));
  pass.end();
  return surface;
}
