import type { GpuContext } from '../../src-core/gpu/context.ts';
import type { Kernel } from '../../src-core/gpu/kernel.ts';
import { principalFrames } from '../methods/curvature.ts';
import { NDT_POINTS_PER_VOXEL } from '../methods/ndt.ts';
import { quadraticsOf } from '../methods/point-quadratics.ts';
import { VGICP_POINTS_PER_VOXEL } from '../methods/vgicp.ts';
import type { PointSet, RegistrationOptions } from '../problem/method.ts';
import { planeDistance, pointDistance, QUADRATIC_STRIDE } from '../problem/surface-distance.ts';
import { principalNormals } from '../search/normals.ts';
import { type Cells, meanCells, representativeCells } from '../search/template.ts';
import { cellQuadratics } from '../search/tree-cells.ts';
import { bytesPerPoint, cloudChunks, pointsPerChunk } from './cloud-chunks.ts';
import { customDistance } from './custom-distance.ts';
import { type BinKernels, binKernels, type DeviceBins, recordBins } from './device-bins.ts';
import { buildsCells, recordCells } from './device-cells.ts';
import { recordReflectivity } from './device-reflectivity.ts';
import { type DeviceSearch, deviceCells, deviceSearch } from './device-search.ts';
import {
  type DeviceSurface,
  FAR_FIELD,
  framesKernel,
  hasSourceSurface,
  listsNeighbours,
  looksUpVoxels,
  normalsKernel,
  recordNeighbourhoods,
  reflectivityKernel,
  SURFACE_VECTORS,
  type SurfaceModule,
} from './device-surface.ts';
import { recordVoxels, type VoxelQuestion } from './device-voxels.ts';
import { type LocalCloud, placedCloud, roundedToF32 } from './local-cloud.ts';
import {
  frameSurface,
  neighboursOfNormals,
  storedSurface,
  surfaceByCpu,
  uploadSurface,
} from './packed-surface.ts';

/** Target, or a chunk of it, on the device: the search structure and, except for Horn's method, the surface data. */
export interface DeviceTarget {
  /** Index of its first element in the whole target. */
  readonly first: number;
  readonly elements: number;
  readonly search: DeviceSearch;
  readonly surface: DeviceSurface | null;
}

/** True if a target may come about the middle of a sample: whatever reads it takes the rest to the mean off. */
export function centresTarget(options: RegistrationOptions): boolean {
  return matchesCells(options) || looksUpVoxels(options) || options.search !== 'brute-force';
}

/** True if a method needs the target's points in bins, to search the nearest or their neighbours. */
function needsBins(options: RegistrationOptions): boolean {
  if (looksUpVoxels(options)) return true;
  return !matchesCells(options) && (options.search === 'voxel-bins' || neighbourhoodOf(options) !== null);
}

/** True if a target is searched through its bins, so that the source can be sorted in the same dispatches. */
export function isSearchedByBins(options: RegistrationOptions): boolean {
  if (looksUpVoxels(options)) return true;
  return needsBins(options) && options.search === 'voxel-bins' && options.method !== 'newton-custom';
}

/** Most points of a cloud that is not taken in parts. */
export function mostInOnePart(gpu: GpuContext, options: RegistrationOptions): number {
  return pointsPerChunk(gpu.bindingBytes, bytesPerPoint(surfaceModuleOf(options)));
}

/**
 * Submits the preparation of a target: search structure, normals, curvatures. The device may still be working on it
 * when this returns. Cells of `cellLevel` that the device does not build, see `buildsCells`, are uploaded.
 *
 * @returns the target in one chunk; in several, by ascending index, if it exceeds a binding
 * @throws SocavonError 'usage' if `newton-custom` has no distance; 'engine-unavailable' if cells exceed a binding
 */
export async function uploadTarget(
  gpu: GpuContext,
  target: LocalCloud,
  options: RegistrationOptions,
): Promise<readonly DeviceTarget[]> {
  const kernels = await binKernels(gpu);
  const encoder = gpu.device.createCommandEncoder();
  const perPart = mostInOnePart(gpu, options);
  if (target.count > perPart && isInParts(options)) {
    const parts = await sendParts(gpu, encoder, target, kernels, perPart, options);
    gpu.device.queue.submit([encoder.finish()]);
    return parts;
  }
  const bins = needsBins(options) ? recordBins(gpu, kernels, encoder, target, 'target') : null;
  const prepared = await (matchesCells(options)
    ? cellTarget(gpu, encoder, target, kernels, options)
    : pointTarget(gpu, encoder, target, kernels, bins, options));
  gpu.device.queue.submit([encoder.finish()]);
  return [prepared];
}

/** True if a method takes a target that exceeds a binding in parts. */
function isInParts(options: RegistrationOptions): boolean {
  return !matchesCells(options) && !hasSourceSurface(options) && !looksUpVoxels(options);
}

function matchesCells({ method, cellLevel }: RegistrationOptions): boolean {
  return method === 'icp-approx' || (cellLevel !== null && method.startsWith('newton'));
}

function neighbourhoodOf({ method }: RegistrationOptions): 'normals' | 'frames' | 'reflectivity' | null {
  if (method === 'icp-plane' || method === 'newton-plane') return 'normals';
  if (method === 'gicp' || method === 'vgicp') return 'normals';
  if (method === 'icp-intensity') return 'reflectivity';
  return method === 'newton-second-order' ? 'frames' : null;
}

/** Kernel that computes normals or curvatures of a target; null for a method that needs none. */
export async function neighbourhoodsKernel(
  gpu: GpuContext,
  options: RegistrationOptions,
): Promise<Kernel | null> {
  const neighbourhood = neighbourhoodOf(options);
  if (neighbourhood === null) return null;
  if (neighbourhood === 'frames') return framesKernel(gpu, options.curvatureNeighbours);
  const { method, gicp, intensity } = options;
  if (neighbourhood === 'reflectivity')
    return listsNeighbours(intensity.neighbours) ? reflectivityKernel(gpu, intensity.neighbours) : null;
  if ((method === 'gicp' || method === 'vgicp') && !listsNeighbours(gicp.neighbours)) return null;
  return normalsKernel(gpu, neighboursOfNormals(options));
}

/** Surface module for matching against the target's points themselves. */
function surfaceModuleOf(options: RegistrationOptions): SurfaceModule {
  const neighbourhood = neighbourhoodOf(options);
  if (options.method === 'gicp') return 'surface-distributions';
  if (options.method === 'icp-intensity') return 'surface-reflectivity';
  if (neighbourhood !== null) return neighbourhood === 'normals' ? 'surface-plane' : 'surface-second-order';
  return options.method === 'newton-custom' ? 'surface-stored' : 'surface-point';
}

/** Records what a target in one part needs besides its bins: another search structure, normals or curvatures. */
export async function pointTarget(
  gpu: GpuContext,
  encoder: GPUCommandEncoder,
  target: LocalCloud,
  kernels: BinKernels,
  bins: DeviceBins | null,
  options: RegistrationOptions,
): Promise<DeviceTarget> {
  const { method, search } = options;
  if (looksUpVoxels(options) && bins !== null) return voxelTarget(gpu, encoder, target, bins, options);
  const prepared = {
    first: 0,
    elements: target.count,
    search: await deviceSearch(gpu, search, target, kernels, encoder, bins),
  };
  const kernel = bins && (await neighbourhoodsKernel(gpu, options));
  if (kernel !== null && bins !== null) {
    const module = surfaceModuleOf(options);
    const painted = target.reflectivity;
    if (module === 'surface-reflectivity' && painted !== undefined)
      return {
        ...prepared,
        surface: { module, surface: await recordReflectivity(gpu, encoder, kernel, bins, painted) },
      };
    const surface = recordNeighbourhoods(gpu, kernel, encoder, bins, SURFACE_VECTORS[module]);
    return { ...prepared, surface: { module, surface } };
  }
  const known = surfaceByCpu(target, options);
  const unknown = method === 'newton-point' ? FAR_FIELD : null;
  return { ...prepared, surface: known === null ? unknown : uploadSurface(gpu, known) };
}

/** Target of voxels with the mean surface of the points in each, or their distribution. */
async function voxelTarget(
  gpu: GpuContext,
  encoder: GPUCommandEncoder,
  target: LocalCloud,
  bins: DeviceBins,
  options: RegistrationOptions,
): Promise<DeviceTarget> {
  const kernel = await neighbourhoodsKernel(gpu, options);
  const isNdt = options.method === 'ndt';
  const known = kernel === null && !isNdt ? surfaceByCpu(target, options) : null;
  const normals =
    kernel !== null
      ? recordNeighbourhoods(gpu, kernel, encoder, bins, 1)
      : known && uploadSurface(gpu, known).surface;
  const { voxel } = options.gicp;
  const question: VoxelQuestion = isNdt
    ? { kind: 'distribution', edge: voxel, wanted: NDT_POINTS_PER_VOXEL, over: 'voxels' }
    : { kind: 'mean', edge: voxel, wanted: VGICP_POINTS_PER_VOXEL, over: 'points' };
  const { places, lookup, surface } = await recordVoxels(gpu, encoder, bins, normals, question);
  return {
    first: 0,
    elements: target.count,
    search: { module: 'search-voxels', slots: places, structure: lookup, levels: null, innerNodes: 0 },
    surface: { module: isNdt ? 'register-ndt' : 'surface-voxels', surface },
  };
}

/**
 * Submits a target in chunks, each with its own search structure. The neighbours of a point may be in other chunks:
 * the CPU finds them in the whole cloud, computes normals and curvatures, and uploads them. This takes much longer
 * than on the device, and is exact.
 *
 * @throws SocavonError 'usage' if `newton-custom` has no distance
 */
async function sendParts(
  gpu: GpuContext,
  encoder: GPUCommandEncoder,
  target: LocalCloud,
  kernels: BinKernels,
  perPart: number,
  options: RegistrationOptions,
): Promise<readonly DeviceTarget[]> {
  const known = surfaceByCpu(target, options);
  const unknown = options.method === 'newton-point' ? FAR_FIELD : null;
  return Promise.all(
    cloudChunks(target, perPart).map(async ({ first, cloud }, k) => ({
      first,
      elements: cloud.count,
      search: await deviceSearch(gpu, options.search, cloud, kernels, encoder, null, `elements ${k}`),
      surface: known === null ? unknown : uploadSurface(gpu, known, `surface ${k}`, first, cloud.count),
    })),
  );
}

/** Target of tree cells, built on the CPU where the device cannot; same cells as `cellTemplate` on the CPU. */
async function cellTarget(
  gpu: GpuContext,
  encoder: GPUCommandEncoder,
  target: LocalCloud,
  kernels: BinKernels,
  options: RegistrationOptions,
): Promise<DeviceTarget> {
  if (buildsCells(gpu, target.count, options)) {
    const bins = (): DeviceBins => recordBins(gpu, kernels, encoder, target, 'target');
    return { first: 0, ...(await recordCells(gpu, encoder, target, kernels, bins, options)) };
  }
  const points = roundedToF32(target);
  const representatives = options.method === 'newton-second-order' ? representativeCells(points) : null;
  const cells = representatives ?? meanCells(points);
  const level = Math.min(options.cellLevel ?? Number.POSITIVE_INFINITY, cells.tree.arrays.levels);
  const first = 2 ** level - 1;
  // The splitting planes lead to nodes by their number in the tree; other searches number the cells of the level.
  const [from, end] = [options.search === 'kd-tree' ? 0 : first, 2 * first + 1];
  const places = cells.xyz.subarray(3 * from, 3 * end);
  const search =
    options.search === 'kd-tree'
      ? deviceCells(gpu, cells.tree.arrays, places)
      : await deviceSearch(gpu, options.search, placedCloud(places), kernels, encoder, null);
  const prepared = { first: 0, elements: first + 1, search };
  if (options.method === 'icp-approx') return { ...prepared, surface: null };
  if (representatives !== null) {
    const frames = principalFrames(points, cells.tree, options.curvatureNeighbours);
    const elements = representatives.representative.subarray(from, end);
    return { ...prepared, surface: uploadSurface(gpu, frameSurface(frames, elements)) };
  }
  const stored = cellQuadratics(cells.tree.arrays, cells.xyz, pointQuadratics(points, cells, options));
  const onLevel = stored.subarray(QUADRATIC_STRIDE * from, QUADRATIC_STRIDE * end);
  return { ...prepared, surface: uploadSurface(gpu, storedSurface(onLevel)) };
}

function pointQuadratics(points: PointSet, { tree }: Cells, options: RegistrationOptions): Float64Array {
  if (options.method === 'newton-point')
    return quadraticsOf(points, new Float64Array(3 * points.count), pointDistance);
  const normals = principalNormals(points, tree, options.normalNeighbours);
  const distance = options.method === 'newton-plane' ? planeDistance : customDistance(options);
  return quadraticsOf(points, normals, distance);
}
