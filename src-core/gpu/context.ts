import { DeviceBuffers } from './buffers.ts';
import { Kernel, type KernelSpec, kernelKey } from './kernel.ts';
import type { ShaderSource } from './shader-source.ts';
import { GPU_TUNING_DEFAULTS, type GpuTuning } from './tuning.ts';

/**
 * A device with what is kept between calls: compiled kernels and working buffers. One call uses it at a time.
 */
export class GpuContext {
  readonly device: GPUDevice;
  readonly tuning: GpuTuning;
  readonly buffers: DeviceBuffers;
  /** The largest storage binding that is made; clouds that exceed it are taken in parts, or refused. */
  readonly bindingBytes: number;
  readonly #shaders: ShaderSource;
  readonly #kernels: Map<string, Promise<Kernel>>;
  readonly #rooms = new Map<string, Float32Array<ArrayBuffer>>();

  /** @param bindingBytes all that the device takes, where it is not told to keep to less */
  constructor(
    device: GPUDevice,
    shaders: ShaderSource,
    tuning: Partial<GpuTuning> = {},
    kernels = new Map<string, Promise<Kernel>>(),
    bindingBytes = largestBinding(device),
  ) {
    this.device = device;
    this.tuning = { ...GPU_TUNING_DEFAULTS, ...tuning };
    this.bindingBytes = bindingBytes;
    this.buffers = new DeviceBuffers(device, bindingBytes);
    this.#shaders = shaders;
    this.#kernels = kernels;
  }

  /** The same device and kernels with buffers of their own, for what is to outlive other calls. */
  withOwnBuffers(bindingBytes = this.bindingBytes): GpuContext {
    return new GpuContext(this.device, this.#shaders, this.tuning, this.#kernels, bindingBytes);
  }

  /**
   * The compiled kernel of a specification; compiled at the first call only.
   *
   * @throws SocavonError `internal` where the WGSL does not compile
   */
  kernel(spec: KernelSpec): Promise<Kernel> {
    const key = kernelKey(spec);
    let kernel = this.#kernels.get(key);
    if (kernel === undefined) {
      kernel = Kernel.compile(this.device, this.#shaders, spec);
      this.#kernels.set(key, kernel);
    }
    return kernel;
  }

  /** Memory of the host for what is about to be uploaded, kept by name: new memory costs more than to fill it. */
  room(name: string, length: number): Float32Array<ArrayBuffer> {
    const kept = this.#rooms.get(name);
    if (kept !== undefined && kept.length >= length) return kept.subarray(0, length);
    const room = new Float32Array(length);
    this.#rooms.set(name, room);
    return room;
  }

  /** Frees the buffers; the device belongs to who opened it. */
  destroy(): void {
    this.buffers.destroy();
  }
}

function largestBinding({ limits }: GPUDevice): number {
  return Math.min(limits.maxBufferSize, limits.maxStorageBufferBindingSize);
}
