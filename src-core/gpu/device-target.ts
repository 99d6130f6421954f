import { SocavonError } from '../model/errors.ts';
import { principalFrames } from '../registration/curvature.ts';
import { KdTree } from '../registration/kd-tree.ts';
import type { PointSet, RegistrationOptions } from '../registration/method.ts';
import { principalNormals } from '../registration/normals.ts';
import { quadraticsOf } from '../registration/point-quadratics.ts';
import {
  planeDistance,
  pointDistance,
  QUADRATIC_STRIDE,
  type SurfaceDistance,
} from '../registration/surface-distance.ts';
import { type Cells, meanCells, representativeCells } from '../registration/template.ts';
import { cellQuadratics } from '../registration/tree-cells.ts';
import type { GpuContext } from './context.ts';
import { type BinKernels, binKernels, type DeviceBins, recordBins } from './device-bins.ts';
import { type DeviceSearch, deviceCells, deviceSearch } from './device-search.ts';
import {
  type DeviceSurface,
  frameSurface,
  framesKernel,
  normalsKernel,
  recordNeighbourhoods,
  storedSurface,
} from './device-surface.ts';
import { asDeviceHasThem, type LocalCloud, placedCloud } from './local-cloud.ts';

/** A target on the device: what source points are matched to and, but for Horn's method, the surface there. */
export interface DeviceTarget {
  readonly elements: number;
  readonly search: DeviceSearch;
  readonly surface: DeviceSurface | null;
}

const FAR_FIELD: DeviceSurface = { module: 'surface-point', surface: null };

/** Whether a method takes the target's points in bins, to find the nearest or their neighbours. */
function needsBins(options: RegistrationOptions): boolean {
  return !matchesCells(options) && (options.search === 'voxel-bins' || neighbourhoodOf(options) !== null);
}

/**
 * Sends off what a method needs of the target: search structure, normals, curvatures. The device is at work on it when
 * this returns. What only a k-d tree on the CPU can give, the cells of `cellLevel` and what is stored with them, is made
 * there and uploaded.
 *
 * @throws SocavonError 'usage' where `newton-custom` has no distance
 */
export async function sendTarget(
  gpu: GpuContext,
  target: LocalCloud,
  options: RegistrationOptions,
): Promise<DeviceTarget> {
  const kernels = await binKernels(gpu);
  const encoder = gpu.device.createCommandEncoder();
  const bins = needsBins(options) ? recordBins(gpu, kernels, encoder, target, 'target') : null;
  const prepared = await (matchesCells(options)
    ? cellTarget(gpu, encoder, target, kernels, options)
    : pointTarget(gpu, encoder, target, kernels, bins, options));
  gpu.device.queue.submit([encoder.finish()]);
  return prepared;
}

function matchesCells({ method, cellLevel }: RegistrationOptions): boolean {
  return method === 'icp-approx' || (cellLevel !== null && method.startsWith('newton'));
}

function neighbourhoodOf({ method }: RegistrationOptions): 'normals' | 'frames' | null {
  if (method === 'icp-plane' || method === 'newton-plane') return 'normals';
  return method === 'newton-second-order' ? 'frames' : null;
}

async function pointTarget(
  gpu: GpuContext,
  encoder: GPUCommandEncoder,
  target: LocalCloud,
  kernels: BinKernels,
  bins: DeviceBins | null,
  options: RegistrationOptions,
): Promise<DeviceTarget> {
  const { method, search } = options;
  const prepared = {
    elements: target.count,
    search: deviceSearch(gpu, search, target, kernels, encoder, bins),
  };
  const neighbourhood = neighbourhoodOf(options);
  if (neighbourhood !== null && bins !== null) {
    const isFlat = neighbourhood === 'normals';
    const kernel = await (isFlat
      ? normalsKernel(gpu, options.normalNeighbours)
      : framesKernel(gpu, options.curvatureNeighbours));
    const surface = recordNeighbourhoods(gpu, kernel, encoder, bins, isFlat ? 1 : 2);
    return { ...prepared, surface: { module: isFlat ? 'surface-plane' : 'surface-second-order', surface } };
  }
  if (method === 'newton-custom') {
    const points = asDeviceHasThem(target);
    const normals = principalNormals(points, new KdTree(points), options.normalNeighbours);
    return {
      ...prepared,
      surface: storedSurface(gpu, quadraticsOf(points, normals, customDistance(options))),
    };
  }
  return { ...prepared, surface: method === 'newton-point' ? FAR_FIELD : null };
}

/** Cells as `cellTemplate` of the CPU has them. */
async function cellTarget(
  gpu: GpuContext,
  encoder: GPUCommandEncoder,
  target: LocalCloud,
  kernels: BinKernels,
  options: RegistrationOptions,
): Promise<DeviceTarget> {
  const points = asDeviceHasThem(target);
  const representatives = options.method === 'newton-second-order' ? representativeCells(points) : null;
  const cells = representatives ?? meanCells(points);
  const level = Math.min(options.cellLevel ?? Number.POSITIVE_INFINITY, cells.tree.arrays.levels);
  const first = 2 ** level - 1;
  const places = cells.xyz.subarray(3 * first, 3 * (2 * first + 1));
  const search =
    options.search === 'kd-tree'
      ? deviceCells(gpu, cells.tree.arrays, places)
      : deviceSearch(gpu, options.search, placedCloud(places), kernels, encoder, null);
  const prepared = { elements: first + 1, search };
  if (options.method === 'icp-approx') return { ...prepared, surface: null };
  if (representatives !== null) {
    const frames = principalFrames(points, cells.tree, options.curvatureNeighbours);
    const elements = representatives.representative.subarray(first, 2 * first + 1);
    return { ...prepared, surface: frameSurface(gpu, frames, elements) };
  }
  const stored = cellQuadratics(cells.tree.arrays, cells.xyz, pointQuadratics(points, cells, options));
  const onLevel = stored.subarray(QUADRATIC_STRIDE * first, QUADRATIC_STRIDE * (2 * first + 1));
  return { ...prepared, surface: storedSurface(gpu, onLevel) };
}

function pointQuadratics(points: PointSet, { tree }: Cells, options: RegistrationOptions): Float64Array {
  if (options.method === 'newton-point')
    return quadraticsOf(points, new Float64Array(3 * points.count), pointDistance);
  const normals = principalNormals(points, tree, options.normalNeighbours);
  const distance = options.method === 'newton-plane' ? planeDistance : customDistance(options);
  return quadraticsOf(points, normals, distance);
}

function customDistance({ customDistance: distance }: RegistrationOptions): SurfaceDistance {
  if (distance === null)
    throw new SocavonError(
      'usage',
      'The method newton-custom needs a distance of your own, which only a program can give (option customDistance); choose newton-point, newton-plane or newton-second-order.',
    );
  return distance;
}
