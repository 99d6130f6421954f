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

/** Required alignment of binding offsets in WebGPU, bytes. */
const BINDING_ALIGNMENT = 256;

/**
 * Writes the values of a uniform variable for several dispatches to one named buffer, at once.
 *
 * @param name of the buffer; the next call with the same name overwrites it
 * @returns one binding for each of `values`
 */
export function writeUniforms(
  gpu: GpuContext,
  kernel: Kernel,
  variable: string,
  name: string,
  values: readonly object[],
): readonly GPUBufferBinding[] {
  const { size } = kernel.definitions.uniforms[variable];
  const stride = BINDING_ALIGNMENT * Math.ceil(size / BINDING_ALIGNMENT);
  const all = new Uint8Array(stride * values.length);
  values.forEach((own, k) => {
    all.set(new Uint8Array(kernel.pack(variable, own)), stride * k);
  });
  const buffer = gpu.buffers.uniform(name, all.byteLength);
  gpu.device.queue.writeBuffer(buffer, 0, all);
  return values.map((_, k) => ({ buffer, offset: stride * k, size }));
}
