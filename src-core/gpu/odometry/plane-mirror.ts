import { binHash, type PlaneMap } from '../../odometry/match/plane-map.ts';

const LEAST_SLOTS = 1024;
const NO_SLOT = -1;

/**
 * Takes the slot of a bin. @param at of its plane in `bins.plane`, -1 where it has none; its key is at `key` of `keys`
 */
export type WriteSlot = (slot: number, keys: Int32Array, key: number, bins: PlaneMap, at: number) => void;

/** What the device knows of one level of a submap: which bin lies in which slot of its table, and as of when. */
export class PlaneMirror {
  readonly #bins: PlaneMap;
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

  constructor(bins: PlaneMap) {
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
  collect(write: WriteSlot): boolean {
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
  #dropForgotten(write: WriteSlot): void {
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
