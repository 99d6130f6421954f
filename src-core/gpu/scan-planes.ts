import type { Submap } from '../mapping/submap.ts';
import { binHash, type VoxelBins } from '../registration/voxel-bins.ts';
import type { GpuContext } from './context.ts';
import type { ScanKernels } from './scan-kernels.ts';

/** As shaders/scan-planes.wgsl and scan-planes-write.wgsl. */
export const MAX_LEVELS = 8;
const SLOT_BYTES = 48;
const UPDATE_WORDS = 13;
const SLOT_PLANE = 1;
const SLOT_BARE = 2;

const LEAST_SLOTS = 1024;
const NO_SLOT = -1;

/** First slot of a level's table, and its slots less one. */
export interface PlaneTable {
  readonly first: number;
  readonly mask: number;
}

/**
 * A submap's planes on the device, as one open-addressed table per level. The submap stays the owner: each `record`
 * sends the bins that changed since the last, so that the device matches with the very planes that the CPU would.
 */
export class DevicePlanes {
  readonly #gpu: GpuContext;
  readonly #kernels: ScanKernels;
  readonly #levels: LevelMirror[];
  #updates = new DataView(new ArrayBuffer(4 + 4 * UPDATE_WORDS * LEAST_SLOTS));
  #count = 0;
  #slots = 0;
  #isLaidOut = false;

  /** @param gpu with buffers of its own, which are this object's alone */
  constructor(gpu: GpuContext, kernels: ScanKernels, submap: Submap) {
    this.#gpu = gpu;
    this.#kernels = kernels;
    this.#levels = submap.levels.map((bins) => new LevelMirror(bins));
  }

  get buffer(): GPUBuffer {
    return this.#gpu.buffers.storage('planes', SLOT_BYTES * this.#slots);
  }

  get tables(): readonly PlaneTable[] {
    return this.#levels.map(({ first, mask }) => ({ first, mask }));
  }

  /**
   * Records what brings the device up to the submap. The encoder is to be submitted before the next call.
   *
   * @throws SocavonError 'engine-unavailable' where the submap is larger than the device's buffers
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

  /** All tables anew, with room to grow. */
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

  /** Adds the slot of a bin to the updates. @param at of its plane, -1 where it has none */
  readonly #write = (slot: number, keys: Int32Array, key: number, bins: VoxelBins, at: number): void => {
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

type Write = (slot: number, keys: Int32Array, key: number, bins: VoxelBins, at: number) => void;

/** What the device knows of one level. */
class LevelMirror {
  readonly #bins: VoxelBins;
  first = 0;
  mask = 0;
  /** Slots in use, by planes or by what was one. */
  #used = 0;
  #slotKeys = new Int32Array(0);
  #isUsed = new Uint8Array(0);
  /** Of each bin in the submap's order: key, points when it was sent, slot. */
  #count = 0;
  #keys = new Int32Array(0);
  #points = new Float64Array(0);
  #slotOf = new Int32Array(0);
  #forgotten = 0;
  /** Slots cleared by this call of `collect`: a slot is written once a call, since updates come in no order. */
  readonly #cleared = new Set<number>();

  constructor(bins: VoxelBins) {
    this.#bins = bins;
  }

  /** An empty table at some slot, at most a quarter of which the present bins will fill. */
  layOut(first: number): void {
    let slots = LEAST_SLOTS;
    while (slots < 4 * this.#bins.count) slots *= 2;
    this.first = first;
    this.mask = slots - 1;
    this.#used = 0;
    this.#slotKeys = new Int32Array(3 * slots);
    this.#isUsed = new Uint8Array(slots);
    this.#count = 0;
    this.#forgotten = this.#bins.forgotten;
  }

  /** Tells what changed since the last call. @returns false where only a new table can take it */
  collect(write: Write): boolean {
    this.#dropForgotten(write);
    this.#grow();
    const bins = this.#bins;
    const { points, keys, count } = bins;
    for (let bin = 0; bin < count; bin++) {
      if (bin >= this.#count) {
        this.#keys.set(keys.subarray(3 * bin, 3 * bin + 3), 3 * bin);
        this.#points[bin] = 0;
        this.#slotOf[bin] = NO_SLOT;
      }
      if (points[bin] === this.#points[bin]) continue;
      this.#points[bin] = points[bin];
      const at = bins.planeOf(bin);
      if (this.#slotOf[bin] === NO_SLOT) {
        if (at < 0) continue;
        const slot = this.#take(keys[3 * bin], keys[3 * bin + 1], keys[3 * bin + 2]);
        if (slot === NO_SLOT) return false;
        this.#slotOf[bin] = slot;
      }
      write(this.first + this.#slotOf[bin], keys, 3 * bin, bins, at);
    }
    this.#count = count;
    return true;
  }

  /** The slot of a key, a free one where it has none yet; NO_SLOT where only a new table has one. */
  #take(i: number, j: number, k: number): number {
    let slot = binHash(i, j, k) & this.mask;
    for (; this.#isUsed[slot] === 1; slot = (slot + 1) & this.mask) {
      const at = 3 * slot;
      if (this.#slotKeys[at] === i && this.#slotKeys[at + 1] === j && this.#slotKeys[at + 2] === k)
        return this.#cleared.has(slot) ? NO_SLOT : slot;
    }
    if (2 * this.#used > this.mask) return NO_SLOT;
    this.#used++;
    this.#isUsed[slot] = 1;
    this.#slotKeys.set([i, j, k], 3 * slot);
    return slot;
  }

  /** Bins that the submap forgot are no planes any more; the others moved up in its order. */
  #dropForgotten(write: Write): void {
    this.#cleared.clear();
    if (this.#forgotten === this.#bins.forgotten) return;
    this.#forgotten = this.#bins.forgotten;
    const { keys, count } = this.#bins;
    let kept = 0;
    for (let bin = 0; bin < this.#count; bin++) {
      const from = 3 * bin;
      const to = 3 * kept;
      const isKept =
        kept < count &&
        keys[to] === this.#keys[from] &&
        keys[to + 1] === this.#keys[from + 1] &&
        keys[to + 2] === this.#keys[from + 2];
      if (!isKept) {
        const slot = this.#slotOf[bin];
        if (slot === NO_SLOT) continue;
        write(this.first + slot, this.#keys, from, this.#bins, NO_SLOT);
        this.#cleared.add(slot);
        continue;
      }
      this.#keys.copyWithin(to, from, from + 3);
      this.#points[kept] = this.#points[bin];
      this.#slotOf[kept] = this.#slotOf[bin];
      kept++;
    }
    this.#count = kept;
  }

  #grow(): void {
    const { count } = this.#bins;
    if (count <= this.#points.length) return;
    const room = 2 * count;
    const [keys, points, slotOf] = [this.#keys, this.#points, this.#slotOf];
    this.#keys = new Int32Array(3 * room);
    this.#points = new Float64Array(room);
    this.#slotOf = new Int32Array(room);
    this.#keys.set(keys);
    this.#points.set(points);
    this.#slotOf.set(slotOf);
  }
}

function doubled(view: DataView<ArrayBuffer>): DataView<ArrayBuffer> {
  const larger = new Uint8Array(2 * view.byteLength);
  larger.set(new Uint8Array(view.buffer));
  return new DataView(larger.buffer);
}
