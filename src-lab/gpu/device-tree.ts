import type { GpuContext } from '../../src-core/gpu/context.ts';
import type { BoundBuffer, Kernel } from '../../src-core/gpu/kernel.ts';
import { writeUniforms } from '../../src-core/gpu/uniform.ts';
import { treeLevels } from '../search/kd-tree-build.ts';
import type { BinKernels } from './device-bins.ts';
import type { LocalCloud } from './local-cloud.ts';

/** k-d tree of a cloud on the device, of the same nodes as `buildKdTree` makes; see shaders/search-kd-tree.wgsl. */
interface DeviceTree {
  readonly slots: GPUBufferBinding;
  readonly structure: GPUBufferBinding;
  /** Levels below the root. */
  readonly levels: number;
}

/** Slots of a thread in a node that a workgroup splits to the leaves: 512 at most, see shaders/kd-subtrees.wgsl. */
const EACH_OF_SUBTREE = 2;
/** Slots of a thread in a block of shaders/kd-sort.wgsl and kd-split.wgsl. */
const EACH = 4;
const DIGIT_BITS = 4;
/** Passes of the sort over the 32 bits of a key; even, so that it ends in the buffer where it starts. */
const DIGITS = 32 / DIGIT_BITS;
const AXES = 3;
/** Counts per thread of bins-scan.wgsl. */
const COUNTS_PER_THREAD = 8;
const MOST_WORKGROUPS = 65_535;
/** Bytes per point of a number for each axis. */
const LISTS_BYTES = 4 * AXES;
const SLOT_BYTES = 16;
const NODE_BYTES = 32;

interface TreeKernels {
  readonly start: Kernel;
  readonly countDigits: Kernel;
  readonly scatterDigits: Kernel;
  readonly countLefts: Kernel;
  readonly scatterSides: Kernel;
  readonly subtrees: Kernel;
}

export async function treeKernels(gpu: GpuContext): Promise<TreeKernels> {
  const { workgroupSize } = gpu.tuning;
  const kernel = (modules: readonly string[], entryPoint = 'main', each = EACH): Promise<Kernel> =>
    gpu.kernel({
      modules: ['kd-build', ...modules],
      entryPoint,
      declared: { WG: workgroupSize, EACH: each, SUBTREE: subtreePoints(gpu) },
    });
  const split = ['kd-axis', 'kd-nodes', 'scan-threads', 'kd-split'];
  const sort = ['scan-threads', 'kd-sort'];
  const [start, countDigits, scatterDigits, countLefts, scatterSides, subtrees] = await Promise.all([
    kernel(['kd-start']),
    kernel(sort, 'countDigits'),
    kernel(sort, 'scatterDigits'),
    kernel(split, 'countLefts'),
    kernel(split, 'scatterSides'),
    kernel(['kd-axis', 'kd-nodes', 'scan-threads', 'kd-subtrees'], 'main', EACH_OF_SUBTREE),
  ]);
  return { start, countDigits, scatterDigits, countLefts, scatterSides, subtrees };
}

function subtreePoints({ tuning }: GpuContext): number {
  return EACH_OF_SUBTREE * tuning.workgroupSize;
}

/** Bytes of the largest buffer that `recordTree` needs, besides the cloud's own. */
export function treeBytes(count: number, leafPoints: number): number {
  return NODE_BYTES * (2 ** (treeLevels(count, leafPoints) + 1) - 1);
}

/**
 * Records the build of a k-d tree: three lists of the points are sorted along the axes, then divided level by level;
 * nodes of a few hundred points are finished in workgroup memory. Two dispatches per level, and 34 others. Of
 * equal coordinates the smaller index comes first: the same input gives the same tree.
 *
 * @param points the cloud's, already on the device; null to upload them
 * @param leafPoints maximum points of a leaf, fewer than a workgroup has threads
 * @param name prefix that distinguishes the buffers of this cloud; working buffers are shared by all
 */
export function recordTree(
  gpu: GpuContext,
  kernels: TreeKernels & Pick<BinKernels, 'sumBlocks' | 'scanBlocks'>,
  encoder: GPUCommandEncoder,
  cloud: LocalCloud,
  points: GPUBufferBinding | null,
  leafPoints: number,
  name: string,
): DeviceTree {
  const { workgroupSize } = gpu.tuning;
  const { count } = cloud;
  const levels = treeLevels(count, leafPoints);
  const divided = treeLevels(count, subtreePoints(gpu));
  const blocks = Math.ceil(count / (workgroupSize * EACH));
  const counts = AXES * 2 ** DIGIT_BITS * blocks;
  const scans = Math.ceil((counts + 1) / (workgroupSize * COUNTS_PER_THREAD));
  const steps = writeSteps(gpu, kernels, cloud, levels, divided, blocks, name);
  const shared = {
    ...workingBuffers(gpu, count, blocks, counts, scans),
    points: points ?? { buffer: gpu.buffers.upload(`${name} points`, cloud.xyz), size: cloud.xyz.byteLength },
    structure: storage(gpu, `${name} structure`, treeBytes(count, leafPoints)),
    slots: storage(gpu, `${name} slots`, SLOT_BYTES * count),
  };
  const pass = encoder.beginComputePass({ label: `${name} tree` });
  const dispatch = (
    kernel: Kernel,
    workgroups: number,
    axes: number,
    buffers: Readonly<Record<string, BoundBuffer>> = {},
  ): void => {
    pass.setPipeline(kernel.pipeline);
    pass.setBindGroup(0, kernel.bind({ ...shared, ...buffers }));
    pass.dispatchWorkgroups(Math.min(MOST_WORKGROUPS, workgroups), axes);
  };
  let orders = storage(gpu, 'tree lists', LISTS_BYTES * count);
  let other = storage(gpu, 'tree lists, other', LISTS_BYTES * count);
  const swap = (): void => {
    [orders, other] = [other, orders];
  };
  dispatch(kernels.start, Math.ceil(count / workgroupSize), 1, { build: steps[0], orders });
  for (let digit = 0; digit < DIGITS; digit++) {
    const step = { build: steps[digit], orders, sorted: other };
    dispatch(kernels.countDigits, blocks, AXES, step);
    if (scans > 1) dispatch(kernels.sumBlocks, scans, 1);
    dispatch(kernels.scanBlocks, scans, 1);
    dispatch(kernels.scatterDigits, blocks, AXES, step);
    swap();
  }
  for (let level = 0; level < divided; level++) {
    const step = { build: steps[DIGITS + level], orders, divided: other };
    dispatch(kernels.countLefts, blocks, AXES, step);
    dispatch(kernels.scatterSides, blocks, AXES, step);
    swap();
  }
  dispatch(kernels.subtrees, 2 ** divided, 1, { build: steps[DIGITS + divided], orders });
  pass.end();
  return { slots: shared.slots, structure: shared.structure, levels };
}

/** Buffers that one build after another uses, whatever the cloud. */
function workingBuffers(
  gpu: GpuContext,
  count: number,
  blocks: number,
  counts: number,
  scans: number,
): Readonly<Record<string, GPUBufferBinding>> {
  return {
    keys: storage(gpu, 'tree keys', LISTS_BYTES * count),
    counts: storage(gpu, 'tree counts', 4 * counts),
    blockSums: storage(gpu, 'tree block sums', 4 * scans),
    starts: storage(gpu, 'tree starts', 4 * (counts + 1)),
    lefts: storage(gpu, 'tree lefts', 4 * AXES * blocks),
    places: storage(gpu, 'tree places', 4 * count),
  };
}

function storage(gpu: GpuContext, name: string, bytes: number): GPUBufferBinding {
  return { buffer: gpu.buffers.storage(name, bytes), size: bytes };
}

/** Writes the parameters of all dispatches at once: first of the sort's passes, then of the levels. */
function writeSteps(
  gpu: GpuContext,
  { start }: TreeKernels,
  { count, shift }: LocalCloud,
  levels: number,
  divided: number,
  blocks: number,
  name: string,
): readonly GPUBufferBinding[] {
  const shared = { shift, points: count, blocks, levels };
  const steps = [
    ...Array.from({ length: DIGITS }, (_, digit) => ({ ...shared, bit: DIGIT_BITS * digit, level: 0 })),
    ...Array.from({ length: divided + 1 }, (_, level) => ({ ...shared, bit: 0, level })),
  ];
  return writeUniforms(
    gpu,
    `${name} steps`,
    steps.map((values) => ({ kernel: start, variable: 'build', values })),
  );
}
