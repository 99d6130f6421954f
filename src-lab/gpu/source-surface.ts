import type { GpuContext } from '../../src-core/gpu/context.ts';
import type { RegistrationOptions } from '../problem/method.ts';
import type { DeviceBins, DeviceSlots } from './device-bins.ts';
import { recordNeighbourhoods, searchesSource, VEC4F } from './device-surface.ts';
import { type DeviceTarget, neighbourhoodsKernel } from './device-target.ts';
import type { LocalCloud } from './local-cloud.ts';
import { surfaceByCpu } from './packed-surface.ts';

/** Required alignment of binding offsets in WebGPU, bytes. */
const BINDING_ALIGNMENT = 256;

/**
 * Records the surface data of a source, its normals or its reflectivity, and puts them and those of the target into one
 * binding: kernels have no room for one more.
 *
 * @param bins of the source, with boxes if it is searched
 * @throws SocavonError 'engine-unavailable' if both exceed a binding
 */
export async function withSourceSurface(
  gpu: GpuContext,
  encoder: GPUCommandEncoder,
  source: LocalCloud,
  bins: DeviceSlots | DeviceBins,
  target: DeviceTarget,
  options: RegistrationOptions,
): Promise<DeviceTarget> {
  const ofTarget = target.surface?.surface;
  if (target.surface === null || ofTarget === null || ofTarget === undefined) return target;
  const { reflectivity } = source;
  const bytes = reflectivity?.byteLength ?? VEC4F * source.count;
  const from = BINDING_ALIGNMENT * Math.ceil(bytes / BINDING_ALIGNMENT);
  const targetBytes = ofTarget.size ?? VEC4F * target.elements;
  const buffer = gpu.buffers.storage('both surfaces', from + targetBytes);
  const kernel = await neighbourhoodsKernel(gpu, options);
  if (kernel !== null && searchesSource(options) && 'boxes' in bins)
    recordNeighbourhoods(gpu, kernel, encoder, bins, 1, { buffer, size: bytes }, 'source');
  else {
    const known = reflectivity ?? surfaceByCpu(source, options)?.numbers;
    if (known !== undefined) gpu.device.queue.writeBuffer(buffer, 0, known);
  }
  encoder.copyBufferToBuffer(ofTarget.buffer, ofTarget.offset ?? 0, buffer, from, targetBytes);
  const surface = { buffer, size: from + targetBytes };
  return { ...target, surface: { ...target.surface, surface, from: from / VEC4F } };
}
