import type { GpuContext } from '../../src-core/gpu/context.ts';
import type { BoundBuffer, Kernel } from '../../src-core/gpu/kernel.ts';
import { perContext } from '../../src-core/gpu/per-context.ts';
import { type Uniform, writeUniforms } from '../../src-core/gpu/uniform.ts';
import { type BinBox, binBox, cubeOf, packedAxes } from './bin-box.ts';
import { type BoxLevels, boxLevels, LEAF, treeOf } from './box-levels.ts';
import type { LocalCloud } from './local-cloud.ts';

/** Cloud on the device, sorted by bins; see shaders/bins.wgsl. */
export interface DeviceSlots {
  /** As uploaded: xyz by index, see LocalCloud; those of a pair, one after the other. */
  readonly points: GPUBufferBinding;
  readonly slots: GPUBufferBinding;
  readonly count: number;
}

/** The same with a tree of boxes over it; see shaders/boxes.wgsl. */
export interface DeviceBins extends DeviceSlots {
  readonly boxes: GPUBufferBinding;
  readonly levels: BoxLevels;
  /** Struct Tree of shaders/boxes.wgsl for another kernel; null: not written yet. */
  readonly tree: GPUBufferBinding | null;
}

/** Counts per thread of bins-scan.wgsl. */
const COUNTS_PER_THREAD = 8;
const MOST_WORKGROUPS = 65_535;
/** Required alignment of binding offsets in WebGPU, bytes. */
const BINDING_ALIGNMENT = 256;
const SLOT_BYTES = 16;
const POINT_BYTES = 12;
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

/** Kernels of a context, cached. */
export const binKernels = perContext(compiled);

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
  const { boxesFrom, end, levels } = placesOf(cloud);
  const buffer = gpu.buffers.storage(`${name} slots`, end);
  const builds = boxBuilds(kernels, levels, boxesFrom, buffer);
  const {
    sorted: [sorted],
  } = recordSorting(gpu, kernels, encoder, [{ cloud, from: 0 }], name, buffer, builds);
  return {
    ...sorted,
    boxes: { buffer, offset: boxesFrom, size: BOX_BYTES * levels.boxes },
    levels,
    tree: null,
  };
}

/** `recordBins` without the boxes: for points that search, but are not searched. */
export function recordSlots(
  gpu: GpuContext,
  kernels: BinKernels,
  encoder: GPUCommandEncoder,
  cloud: LocalCloud,
  name: string,
): DeviceSlots {
  const buffer = gpu.buffers.storage(`${name} slots`, SLOT_BYTES * cloud.count);
  const { sorted } = recordSorting(gpu, kernels, encoder, [{ cloud, from: 0 }], name, buffer, []);
  return sorted[0];
}

/**
 * `recordBins` of a target and `recordSlots` of a source, in as many dispatches as one of them takes; with boxes over
 * the source too, in one or two more.
 *
 * @param treeReader kernel that reads the target's tree, which is then written with the uniforms of the sorting
 */
export function recordPair(
  gpu: GpuContext,
  kernels: BinKernels,
  encoder: GPUCommandEncoder,
  target: LocalCloud,
  source: LocalCloud,
  treeReader: Kernel | null = null,
  searchesSource = false,
): { target: DeviceBins; source: DeviceBins } {
  const { boxesFrom, end, levels } = placesOf(target);
  const from = aligned(end);
  const ofSource = placesOf(source);
  const size = searchesSource ? ofSource.end : SLOT_BYTES * source.count;
  const buffer = gpu.buffers.storage('pair slots', from + size);
  const builds = boxBuilds(kernels, levels, boxesFrom, buffer);
  if (searchesSource)
    builds.push(...boxBuilds(kernels, ofSource.levels, ofSource.boxesFrom, { buffer, offset: from, size }));
  const clouds = [
    { cloud: target, from: 0 },
    { cloud: source, from },
  ];
  const tree = treeReader && { kernel: treeReader, variable: 'tree', values: treeOf(levels) };
  const sorting = recordSorting(gpu, kernels, encoder, clouds, 'pair', buffer, builds, tree);
  const [targetSlots, sourceSlots] = sorting.sorted;
  const boxes = { buffer, offset: boxesFrom, size: BOX_BYTES * levels.boxes };
  const sourceBoxes = {
    buffer,
    offset: from + ofSource.boxesFrom,
    size: BOX_BYTES * ofSource.levels.boxes,
  };
  return {
    target: { ...targetSlots, boxes, levels, tree: sorting.tree },
    source: { ...sourceSlots, boxes: sourceBoxes, levels: ofSource.levels, tree: null },
  };
}

type Counted = Pick<LocalCloud, 'count'>;

/** True if `recordPair` has room in bindings of so many bytes. */
export function fitsAsPair(bindingBytes: number, target: Counted, source: Counted): boolean {
  return aligned(placesOf(target).end) + placesOf(source).end <= bindingBytes;
}

/** Where the boxes over a cloud's slots begin and end, bytes. */
function placesOf({ count }: Counted): { boxesFrom: number; end: number; levels: BoxLevels } {
  const levels = boxLevels(count);
  const boxesFrom = aligned(SLOT_BYTES * count);
  return { boxesFrom, end: boxesFrom + BOX_BYTES * levels.boxes, levels };
}

function aligned(bytes: number): number {
  return BINDING_ALIGNMENT * Math.ceil(bytes / BINDING_ALIGNMENT);
}

/** Dispatch that builds boxes over the slots, with its uniform. */
interface BoxBuild extends Uniform {
  readonly workgroups: number;
  /** The slots, with room for the boxes. */
  readonly cloud: BoundBuffer;
}

/** The leaves and the level above them at once, then level by level. */
function boxBuilds(
  { leaves, parents }: BinKernels,
  { slots, first, nodes }: BoxLevels,
  boxesFrom: number,
  cloud: BoundBuffer,
): BoxBuild[] {
  const builds: BoxBuild[] = [];
  for (let level = 0; level < nodes.length; level += level === 0 ? 2 : 1) {
    const above = level === 0 ? 1 : level;
    builds.push({
      kernel: level === 0 ? leaves : parents,
      variable: 'build',
      values: {
        firstChild: level === 0 ? 0 : first[level - 1],
        children: level === 0 ? slots : nodes[level - 1],
        firstNode: first[level],
        nodes: nodes[level],
        firstParent: first[above] ?? 0,
        parents: nodes[above] ?? 0,
        boxesAt: boxesFrom / SLOT_BYTES,
      },
      workgroups: Math.min(MOST_WORKGROUPS, Math.ceil(nodes[level] / LEAF)),
      cloud,
    });
  }
  return builds;
}

/** Cloud to be sorted, and where its slots begin, bytes. */
interface Sorted {
  readonly cloud: LocalCloud;
  readonly from: number;
}

/**
 * @param clouds one or two
 * @param slots buffer that receives the points in the order of their bins
 * @param treeReader tree for another kernel, to be written with the other uniforms
 */
function recordSorting(
  gpu: GpuContext,
  kernels: BinKernels,
  encoder: GPUCommandEncoder,
  clouds: readonly Sorted[],
  name: string,
  slots: GPUBuffer,
  builds: readonly BoxBuild[],
  treeReader: Uniform | null = null,
): { sorted: DeviceSlots[]; tree: GPUBufferBinding | null } {
  const { workgroupSize } = gpu.tuning;
  let count = 0;
  let binCount = 0;
  let most = 0;
  let slotsEnd = 0;
  const values: object[] = [];
  for (const { cloud, from } of clouds) {
    const box = binBox(cloud);
    const slotGap = from / SLOT_BYTES - count;
    values.push({ ...binValues(box, cloud), firstPoint: count, firstBin: binCount, slotGap });
    count += cloud.count;
    binCount += 2 ** box.halvings.length;
    most = Math.max(most, cloud.count);
    slotsEnd = from + SLOT_BYTES * cloud.count;
  }
  const blocks = Math.ceil((binCount + 1) / (workgroupSize * COUNTS_PER_THREAD));
  const groups = Math.min(MOST_WORKGROUPS, Math.ceil(most / workgroupSize));
  const storage = (part: string, bytes: number): GPUBufferBinding => ({
    buffer: gpu.buffers.storage(`${name} ${part}`, bytes),
    size: bytes,
  });
  const [sorting, ...others] = writeUniforms(gpu, `${name} bins`, [
    { kernel: kernels.count, variable: 'sorting', values: { clouds: values } },
    ...builds,
    ...(treeReader === null ? [] : [treeReader]),
  ]);
  const points = storage('points', POINT_BYTES * count);
  const shared = {
    sorting,
    points,
    // New buffers are zero, and bins-order.wgsl sets to zero again what bins-count.wgsl has counted.
    counts: storage('counts', 4 * binCount),
    placement: storage('placement', 8 * count),
    blockSums: storage('block sums', 4 * blocks),
    starts: storage('starts', 4 * (binCount + 1)),
    members: storage('members', 4 * count),
    slots: { buffer: slots, size: slotsEnd },
  };
  const pass = encoder.beginComputePass({ label: `${name} bins` });
  const dispatch = (
    kernel: Kernel,
    buffers: Readonly<Record<string, BoundBuffer>>,
    workgroups: number,
    across = 1,
  ): void => {
    pass.setPipeline(kernel.pipeline);
    pass.setBindGroup(0, kernel.bind(buffers));
    pass.dispatchWorkgroups(workgroups, across);
  };
  dispatch(kernels.count, shared, groups, clouds.length);
  dispatch(kernels.sumBlocks, shared, blocks);
  dispatch(kernels.scanBlocks, shared, blocks);
  dispatch(kernels.scatter, shared, groups, clouds.length);
  dispatch(kernels.order, shared, groups, clouds.length);
  builds.forEach(({ kernel, workgroups, cloud }, k) => {
    dispatch(kernel, { cloud, build: others[k] }, workgroups);
  });
  pass.end();
  writePoints(gpu, points.buffer, clouds);
  const sorted = clouds.map(({ cloud: { count }, from }) => ({
    points,
    slots: { buffer: slots, offset: from, size: SLOT_BYTES * count },
    count,
  }));
  return { sorted, tree: others[builds.length] ?? null };
}

/** Writes the points of clouds one after the other; at once where they lie so, as those of CloudRooms do. */
function writePoints({ device }: GpuContext, points: GPUBuffer, clouds: readonly Sorted[]): void {
  let at = 0;
  for (let k = 0; k < clouds.length; ) {
    const { buffer, byteOffset } = clouds[k].cloud.xyz;
    let bytes = 0;
    for (; k < clouds.length; k++) {
      const { xyz } = clouds[k].cloud;
      if (xyz.buffer !== buffer || xyz.byteOffset !== byteOffset + bytes) break;
      bytes += xyz.byteLength;
    }
    device.queue.writeBuffer(points, at, buffer, byteOffset, bytes);
    at += bytes;
  }
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
