import { binHash, type PlaneMap } from '../../odometry/match/plane-map.ts';

const LEAST_SLOTS = 1024;
const NO_SLOT = -1;

/**
 * Writes one slot of the table.
 *
 * @param key place of the bin's key in `keys`
 * @param points number of points of the bin whose moments these are, see `PlaneMap.momentsOf`; 0: no plane
 */
export type WriteSlot = (
  slot: number,
  keys: Int32Array,
  key: number,
  points: number,
  moments: Float64Array,
) => void;

/**
 * Host-side mirror of one submap level on the device: which bin is in which slot of the table, and in which state.
 */
export class PlaneMirror {
  readonly #bins: PlaneMap;
  first = 0;
  mask = 0;
  /** Slots in use, including those whose plane was removed. */
  #used = 0;
  #slotKeys = new Int32Array(0);
  #isUsed = new Uint8Array(0);
  /** For each bin in the submap's order: key, point count when it was sent, slot. */
  #count = 0;
  #keys = new Int32Array(0);
  #points = new Float64Array(0);
  #slotOf = new Int32Array(0);
  #forgotten = 0;
  /** True if all bins are to be looked at, as after `layOut`. */
  #isNew = true;
  readonly #moments = new Float64Array(9);
  /**
   * Slots cleared during this call of `collect`: updates are applied in no order, so each slot is written once per
   * call.
   */
  readonly #cleared = new Set<number>();

  constructor(bins: PlaneMap) {
    this.#bins = bins;
  }

  /** Starts an empty table at the given slot, sized so that the present bins fill at most a quarter of it. */
  layOut(first: number): void {
    let slots = LEAST_SLOTS;
    while (slots < 4 * this.#bins.count) slots *= 2;
    this.first = first;
    this.mask = slots - 1;
    this.#used = 0;
    this.#slotKeys = new Int32Array(3 * slots);
    this.#isUsed = new Uint8Array(slots);
    this.#count = 0;
    this.#isNew = true;
    this.#forgotten = this.#bins.forgotten;
  }

  /** Reports the changes since the last call through `write`. @returns false if a new table is required */
  collect(write: WriteSlot): boolean {
    this.#dropForgotten(write);
    this.#grow();
    const { keys, count } = this.#bins;
    for (let bin = this.#count; bin < count; bin++) {
      this.#keys.set(keys.subarray(3 * bin, 3 * bin + 3), 3 * bin);
      this.#points[bin] = 0;
      this.#slotOf[bin] = NO_SLOT;
    }
    this.#count = count;
    const changes = this.#bins.takeChanges();
    const areKnown = changes !== null && !this.#isNew;
    const many = areKnown ? changes.length : count;
    for (let k = 0; k < many; k++) if (!this.#update(areKnown ? changes[k] : k, write)) return false;
    this.#isNew = false;
    return true;
  }

  /** Writes a bin if its points changed since it was sent. @returns false if a new table is required */
  #update(bin: number, write: WriteSlot): boolean {
    const { points, keys } = this.#bins;
    if (points[bin] === this.#points[bin]) return true;
    this.#points[bin] = points[bin];
    const count = this.#bins.momentsOf(bin, this.#moments);
    if (this.#slotOf[bin] === NO_SLOT) {
      if (count === 0) return true;
      const slot = this.#take(keys[3 * bin], keys[3 * bin + 1], keys[3 * bin + 2]);
      if (slot === NO_SLOT) return false;
      this.#slotOf[bin] = slot;
    }
    write(this.first + this.#slotOf[bin], keys, 3 * bin, count, this.#moments);
    return true;
  }

  /** Returns the slot of a key, or a free one; NO_SLOT if a new table is required. */
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

  /** Clears the bins that the submap dropped; the remaining ones have moved up in its order. */
  #dropForgotten(write: WriteSlot): void {
    this.#cleared.clear();
    if (this.#forgotten === this.#bins.forgotten) return;
    this.#forgotten = this.#bins.forgotten;
    const { keys, count } = this.#bins;
    let remaining = 0;
    for (let bin = 0; bin < this.#count; bin++) {
      const from = 3 * bin;
      const to = 3 * remaining;
      const isPresent =
        remaining < count &&
        keys[to] === this.#keys[from] &&
        keys[to + 1] === this.#keys[from + 1] &&
        keys[to + 2] === this.#keys[from + 2];
      if (!isPresent) {
        const slot = this.#slotOf[bin];
        if (slot === NO_SLOT) continue;
        write(this.first + slot, this.#keys, from, 0, this.#moments);
        this.#cleared.add(slot);
        continue;
      }
      this.#keys.copyWithin(to, from, from + 3);
      this.#points[remaining] = this.#points[bin];
      this.#slotOf[remaining] = this.#slotOf[bin];
      remaining++;
    }
    this.#count = remaining;
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
