import type { Submap } from '../../odometry/match/submap.ts';
import type { GpuContext } from '../context.ts';
import { PlaneMirror, type WriteSlot } from './plane-mirror.ts';
import type { ScanKernels } from './scan-kernels.ts';

/** Must match shaders/scan-planes.wgsl and scan-planes-write.wgsl. */
export const MAX_LEVELS = 8;
const SLOT_BYTES = 48;
const UPDATE_WORDS = 13;
const SLOT_PLANE = 1;
const SLOT_BARE = 2;

const LEAST_UPDATES = 1024;

/** First slot of a level's table, and its slot count minus one. */
export interface PlaneTable {
  readonly first: number;
  readonly mask: number;
}

/**
 * Planes of a submap on the device, one open-addressed table per level. The submap remains the source of truth: each
 * `record` uploads the bins that changed since the last one, so that the device matches against the same planes as
 * the CPU.
 */
export class DevicePlanes {
  readonly #gpu: GpuContext;
  readonly #kernels: ScanKernels;
  readonly #levels: PlaneMirror[];
  #updates = new DataView(new ArrayBuffer(4 + 4 * UPDATE_WORDS * LEAST_UPDATES));
  #count = 0;
  #slots = 0;
  #isLaidOut = false;

  /** @param gpu with buffers used by this object only */
  constructor(gpu: GpuContext, kernels: ScanKernels, submap: Submap) {
    this.#gpu = gpu;
    this.#kernels = kernels;
    this.#levels = submap.levels.map((bins) => new PlaneMirror(bins));
  }

  get buffer(): GPUBuffer {
    return this.#gpu.buffers.storage('planes', SLOT_BYTES * this.#slots);
  }

  get tables(): readonly PlaneTable[] {
    return this.#levels.map(({ first, mask }) => ({ first, mask }));
  }

  /**
   * Records the update of the device to the current submap. The encoder must be submitted before the next call.
   *
   * @throws SocavonError 'engine-unavailable' if the submap exceeds the device's buffers
   */
  record(encoder: GPUCommandEncoder): void {
    this.#count = 0;
    const fits = this.#isLaidOut && this.#levels.every((level) => level.collect(this.#write));
    if (!fits) this.#layOut(encoder);
    if (this.#count === 0) return;
    const { workgroupSize, writePlanes } = this.#kernels;
    this.#updates.setUint32(0, this.#count, true);
    const bytes = new Uint8Array(this.#updates.buffer, 0, 4 + 4 * UPDATE_WORDS * this.#count);
    const updates = this.#gpu.buffers.upload('plane updates', bytes);
    const pass = encoder.beginComputePass({ label: writePlanes.name });
    pass.setPipeline(writePlanes.pipeline);
    pass.setBindGroup(0, writePlanes.bind({ updates, planes: this.buffer }));
    pass.dispatchWorkgroups(Math.min(1024, Math.ceil(this.#count / workgroupSize)));
    pass.end();
  }

  /** Rebuilds all tables, with capacity to grow. */
  #layOut(encoder: GPUCommandEncoder): void {
    this.#count = 0;
    this.#slots = 0;
    for (const level of this.#levels) {
      level.layOut(this.#slots);
      this.#slots += level.mask + 1;
    }
    encoder.clearBuffer(this.buffer);
    this.#isLaidOut = true;
    for (const level of this.#levels) level.collect(this.#write);
  }

  /** Appends the slot of a bin to the updates. */
  readonly #write: WriteSlot = (slot, keys, key, bins, at) => {
    const needed = 4 + 4 * UPDATE_WORDS * (this.#count + 1);
    if (needed > this.#updates.byteLength) this.#updates = doubled(this.#updates);
    const view = this.#updates;
    let to = 4 + 4 * UPDATE_WORDS * this.#count++;
    const u32 = (value: number): void => {
      view.setUint32(to, value, true);
      to += 4;
    };
    const f32 = (value: number): void => {
      view.setFloat32(to, value, true);
      to += 4;
    };
    u32(slot);
    for (let k = 0; k < 3; k++) u32(keys[key + k]);
    u32(at < 0 ? SLOT_BARE : SLOT_PLANE);
    if (at < 0) {
      for (let k = 0; k < 8; k++) u32(0);
      return;
    }
    const { plane, size } = bins;
    for (let k = 0; k < 3; k++) f32(plane[at + k] - (keys[key + k] + 0.5) * size);
    f32(plane[at + 6]);
    for (let k = 3; k < 6; k++) f32(plane[at + k]);
    f32(plane[at + 7]);
  };
}

function doubled(view: DataView<ArrayBuffer>): DataView<ArrayBuffer> {
  const larger = new Uint8Array(2 * view.byteLength);
  larger.set(new Uint8Array(view.buffer));
  return new DataView(larger.buffer);
}
