import type { GpuContext } from '../../src-core/gpu/context.ts';
import type { BoundBuffer, Kernel } from '../../src-core/gpu/kernel.ts';
import { perContextAndKey } from '../../src-core/gpu/per-context.ts';
import { writeUniform } from '../../src-core/gpu/uniform.ts';
import type { RegistrationOptions } from '../problem/method.ts';
import { LEAF, treeOf } from './box-levels.ts';
import type { DeviceBins } from './device-bins.ts';

/** vec4f per element of each surface module: a file of shaders/ that builds quadratics from them. */
export const SURFACE_VECTORS = {
  'surface-point': 0,
  'surface-plane': 1,
  'surface-second-order': 2,
  'surface-stored': 3,
  'surface-distributions': 1,
  'surface-reflectivity': 2,
  'surface-voxels': 3,
  'register-ndt': 3,
} as const;

export type SurfaceModule = keyof typeof SURFACE_VECTORS;

/** Surface data of the elements, and the file of shaders/ that builds quadratics from it. */
export interface DeviceSurface {
  readonly module: SurfaceModule;
  readonly surface: GPUBufferBinding | null;
  /** Elements of the source's surface data that lie ahead of it in the binding; left out: none. */
  readonly from?: number;
}

/** vec4f per element; none for Horn's method. */
export function vectorsOf(surface: DeviceSurface | null): number {
  return surface === null ? 0 : SURFACE_VECTORS[surface.module];
}

/** Surface module of the far-field distance: only the matched point is known. */
export const FAR_FIELD: DeviceSurface = { module: 'surface-point', surface: null };

/** Vectors ahead of those of the elements in surface-reflectivity: as many as an offset of a binding is aligned to. */
export const REFLECTIVITY_HEAD = 16;

/** True if a method looks up voxels of the target, whatever search is chosen. */
export function looksUpVoxels({ method }: RegistrationOptions): boolean {
  return method === 'vgicp' || method === 'ndt';
}

/** True if the points of the source have surface data of their own. */
export function hasSourceSurface({ method }: RegistrationOptions): boolean {
  return method === 'gicp' || method === 'vgicp' || method === 'icp-intensity';
}

/** True if those come from their neighbours, which are searched. */
export function searchesSource({ method }: RegistrationOptions): boolean {
  return method === 'gicp' || method === 'vgicp';
}

const MOST_WORKGROUPS = 65_535;
export const VEC4F = 16;
/**
 * Workgroup size, and threads that share a point: few points per workgroup, because they should be near each other.
 */
const THREADS = 128;
const LANES = 4;

/** More neighbours would take more registers than a thread has: the CPU finds them. */
const MOST_LISTED = 32;

/** True if the device lists so many neighbours of a point. */
export function listsNeighbours(neighbours: number): boolean {
  return neighbours <= MOST_LISTED;
}

export function normalsKernel(gpu: GpuContext, neighbours: number): Promise<Kernel> {
  return neighbourhoodKernel(gpu, 'normals', neighbours);
}

export function framesKernel(gpu: GpuContext, neighbours: number): Promise<Kernel> {
  return neighbourhoodKernel(gpu, 'frames', neighbours);
}

/** See shaders/reflectivity.wgsl. */
export function reflectivityKernel(gpu: GpuContext, neighbours: number): Promise<Kernel> {
  return neighbourhoodKernel(gpu, 'reflectivity', neighbours);
}

const kernelOf = perContextAndKey<Promise<Kernel>>();

/**
 * Kernel that evaluates the neighbours of each point by a file of shaders/, see shaders/neighbourhoods.wgsl. Cached, because
 * even the specification takes a part of a short call.
 */
export function neighbourhoodKernel(gpu: GpuContext, name: string, neighbours: number): Promise<Kernel> {
  return kernelOf(gpu, `${name} ${neighbours}`, () => compiled(gpu, name, neighbours));
}

function compiled(gpu: GpuContext, name: string, neighbours: number): Promise<Kernel> {
  return gpu.kernel({
    modules: [
      'jacobi',
      'eigen3',
      'tangent',
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
    declared: {
      NEIGHBOURS: neighbours + 1,
      LANES,
      POINTS_OF_LANE: LEAF / LANES,
      LEAVES_OF_MARKS: (32 * LANES) / LEAF,
      // Twice as many points as are sought: of those along a curve, half lie to one side.
      OWN_LEAVES: Math.ceil((2 * (neighbours + 1)) / LEAF),
    },
  });
}

/**
 * Records the computation of the output of `kernel` for each point of a cloud, `vectors` times 4 numbers by index.
 *
 * @param place receives it; left out: a buffer of the target
 * @param name of the cloud, to distinguish what is written for it
 * @param known other buffers that the kernel reads
 */
export function recordNeighbourhoods(
  gpu: GpuContext,
  kernel: Kernel,
  encoder: GPUCommandEncoder,
  { slots, boxes, levels, tree: written }: DeviceBins,
  vectors: number,
  place: GPUBufferBinding | null = null,
  name = 'target',
  known: Readonly<Record<string, BoundBuffer>> = {},
): GPUBufferBinding {
  const bytes = vectors * VEC4F * levels.slots;
  const surface = place ?? { buffer: gpu.buffers.storage('surface', bytes), size: bytes };
  const tree = written ?? writeUniform(gpu, kernel, 'tree', `neighbourhood tree of ${name}`, treeOf(levels));
  const pass = encoder.beginComputePass({ label: kernel.name });
  pass.setPipeline(kernel.pipeline);
  pass.setBindGroup(0, kernel.bind({ tree, slots, structure: boxes, surface, ...known }));
  pass.dispatchWorkgroups(Math.min(MOST_WORKGROUPS, Math.ceil((LANES * levels.slots) / THREADS)));
  pass.end();
  return surface;
}
