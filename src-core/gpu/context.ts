import { DeviceBuffers } from './buffers.ts';
import { Kernel, type KernelSpec, kernelKey } from './kernel.ts';
import type { ShaderSource } from './shader-source.ts';
import { GPU_TUNING_DEFAULTS, type GpuTuning } from './tuning.ts';

/**
 * GPU device with the state reused between calls: compiled kernels and working buffers. Not reentrant: one call at a
 * time.
 */
export class GpuContext {
  readonly device: GPUDevice;
  readonly tuning: GpuTuning;
  readonly buffers: DeviceBuffers;
  /** Largest storage binding used, bytes; larger clouds are split into chunks or rejected. */
  readonly bindingBytes: number;
  readonly #shaders: ShaderSource;
  readonly #kernels: Map<string, Promise<Kernel>>;

  /** @param bindingBytes defaults to the limit of the device */
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

  /** Same device and kernels with separate buffers, for data that must outlive other calls. */
  withOwnBuffers(bindingBytes = this.bindingBytes): GpuContext {
    return new GpuContext(this.device, this.#shaders, this.tuning, this.#kernels, bindingBytes);
  }

  /**
   * Returns the compiled kernel of a specification; compiles it on the first call only.
   *
   * @throws SocavonError `internal` if the WGSL does not compile
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

  /** Frees the buffers; the device is owned by the caller. */
  destroy(): void {
    this.buffers.destroy();
  }
}

function largestBinding({ limits }: GPUDevice): number {
  return Math.min(limits.maxBufferSize, limits.maxStorageBufferBindingSize);
}
