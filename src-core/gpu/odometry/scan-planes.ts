import type { Submap } from '../../odometry/match/submap.ts';
import type { GpuContext } from '../context.ts';
import { PlaneMirror, type WriteSlot } from './plane-mirror.ts';
import type { ScanKernels } from './scan-kernels.ts';

/** Must match shaders/scan-planes.wgsl and scan-planes-write.wgsl. */
export const MAX_LEVELS = 8;
const SLOT_BYTES = 48;
const UPDATE_WORDS = 14;
const HEAD_WORDS = 2;

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
  #updates = updatesOf(LEAST_UPDATES);
  readonly #minSpread: number;
  #count = 0;
  #slots = 0;
  #isLaidOut = false;

  /** @param gpu with buffers used by this object only */
  constructor(gpu: GpuContext, kernels: ScanKernels, submap: Submap) {
    this.#gpu = gpu;
    this.#kernels = kernels;
    this.#levels = submap.levels.map((bins) => new PlaneMirror(bins));
    this.#minSpread = submap.levels[0].criteria.minSpread;
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
    const { i32, f32 } = this.#updates;
    i32[0] = this.#count;
    f32[1] = this.#minSpread;
    const words = i32.subarray(0, HEAD_WORDS + UPDATE_WORDS * this.#count);
    const updates = this.#gpu.buffers.upload('plane updates', words);
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
  readonly #write: WriteSlot = (slot, keys, key, points, moments) => {
    if (HEAD_WORDS + UPDATE_WORDS * (this.#count + 1) > this.#updates.i32.length) {
      const larger = updatesOf(2 * this.#count);
      larger.i32.set(this.#updates.i32);
      this.#updates = larger;
    }
    const { i32, f32 } = this.#updates;
    const to = HEAD_WORDS + UPDATE_WORDS * this.#count++;
    i32[to] = slot;
    for (let k = 0; k < 3; k++) i32[to + 1 + k] = keys[key + k];
    f32[to + 4] = points;
    for (let k = 0; k < 9; k++) f32[to + 5 + k] = moments[k];
  };
}

/** Room for updates, as integers and as floats. */
interface Updates {
  readonly i32: Int32Array<ArrayBuffer>;
  readonly f32: Float32Array<ArrayBuffer>;
}

function updatesOf(count: number): Updates {
  const room = new ArrayBuffer(4 * (HEAD_WORDS + UPDATE_WORDS * count));
  return { i32: new Int32Array(room), f32: new Float32Array(room) };
}
