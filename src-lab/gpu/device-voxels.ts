import type { GpuContext } from '../../src-core/gpu/context.ts';
import type { Kernel } from '../../src-core/gpu/kernel.ts';
import { perContext } from '../../src-core/gpu/per-context.ts';
import { writeUniforms } from '../../src-core/gpu/uniform.ts';
import { message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import type { DeviceSlots } from './device-bins.ts';
import { VEC4F } from './device-surface.ts';

/** Most points of a cloud in voxels: their sums are of whole numbers, see addValue of shaders/voxel-build.wgsl. */
const MOST_POINTS = 2 ** 20;
/** As EDGE_ROUNDS of voxel-edge.ts; one less than ROUNDS of shaders/voxel-build.wgsl. */
const EDGE_ROUNDS = 6;
/** Bytes of struct Voxels, of SUMS words, and of a voxel's surface; see shaders/voxel-build.wgsl and voxel-keep.wgsl. */
const STATE_BYTES = 256;
const SUMS_BYTES = 156;
const SURFACE_VECTORS_OF_VOXEL = 3;
const MOST_WORKGROUPS = 1024;

/** What is kept of a voxel: its mean covariance, for VGICP, or its distribution, for NDT. */
type VoxelKind = 'mean' | 'distribution';

/** Voxels on the device, for shaders/voxel-lookup.wgsl. */
interface DeviceVoxels {
  /** Mean places by number, as slots of shaders/match.wgsl. */
  readonly places: GPUBufferBinding;
  readonly lookup: GPUBufferBinding;
  readonly surface: GPUBufferBinding;
  /** Number of voxels that were counted, with what else the kernels counted. */
  readonly state: GPUBuffer;
}

/** How voxels are made of a cloud. */
export interface VoxelQuestion {
  readonly kind: VoxelKind;
  /** Edge, m; null: such that a voxel holds `wanted` points on the mean. */
  readonly edge: number | null;
  readonly wanted: number;
  readonly over: 'voxels' | 'points';
}

interface VoxelKernels {
  readonly measureExtent: Kernel;
  readonly countVoxels: Kernel;
  readonly numberVoxels: Kernel;
  readonly countPoints: Kernel;
  readonly sumPlaces: Kernel;
  readonly sumNormals: Kernel;
  readonly sumScatter: Kernel;
  readonly keep: Readonly<Record<VoxelKind, () => Promise<Kernel>>>;
}

const voxelKernels = perContext(async (gpu): Promise<VoxelKernels> => {
  const constants = { WG: gpu.tuning.workgroupSize };
  const build = (entryPoint: string): Promise<Kernel> =>
    gpu.kernel({ modules: ['voxel-table', 'tangent', 'voxel-build'], entryPoint, constants });
  const keep = (own: readonly string[]) => () =>
    gpu.kernel({
      modules: ['voxel-table', 'tangent', 'voxel-build', ...own, 'voxel-keep'],
      entryPoint: 'main',
      constants,
    });
  const [measureExtent, countVoxels, numberVoxels, countPoints, sumPlaces, sumNormals, sumScatter] =
    await Promise.all(
      [
        'measureExtent',
        'countVoxels',
        'numberVoxels',
        'countPoints',
        'sumPlaces',
        'sumNormals',
        'sumScatter',
      ].map(build),
    );
  return {
    measureExtent,
    countVoxels,
    numberVoxels,
    countPoints,
    sumPlaces,
    sumNormals,
    sumScatter,
    keep: {
      mean: keep(['voxel-mean']),
      distribution: keep(['jacobi', 'eigen3', 'voxel-distribution']),
    },
  };
});

/**
 * Records the voxels of a cloud: their edge, if none is given, by rounds that stay on the device, then what is kept of
 * each. CPU twins: `suggestedEdge`, the voxels of `vgicp`, `voxelDistributions`.
 *
 * @param normals by index, for the kind `mean`
 * @throws SocavonError 'engine-unavailable' for more points than their sums have room for
 */
export async function recordVoxels(
  gpu: GpuContext,
  encoder: GPUCommandEncoder,
  { slots, count }: DeviceSlots,
  normals: GPUBufferBinding | null,
  { kind, edge, wanted, over }: VoxelQuestion,
): Promise<DeviceVoxels> {
  if (count > MOST_POINTS)
    throw new SocavonError('engine-unavailable', message('gpu-voxels-many', { count, most: MOST_POINTS }));
  const kernels = await voxelKernels(gpu);
  const keep = await kernels.keep[kind]();
  const size = 2 ** Math.ceil(Math.log2(2 * count));
  const storage = (name: string, bytes: number): GPUBufferBinding => ({
    buffer: gpu.buffers.storage(`voxel ${name}`, bytes),
    size: bytes,
  });
  const zeroed = (name: string, bytes: number): GPUBufferBinding => {
    const binding = storage(name, bytes);
    encoder.clearBuffer(binding.buffer, 0, bytes);
    return binding;
  };
  const surfaceBytes = SURFACE_VECTORS_OF_VOXEL * VEC4F * count;
  const state = zeroed('state', STATE_BYTES);
  const buffers = {
    slots,
    table: zeroed('table', 16 * size),
    voxels: state,
    members: storage('members', 4 * count),
    sums: zeroed('sums', SUMS_BYTES * count),
    ...(normals && { normals }),
    places: storage('places', VEC4F * count),
    lookup: storage('lookup', VEC4F * (size + 1)),
    surface: storage('surfaces', surfaceBytes),
  };
  const last = edge === null ? EDGE_ROUNDS : 0;
  const rounds = Array.from({ length: last }, (_, round) => ({ kernel: kernels.countVoxels, round }));
  const final = [
    kernels.numberVoxels,
    kernels.countPoints,
    kernels.sumPlaces,
    kind === 'mean' ? kernels.sumNormals : kernels.sumScatter,
    keep,
  ];
  const dispatches = [
    ...(edge === null ? [{ kernel: kernels.measureExtent, round: 0 }] : []),
    ...rounds,
    ...final.map((kernel) => ({ kernel, round: last })),
  ];
  // The parameters are the same but for the round, and laid out alike in all kernels.
  const builds = writeUniforms(
    gpu,
    'voxel build',
    Array.from({ length: last + 1 }, (_, round) => ({
      kernel: kernels.countVoxels,
      variable: 'build',
      values: { count, size, round, wanted, overVoxels: over === 'voxels' ? 1 : 0, givenEdge: edge ?? 0 },
    })),
  );
  const pass = encoder.beginComputePass({ label: 'voxels' });
  for (const { kernel, round } of dispatches) {
    pass.setPipeline(kernel.pipeline);
    pass.setBindGroup(0, kernel.bind({ ...buffers, build: builds[round] }));
    pass.dispatchWorkgroups(Math.min(MOST_WORKGROUPS, Math.ceil(count / gpu.tuning.workgroupSize)));
  }
  pass.end();
  return { places: buffers.places, lookup: buffers.lookup, surface: buffers.surface, state: state.buffer };
}
