import type { GpuContext } from '../../gpu/context.ts';
import type { BoundBuffer, Kernel } from '../../gpu/kernel.ts';
import { writeUniforms } from '../../gpu/uniform.ts';
import { type BinBox, binBox, cubeOf, packedAxes } from './bin-box.ts';
import { type BoxLevels, boxLevels, LEAF } from './box-levels.ts';
import type { LocalCloud } from './local-cloud.ts';

/** Cloud on the device, sorted by bins, with a tree of boxes over it; see shaders/bins.wgsl and boxes.wgsl. */
export interface DeviceBins {
  /** As uploaded: xyz by index, see LocalCloud. */
  readonly points: GPUBufferBinding;
  readonly slots: GPUBufferBinding;
  readonly boxes: GPUBufferBinding;
  readonly levels: BoxLevels;
}

/** Counts per thread of bins-scan.wgsl. */
const COUNTS_PER_THREAD = 8;
const MOST_WORKGROUPS = 65_535;
/** Required alignment of binding offsets in WebGPU, bytes. */
const BINDING_ALIGNMENT = 256;
const SLOT_BYTES = 16;
const BOX_BYTES = 32;

export interface BinKernels {
  readonly count: Kernel;
  readonly sumBlocks: Kernel;
  readonly scanBlocks: Kernel;
  readonly scatter: Kernel;
  readonly order: Kernel;
  readonly leaves: Kernel;
  readonly parents: Kernel;
}

const reusable = new WeakMap<GpuContext, Promise<BinKernels>>();

/** Kernels of a context, cached. */
export function binKernels(gpu: GpuContext): Promise<BinKernels> {
  let kernels = reusable.get(gpu);
  if (kernels === undefined) {
    kernels = compiled(gpu);
    reusable.set(gpu, kernels);
  }
  return kernels;
}

async function compiled(gpu: GpuContext): Promise<BinKernels> {
  const constants = { WG: gpu.tuning.workgroupSize };
  const kernel = (modules: readonly string[], entryPoint = 'main'): Promise<Kernel> =>
    gpu.kernel({ modules, entryPoint, constants });
  const [count, sumBlocks, scanBlocks, scatter, order, leaves, parents] = await Promise.all([
    kernel(['bins', 'bins-count']),
    kernel(['scan-threads', 'bins-scan'], 'sumBlocks'),
    kernel(['scan-threads', 'bins-scan'], 'scanBlocks'),
    kernel(['bins', 'bins-scatter']),
    kernel(['bins', 'bins-order']),
    kernel(['boxes', 'boxes-build'], 'leaves'),
    kernel(['boxes', 'boxes-build'], 'parents'),
  ]);
  return { count, sumBlocks, scanBlocks, scatter, order, leaves, parents };
}

/**
 * Records the sorting of a cloud into bins (count, prefix sum, scatter, order) and the boxes over it.
 *
 * @param name prefix that distinguishes the buffers of this cloud
 */
export function recordBins(
  gpu: GpuContext,
  kernels: BinKernels,
  encoder: GPUCommandEncoder,
  cloud: LocalCloud,
  name: string,
): DeviceBins {
  const { workgroupSize } = gpu.tuning;
  const box = binBox(cloud);
  const binCount = 2 ** box.halvings.length;
  const levels = boxLevels(cloud.count);
  const blocks = Math.ceil((binCount + 1) / (workgroupSize * COUNTS_PER_THREAD));
  const groups = Math.min(MOST_WORKGROUPS, Math.ceil(cloud.count / workgroupSize));
  const storage = (part: string, bytes: number): GPUBufferBinding => ({
    buffer: gpu.buffers.storage(`${name} ${part}`, bytes),
    size: bytes,
  });
  const slotBytes = SLOT_BYTES * cloud.count;
  const boxesFrom = BINDING_ALIGNMENT * Math.ceil(slotBytes / BINDING_ALIGNMENT);
  const whole = storage('slots', boxesFrom + BOX_BYTES * levels.boxes);
  const builds = levels.nodes.map((nodes, level) => ({
    kernel: level === 0 ? kernels.leaves : kernels.parents,
    variable: 'build',
    values: {
      firstChild: level === 0 ? 0 : levels.first[level - 1],
      children: level === 0 ? cloud.count : levels.nodes[level - 1],
      firstNode: levels.first[level],
      nodes,
      boxesAt: boxesFrom / SLOT_BYTES,
    },
  }));
  const [bins, ...levelBuilds] = writeUniforms(gpu, `${name} bins`, [
    { kernel: kernels.count, variable: 'bins', values: binValues(box, cloud) },
    ...builds,
  ]);
  const counts = storage('counts', 4 * binCount);
  const shared = {
    bins,
    points: { buffer: gpu.buffers.upload(`${name} points`, cloud.xyz), size: cloud.xyz.byteLength },
    counts,
    placement: storage('placement', 8 * cloud.count),
    blockSums: storage('block sums', 4 * blocks),
    starts: storage('starts', 4 * (binCount + 1)),
    members: storage('members', 4 * cloud.count),
    slots: { buffer: whole.buffer, size: slotBytes },
  };
  const boxes = { buffer: whole.buffer, offset: boxesFrom, size: BOX_BYTES * levels.boxes };
  encoder.clearBuffer(counts.buffer, 0, counts.size);
  const pass = encoder.beginComputePass({ label: `${name} bins` });
  const dispatch = (
    kernel: Kernel,
    workgroups: number,
    buffers: Readonly<Record<string, BoundBuffer>>,
  ): void => {
    pass.setPipeline(kernel.pipeline);
    pass.setBindGroup(0, kernel.bind(buffers));
    pass.dispatchWorkgroups(workgroups);
  };
  dispatch(kernels.count, groups, shared);
  dispatch(kernels.sumBlocks, blocks, shared);
  dispatch(kernels.scanBlocks, blocks, shared);
  dispatch(kernels.scatter, groups, shared);
  dispatch(kernels.order, groups, shared);
  builds.forEach(({ kernel, values: { nodes } }, level) => {
    const workgroups = Math.min(MOST_WORKGROUPS, Math.ceil((LEAF * nodes) / workgroupSize));
    dispatch(kernel, workgroups, { cloud: whole, build: levelBuilds[level] });
  });
  pass.end();
  return { points: shared.points, slots: shared.slots, boxes, levels };
}

/** Struct Bins of shaders/bins.wgsl. */
function binValues({ origin, scale, bits, halvings }: BinBox, { count, shift }: LocalCloud): object {
  return {
    origin,
    scale,
    bits,
    halvings: halvings.length,
    axes: packedAxes(halvings),
    ...cubeOf(bits),
    points: count,
    shift,
  };
}
