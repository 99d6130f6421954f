import type { GpuContext } from '../../src-core/gpu/context.ts';
import { FRAME_STRIDE, principalFrames } from '../methods/curvature.ts';
import { quadraticsOf } from '../methods/point-quadratics.ts';
import type { RegistrationOptions } from '../problem/method.ts';
import { QUADRATIC_STRIDE } from '../problem/surface-distance.ts';
import { KdTree } from '../search/kd-tree.ts';
import { principalNormals } from '../search/normals.ts';
import { customDistance } from './custom-distance.ts';
import { reflectivityByCpu } from './device-reflectivity.ts';
import { upload } from './device-search.ts';
import { type DeviceSurface, SURFACE_VECTORS, type SurfaceModule } from './device-surface.ts';
import { type LocalCloud, roundedToF32 } from './local-cloud.ts';

/** Surface data computed on the CPU, packed for a surface module of shaders/. */
interface PackedSurface {
  readonly module: SurfaceModule;
  /** 4 * SURFACE_VECTORS numbers per element; of surface-reflectivity behind the head of the whole. */
  readonly numbers: Float32Array<ArrayBuffer>;
}

/** Neighbours, in addition to the point itself, of a method's normals. */
export function neighboursOfNormals({ method, normalNeighbours, gicp }: RegistrationOptions): number {
  return method === 'gicp' || method === 'vgicp' ? gicp.neighbours : normalNeighbours;
}

/** Unit normals by element, see shaders/surface-plane.wgsl and surface-distributions.wgsl. */
function planeSurface(
  normals: Float64Array,
  module: 'surface-plane' | 'surface-distributions' = 'surface-plane',
): PackedSurface {
  const count = normals.length / 3;
  const numbers = new Float32Array(4 * count);
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 3; k++) numbers[4 * i + k] = normals[3 * i + k];
  }
  return { module, numbers };
}

/** Quadratics by element, see shaders/surface-stored.wgsl. */
export function storedSurface(quadratics: Float64Array): PackedSurface {
  const count = quadratics.length / QUADRATIC_STRIDE;
  const numbers = new Float32Array(12 * count);
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < QUADRATIC_STRIDE; k++) numbers[12 * i + k] = quadratics[QUADRATIC_STRIDE * i + k];
  }
  return { module: 'surface-stored', numbers };
}

/**
 * Principal frames by element, see shaders/surface-second-order.wgsl.
 *
 * @param elements index of the point whose frame each element has
 */
export function frameSurface(frames: Float64Array, elements: ArrayLike<number>): PackedSurface {
  const numbers = new Float32Array(FRAME_STRIDE * elements.length);
  for (let i = 0; i < elements.length; i++) {
    const [nx, ny, nz, ex, ey, ez, k1, k2] = frames.subarray(FRAME_STRIDE * Math.max(0, elements[i]));
    numbers.set([nx, ny, nz, k1, ex, ey, ez, k2], FRAME_STRIDE * i);
  }
  return { module: 'surface-second-order', numbers };
}

/**
 * Surface data of each point of a target, from its neighbours in the whole cloud; null for a method that uses
 * positions only.
 *
 * @throws SocavonError 'usage' if `newton-custom` has no distance
 */
export function surfaceByCpu(target: LocalCloud, options: RegistrationOptions): PackedSurface | null {
  const { method, curvatureNeighbours } = options;
  if (method === 'icp-point' || method === 'picp' || method === 'newton-point') return null;
  if (method === 'icp-intensity' && target.reflectivity !== undefined)
    return {
      module: 'surface-reflectivity',
      numbers: reflectivityByCpu(target, target.reflectivity, options.intensity.neighbours),
    };
  const points = roundedToF32(target);
  const tree = new KdTree(points);
  if (method === 'newton-second-order')
    return frameSurface(
      principalFrames(points, tree, curvatureNeighbours),
      Int32Array.from({ length: points.count }, (_, i) => i),
    );
  const normals = principalNormals(points, tree, neighboursOfNormals(options));
  if (method === 'newton-custom')
    return storedSurface(quadraticsOf(points, normals, customDistance(options)));
  return planeSurface(normals, method === 'gicp' ? 'surface-distributions' : 'surface-plane');
}

/**
 * Uploads surface data of all elements, or of a range of them.
 *
 * @param name of the buffer
 */
export function uploadSurface(
  gpu: GpuContext,
  { module, numbers }: PackedSurface,
  name = 'surface',
  first = 0,
  elements = numbers.length / (4 * SURFACE_VECTORS[module]),
): DeviceSurface {
  const each = 4 * SURFACE_VECTORS[module];
  return { module, surface: upload(gpu, name, numbers.subarray(each * first, each * (first + elements))) };
}
