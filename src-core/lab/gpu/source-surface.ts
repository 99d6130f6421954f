import type { GpuContext } from '../../gpu/context.ts';
import type { RegistrationOptions } from '../method.ts';
import type { DeviceBins } from './device-bins.ts';
import { recordNeighbourhoods, VEC4F } from './device-surface.ts';
import { type DeviceTarget, neighbourhoodsKernel } from './device-target.ts';
import type { LocalCloud } from './local-cloud.ts';
import { surfaceByCpu } from './packed-surface.ts';

/** Required alignment of binding offsets in WebGPU, bytes. */
const BINDING_ALIGNMENT = 256;

/**
 * Records the surface data of a source, the same as those of the target, and puts both into one binding: kernels have no
 * room for one more.
 *
 * @param bins of the source
 * @throws SocavonError 'engine-unavailable' if both exceed a binding
 */
export async function withSourceSurface(
  gpu: GpuContext,
  encoder: GPUCommandEncoder,
  source: LocalCloud,
  bins: DeviceBins,
  target: DeviceTarget,
  options: RegistrationOptions,
): Promise<DeviceTarget> {
  const ofTarget = target.surface?.surface;
  if (target.surface === null || ofTarget === null || ofTarget === undefined) return target;
  const bytes = VEC4F * source.count;
  const from = BINDING_ALIGNMENT * Math.ceil(bytes / BINDING_ALIGNMENT);
  const targetBytes = VEC4F * target.elements;
  const buffer = gpu.buffers.storage('both surfaces', from + targetBytes);
  const kernel = await neighbourhoodsKernel(gpu, options);
  if (kernel !== null) recordNeighbourhoods(gpu, kernel, encoder, bins, 1, { buffer, size: bytes }, 'source');
  else {
    const known = surfaceByCpu(source, options);
    if (known !== null) gpu.device.queue.writeBuffer(buffer, 0, known.numbers);
  }
  encoder.copyBufferToBuffer(ofTarget.buffer, ofTarget.offset ?? 0, buffer, from, targetBytes);
  const surface = { buffer, size: from + targetBytes };
  return { ...target, surface: { ...target.surface, surface, from: from / VEC4F } };
}
