import type { GpuContext } from '../../src-core/gpu/context.ts';
import type { BoundBuffer, Kernel } from '../../src-core/gpu/kernel.ts';
import { writeUniforms } from '../../src-core/gpu/uniform.ts';
import type { RegistrationOptions } from '../problem/method.ts';
import { treeLevels } from '../search/kd-tree-build.ts';
import { CELL_POINTS } from '../search/template.ts';
import type { BinKernels, DeviceBins } from './device-bins.ts';
import type { DeviceSearch } from './device-search.ts';
import { type DeviceSurface, normalsKernel, recordNeighbourhoods, VEC4F } from './device-surface.ts';
import { recordTree, treeBytes, treeKernels } from './device-tree.ts';
import type { LocalCloud } from './local-cloud.ts';

const MOST_WORKGROUPS = 65_535;
/** vec4f of a cell's quadratic, see shaders/surface-stored.wgsl. */
const QUADRATIC_VECTORS = 3;

/** Squared distance whose means the cells hold; none for Horn's method. */
type CellDistance = 'none' | 'point' | 'plane';

function cellDistance({ method }: RegistrationOptions): CellDistance | null {
  switch (method) {
    case 'icp-approx':
      return 'none';
    case 'newton-point':
      return 'point';
    case 'newton-plane':
      return 'plane';
    default:
      return null;
  }
}

/**
 * True if the device builds the cells itself: assigned by the splitting planes, and of a distance that it knows. A
 * caller's own distance, curvatures (of the point nearest to a mean) and clouds whose cells on all levels exceed a
 * binding go through the CPU.
 */
export function buildsCells(gpu: GpuContext, count: number, options: RegistrationOptions): boolean {
  const distance = cellDistance(options);
  if (options.search !== 'kd-tree' || distance === null) return false;
  const bytes = treeBytes(count, CELL_POINTS);
  return Math.max(bytes, distance === 'none' ? 0 : quadraticBytes(count)) <= gpu.bindingBytes;
}

function nodesOf(count: number): number {
  return 2 ** (treeLevels(count, CELL_POINTS) + 1) - 1;
}

function quadraticBytes(count: number): number {
  return QUADRATIC_VECTORS * VEC4F * nodesOf(count);
}

/** Cells on one level of a tree, and what is stored with them. */
interface DeviceCells {
  /** Cells of the level. */
  readonly elements: number;
  readonly search: DeviceSearch;
  readonly surface: DeviceSurface | null;
}

interface CellKernels {
  readonly leaves: Kernel;
  readonly parents: Kernel;
  readonly planes: Kernel;
}

async function cellKernels(gpu: GpuContext, distance: CellDistance): Promise<CellKernels> {
  const kernel = (entryPoint: string): Promise<Kernel> =>
    gpu.kernel({
      modules: ['kd-axis', 'kd-cells', distance === 'none' ? 'kd-keep-means' : 'kd-keep-quadratics'],
      entryPoint,
      constants: { WG: gpu.tuning.workgroupSize },
      declared: { TO_PLANE: distance === 'plane' ? 1 : 0 },
    });
  const [leaves, parents, planes] = await Promise.all([
    kernel('leaves'),
    kernel('parents'),
    kernel('planes'),
  ]);
  return { leaves, parents, planes };
}

/**
 * Records the build of a target of k-d tree cells: the tree to single points, and the means and quadratics of its nodes
 * on all levels. The same cells as `cellTemplate` has on the CPU.
 *
 * @param bins records the cloud's bins, for normals
 */
export async function recordCells(
  gpu: GpuContext,
  encoder: GPUCommandEncoder,
  cloud: LocalCloud,
  kernels: BinKernels,
  bins: () => DeviceBins,
  options: RegistrationOptions,
): Promise<DeviceCells> {
  const distance = cellDistance(options) ?? 'none';
  const all = { ...kernels, ...(await treeKernels(gpu)), ...(await cellKernels(gpu, distance)) };
  const kernel = distance === 'plane' ? await normalsKernel(gpu, options.normalNeighbours) : null;
  const binned = kernel === null ? null : bins();
  const normals = kernel && binned ? recordNeighbourhoods(gpu, kernel, encoder, binned, 1) : null;
  const tree = recordTree(gpu, all, encoder, cloud, binned?.points ?? null, CELL_POINTS, 'cells');
  const nodes = nodesOf(cloud.count);
  const storage = (part: string, bytes: number): GPUBufferBinding => ({
    buffer: gpu.buffers.storage(`cells ${part}`, bytes),
    size: bytes,
  });
  const buffers = {
    structure: tree.structure,
    points: tree.slots,
    cells: storage('means', VEC4F * nodes),
    split: storage('planes', 8 * nodes),
    normals: normals ?? tree.slots,
    ...(distance !== 'none' && { quadratics: storage('quadratics', quadraticBytes(cloud.count)) }),
  };
  recordLevels(gpu, all, encoder, tree.levels, buffers);
  const level = Math.min(options.cellLevel ?? Number.POSITIVE_INFINITY, tree.levels);
  const search: DeviceSearch = {
    module: 'search-kd-cells',
    slots: buffers.cells,
    structure: buffers.split,
    levels: null,
    innerNodes: 2 ** level - 1,
  };
  const surface: DeviceSurface | null = buffers.quadratics
    ? { module: 'surface-stored', surface: buffers.quadratics }
    : null;
  return { elements: 2 ** level, search, surface };
}

/** Leaves first, then the levels above them, one dispatch each, and the planes of all nodes above the leaves. */
function recordLevels(
  gpu: GpuContext,
  { leaves, parents, planes }: CellKernels,
  encoder: GPUCommandEncoder,
  levels: number,
  buffers: Readonly<Record<string, BoundBuffer>>,
): void {
  const upwards = Array.from({ length: levels + 1 }, (_, k) => 2 ** (levels - k));
  const numbers = upwards.map((nodes) => ({ first: nodes - 1, nodes }));
  const inner = upwards[0] - 1;
  const bindings = writeUniforms(
    gpu,
    'cells levels',
    [...numbers, { first: 0, nodes: inner }].map((values) => ({ kernel: leaves, variable: 'level', values })),
  );
  const pass = encoder.beginComputePass({ label: 'cells' });
  const dispatch = (kernel: Kernel, nodes: number, level: GPUBufferBinding): void => {
    pass.setPipeline(kernel.pipeline);
    pass.setBindGroup(0, kernel.bind({ ...buffers, level }));
    pass.dispatchWorkgroups(Math.min(MOST_WORKGROUPS, Math.ceil(nodes / gpu.tuning.workgroupSize)));
  };
  upwards.forEach((nodes, k) => {
    dispatch(k === 0 ? leaves : parents, nodes, bindings[k]);
  });
  if (inner > 0) dispatch(planes, inner, bindings[levels + 1]);
  pass.end();
}
