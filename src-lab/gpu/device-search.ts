import type { GpuContext } from '../../src-core/gpu/context.ts';
import type { SearchId } from '../../src-core/model/registration-ids.ts';
import type { KdTreeArrays } from '../search/kd-tree-build.ts';
import type { BoxLevels } from './box-levels.ts';
import { type BinKernels, type DeviceBins, recordBins } from './device-bins.ts';
import { recordTree, treeKernels } from './device-tree.ts';
import type { LocalCloud } from './local-cloud.ts';

/** Elements to match against on the device, see shaders/match.wgsl, and their search structure. */
export interface DeviceSearch {
  /** File of shaders/ that searches this structure. */
  readonly module: string;
  readonly slots: GPUBufferBinding;
  readonly structure: GPUBufferBinding | null;
  /** Levels of the boxes of the voxel-bins search; null for other searches. */
  readonly levels: BoxLevels | null;
  /** Nodes of a tree that have children. */
  readonly innerNodes: number;
}

/** Maximum points of a leaf of the tree that is searched: fewer make a query visit more nodes. */
const LEAF_POINTS = 8;

/**
 * Records, or uploads, a search structure over a cloud.
 *
 * @param bins of the cloud, if it is sorted into bins already
 * @param name prefix that distinguishes the buffers of these elements
 */
export async function deviceSearch(
  gpu: GpuContext,
  search: SearchId,
  cloud: LocalCloud,
  kernels: BinKernels,
  encoder: GPUCommandEncoder,
  bins: DeviceBins | null,
  name = 'elements',
): Promise<DeviceSearch> {
  switch (search) {
    case 'voxel-bins': {
      const { slots, boxes, levels } = bins ?? recordBins(gpu, kernels, encoder, cloud, name);
      return { module: 'search-voxel-bins', slots, structure: boxes, levels, innerNodes: 0 };
    }
    case 'kd-tree': {
      const all = { ...kernels, ...(await treeKernels(gpu)) };
      const { slots, structure, levels } = recordTree(
        gpu,
        all,
        encoder,
        cloud,
        bins?.points ?? null,
        LEAF_POINTS,
        name,
      );
      return { module: 'search-kd-tree', slots, structure, levels: null, innerNodes: 2 ** levels - 1 };
    }
    case 'brute-force':
      return {
        module: 'search-brute-force',
        slots: upload(gpu, `${name} slots`, packedSlots(cloud.xyz)),
        structure: null,
        levels: null,
        innerNodes: 0,
      };
  }
}

/**
 * Uploads the cells of one tree level and those above it; points are assigned to cells without backtracking.
 *
 * @param cells positions of the cells by node, 3 numbers each, m, up to the end of the level
 */
export function deviceCells(
  gpu: GpuContext,
  { axis, split }: KdTreeArrays,
  cells: ArrayLike<number>,
): DeviceSearch {
  const innerNodes = (cells.length / 3 - 1) / 2;
  const nodes = new Uint32Array(2 * Math.max(1, innerNodes));
  const planes = new Float32Array(nodes.buffer);
  for (let node = 0; node < innerNodes; node++) {
    nodes[2 * node] = axis[node];
    planes[2 * node + 1] = split[node];
  }
  return {
    module: 'search-kd-cells',
    slots: upload(gpu, 'elements slots', packedSlots(cells)),
    structure: upload(gpu, 'elements structure', nodes),
    levels: null,
    innerNodes,
  };
}

/** Slots of points in the order of the cloud. */
function packedSlots(xyz: ArrayLike<number>): Uint32Array<ArrayBuffer> {
  const count = xyz.length / 3;
  const slots = new Uint32Array(4 * count);
  const places = new Float32Array(slots.buffer);
  for (let slot = 0; slot < count; slot++) {
    places[4 * slot] = xyz[3 * slot];
    places[4 * slot + 1] = xyz[3 * slot + 1];
    places[4 * slot + 2] = xyz[3 * slot + 2];
    slots[4 * slot + 3] = slot;
  }
  return slots;
}

/** Uploads values and binds exactly their size, because shaders use arrayLength. */
export function upload(
  gpu: GpuContext,
  name: string,
  values: ArrayBufferView<ArrayBuffer>,
): GPUBufferBinding {
  return { buffer: gpu.buffers.upload(name, values), size: values.byteLength };
}
