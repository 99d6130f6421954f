import { message } from '../messages/message.ts';
import { SocavonError } from '../model/errors.ts';

const ALIGNMENT = 4; // copies and writes must be multiples of a 32-bit word

/** A buffer with what it was made for, which takes longer to ask of it. */
interface KeptBuffer {
  readonly buffer: GPUBuffer;
  readonly size: number;
  readonly usage: GPUBufferUsageFlags;
}

/**
 * Named working buffers of a device, reused between calls and grown on demand; plus the staging buffers for
 * read-backs.
 */
export class DeviceBuffers {
  readonly #device: GPUDevice;
  readonly #bindingBytes: number;
  readonly #buffers = new Map<string, KeptBuffer>();
  #generation = 0;

  /** @param bindingBytes largest allowed size of a storage buffer */
  constructor(device: GPUDevice, bindingBytes: number) {
    this.#device = device;
    this.#bindingBytes = bindingBytes;
  }

  /** Incremented whenever a buffer is replaced: bind groups made earlier refer to the old buffer. */
  get generation(): number {
    return this.#generation;
  }

  /**
   * Returns the named storage buffer with at least `bytes`. Its content is lost when it grows.
   *
   * @throws SocavonError `engine-unavailable` if the device has no buffers of that size
   */
  storage(name: string, bytes: number): GPUBuffer {
    return this.#take(
      name,
      bytes,
      GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST,
    );
  }

  uniform(name: string, bytes: number): GPUBuffer {
    return this.#take(name, bytes, GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST);
  }

  /** `storage` filled with the given values. */
  upload(name: string, values: ArrayBufferView<ArrayBuffer>): GPUBuffer {
    const buffer = this.storage(name, values.byteLength);
    this.#device.queue.writeBuffer(buffer, 0, values.buffer, values.byteOffset, values.byteLength);
    return buffer;
  }

  /**
   * Records the copy of the first `bytes` of a buffer, submits the encoder, waits, and returns those bytes.
   *
   * @param by name of the staging buffer: reads that are under way at once need one each
   */
  async submitAndRead(
    encoder: GPUCommandEncoder,
    source: GPUBuffer,
    bytes: number,
    by = 'staging',
  ): Promise<ArrayBuffer> {
    const staging = this.#take(by, bytes, GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST);
    encoder.copyBufferToBuffer(source, 0, staging, 0, bytes);
    this.#device.queue.submit([encoder.finish()]);
    await staging.mapAsync(GPUMapMode.READ, 0, bytes);
    const values = staging.getMappedRange(0, bytes).slice(0);
    staging.unmap();
    return values;
  }

  /** Reads the first `bytes` of a buffer back to the host. */
  read(source: GPUBuffer, bytes: number): Promise<ArrayBuffer> {
    return this.submitAndRead(this.#device.createCommandEncoder(), source, bytes);
  }

  destroy(): void {
    for (const { buffer } of this.#buffers.values()) buffer.destroy();
    this.#buffers.clear();
  }

  #take(name: string, bytes: number, usage: GPUBufferUsageFlags): GPUBuffer {
    const existing = this.#buffers.get(name);
    if (existing !== undefined && existing.size >= bytes && existing.usage === usage) return existing.buffer;
    const most = usage & GPUBufferUsage.STORAGE ? this.#bindingBytes : this.#device.limits.maxBufferSize;
    if (bytes > most)
      throw new SocavonError(
        'engine-unavailable',
        message('gpu-buffer-too-large', { most: mebibytes(most), name, bytes: mebibytes(bytes) }),
      );
    existing?.buffer.destroy();
    const size = Math.min(most, Math.max(256, Math.ceil(bytes / ALIGNMENT) * ALIGNMENT));
    const buffer = this.#device.createBuffer({ label: name, size, usage });
    this.#buffers.set(name, { buffer, size, usage });
    this.#generation++;
    return buffer;
  }
}

function mebibytes(bytes: number): number {
  return Math.ceil(bytes / 2 ** 20);
}
