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

/** Values of a uniform variable of a kernel. */
export interface Uniform {
  readonly kernel: Kernel;
  readonly variable: string;
  readonly values: object;
}

/**
 * Writes uniform variables to one named buffer, at once: a write costs more than its bytes.
 *
 * @param name of the buffer; the next call with the same name overwrites it
 * @returns one binding for each of `uniforms`
 */
export function writeUniforms(
  gpu: GpuContext,
  name: string,
  uniforms: readonly Uniform[],
): readonly GPUBufferBinding[] {
  let end = 0;
  const places = uniforms.map(({ kernel, variable }) => {
    const { size } = kernel.definitions.uniforms[variable];
    const offset = BINDING_ALIGNMENT * Math.ceil(end / BINDING_ALIGNMENT);
    end = offset + size;
    return { offset, size };
  });
  const all = new Uint8Array(end);
  uniforms.forEach(({ kernel, variable, values }, k) => {
    all.set(new Uint8Array(kernel.pack(variable, values)), places[k].offset);
  });
  const buffer = gpu.buffers.uniform(name, end);
  gpu.device.queue.writeBuffer(buffer, 0, all);
  return places.map((place) => ({ buffer, ...place }));
}
