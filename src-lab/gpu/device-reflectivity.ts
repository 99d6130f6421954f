import type { GpuContext } from '../../src-core/gpu/context.ts';
import type { Kernel } from '../../src-core/gpu/kernel.ts';
import { perContext } from '../../src-core/gpu/per-context.ts';
import { reflectivitySurface } from '../methods/reflectivity-surface.ts';
import { KdTree } from '../search/kd-tree.ts';
import type { CloudRoom } from './cloud-room.ts';
import type { DeviceBins } from './device-bins.ts';
import { upload } from './device-search.ts';
import { REFLECTIVITY_HEAD, recordNeighbourhoods, SURFACE_VECTORS, VEC4F } from './device-surface.ts';
import { type LocalCloud, roundedToF32 } from './local-cloud.ts';

const VECTORS = SURFACE_VECTORS['surface-reflectivity'];
const HEAD_BYTES = VEC4F * REFLECTIVITY_HEAD;

/** What reflectivity is counted from, and in: the differences matter, and f32 keeps more of them about the mean. */
export interface ReflectivityScale {
  readonly mean: number;
  readonly unit: number;
}

/** Mean and standard deviation of reflectivities that differ. */
export function reflectivityScale(reflectivity: Float64Array): ReflectivityScale {
  const [first, part] = [reflectivity[0], 1 / reflectivity.length];
  let [sum, squares] = [0, 0];
  for (let i = 0; i < reflectivity.length; i++) sum += part * (reflectivity[i] - first);
  const mean = first + sum;
  for (let i = 0; i < reflectivity.length; i++) squares += part * (reflectivity[i] - mean) ** 2;
  // Squares of differences below the least f64 leave no deviation; their unit is as good as any.
  return { mean, unit: Math.sqrt(squares) || 1 };
}

/** @param room where the numbers lie until the next ones of that room */
export function scaledReflectivity(
  reflectivity: Float64Array,
  { mean, unit }: ReflectivityScale,
  room: CloudRoom,
): Float32Array<ArrayBuffer> {
  // By a loop: `Float32Array.from` takes a hundred times as long, several times a whole call.
  const scaled = room.floats(reflectivity.length);
  const part = 1 / unit;
  for (let i = 0; i < scaled.length; i++) scaled[i] = part * (reflectivity[i] - mean);
  return scaled;
}

const steepnessKernel = perContext((gpu) =>
  gpu.kernel({
    modules: ['reflectivity-steepness'],
    entryPoint: 'main',
    constants: { WG: gpu.tuning.workgroupSize },
    declared: { HEAD: REFLECTIVITY_HEAD },
  }),
);

/**
 * Records normals and linear reflectivity of a target with reflectivity, and the mean steepness ahead of them; see
 * shaders/surface-reflectivity.wgsl.
 */
export async function recordReflectivity(
  gpu: GpuContext,
  encoder: GPUCommandEncoder,
  kernel: Kernel,
  bins: DeviceBins,
  reflectivity: Float32Array<ArrayBuffer>,
): Promise<GPUBufferBinding> {
  const bytes = VEC4F * VECTORS * bins.count;
  const buffer = gpu.buffers.storage('surface', HEAD_BYTES + bytes);
  const place = { buffer, offset: HEAD_BYTES, size: bytes };
  const steepness = await steepnessKernel(gpu);
  const known = { reflectivity: upload(gpu, 'reflectivity', reflectivity) };
  recordNeighbourhoods(gpu, kernel, encoder, bins, VECTORS, place, 'target', known);
  const surface = { buffer, size: HEAD_BYTES + bytes };
  const pass = encoder.beginComputePass({ label: steepness.name });
  pass.setPipeline(steepness.pipeline);
  pass.setBindGroup(0, steepness.bind({ surface }));
  pass.dispatchWorkgroups(1);
  pass.end();
  return surface;
}

/** The same, computed on the CPU. */
export function reflectivityByCpu(
  target: LocalCloud,
  painted: Float32Array,
  neighbours: number,
): Float32Array<ArrayBuffer> {
  const points = { ...roundedToF32(target), reflectivity: Float64Array.from(painted) };
  const { normals, values, gradients, steepness } = reflectivitySurface(
    points,
    new KdTree(points),
    neighbours,
  );
  const numbers = new Float32Array(4 * (REFLECTIVITY_HEAD + VECTORS * points.count));
  numbers[0] = steepness;
  for (let i = 0; i < points.count; i++) {
    const at = 4 * (REFLECTIVITY_HEAD + VECTORS * i);
    numbers.set(normals.subarray(3 * i, 3 * i + 3), at);
    numbers[at + 3] = values[i];
    numbers.set(gradients.subarray(3 * i, 3 * i + 3), at + 4);
  }
  return numbers;
}
