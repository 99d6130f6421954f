import { FRAME_STRIDE } from '../registration/curvature.ts';
import { QUADRATIC_STRIDE } from '../registration/surface-distance.ts';
import { treeOf } from './box-levels.ts';
import type { GpuContext } from './context.ts';
import type { DeviceBins } from './device-bins.ts';
import { upload } from './device-search.ts';
import type { Kernel } from './kernel.ts';
import { writeUniform } from './uniform.ts';

/** What is known of the surface at the elements, and the file of shaders/ that makes quadratics of it. */
export interface DeviceSurface {
  readonly module: string;
  readonly surface: GPUBufferBinding | null;
}

const MOST_WORKGROUPS = 65_535;
const VEC4F = 16;
/** Threads of a workgroup, and those that share a point: few points to a workgroup, since they should lie near. */
const THREADS = 128;
const LANES = 4;

export function normalsKernel(gpu: GpuContext, neighbours: number): Promise<Kernel> {
  return neighbourhoodKernel(gpu, 'normals', neighbours);
}

export function framesKernel(gpu: GpuContext, neighbours: number): Promise<Kernel> {
  return neighbourhoodKernel(gpu, 'frames', neighbours);
}

function neighbourhoodKernel(gpu: GpuContext, name: string, neighbours: number): Promise<Kernel> {
  return gpu.kernel({
    modules: [
      'jacobi',
      'eigen3',
      'match',
      'boxes',
      'tree-binding',
      'lanes',
      'boxes-walk',
      'neighbours',
      name,
      'neighbourhoods',
    ],
    entryPoint: 'main',
    constants: { WG: THREADS },
    declared: { NEIGHBOURS: neighbours + 1, LANES },
  });
}

/** Records the estimation of what `kernel` gives for each point of a cloud, `vectors` times 4 numbers. */
export function recordNeighbourhoods(
  gpu: GpuContext,
  kernel: Kernel,
  encoder: GPUCommandEncoder,
  { slots, boxes, levels }: DeviceBins,
  vectors: number,
): GPUBufferBinding {
  const bytes = vectors * VEC4F * levels.slots;
  const surface = { buffer: gpu.buffers.storage('surface', bytes), size: bytes };
  const tree = writeUniform(gpu, kernel, 'tree', 'neighbourhood tree', treeOf(levels));
  const pass = encoder.beginComputePass({ label: kernel.name });
  pass.setPipeline(kernel.pipeline);
  pass.setBindGroup(0, kernel.bind({ tree, slots, structure: boxes, surface }));
  pass.dispatchWorkgroups(Math.min(MOST_WORKGROUPS, Math.ceil((LANES * levels.slots) / THREADS)));
  pass.end();
  return surface;
}

/** Quadratics by element, see shaders/surface-stored.wgsl. */
export function storedSurface(gpu: GpuContext, quadratics: Float64Array): DeviceSurface {
  const count = quadratics.length / QUADRATIC_STRIDE;
  const packed = new Float32Array(12 * count);
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < QUADRATIC_STRIDE; k++) packed[12 * i + k] = quadratics[QUADRATIC_STRIDE * i + k];
  }
  return { module: 'surface-stored', surface: upload(gpu, 'surface', packed) };
}

/**
 * Principal frames by element, see shaders/surface-second-order.wgsl.
 *
 * @param elements the point whose frame each element has
 */
export function frameSurface(gpu: GpuContext, frames: Float64Array, elements: Int32Array): DeviceSurface {
  const packed = new Float32Array(FRAME_STRIDE * elements.length);
  for (let i = 0; i < elements.length; i++) {
    const [nx, ny, nz, ex, ey, ez, k1, k2] = frames.subarray(FRAME_STRIDE * Math.max(0, elements[i]));
    packed.set([nx, ny, nz, k1, ex, ey, ez, k2], FRAME_STRIDE * i);
  }
  return { module: 'surface-second-order', surface: upload(gpu, 'surface', packed) };
}
