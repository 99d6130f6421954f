import type { GpuContext } from './context.ts';
import type { Kernel } from './kernel.ts';

/**
 * Writes a uniform variable of a kernel to a named buffer.
 *
 * @param name of the buffer; the next call with the same name overwrites it
 */
export function writeUniform(
  gpu: GpuContext,
  kernel: Kernel,
  variable: string,
  name: string,
  values: object,
): GPUBufferBinding {
  const bytes = kernel.pack(variable, values);
  const buffer = gpu.buffers.uniform(name, bytes.byteLength);
  gpu.device.queue.writeBuffer(buffer, 0, bytes);
  return { buffer, size: bytes.byteLength };
}
