/** Numbers the cells of a grid in the order in which they are met: a hash table of whole coordinates. */
export class CellTable {
  count = 0;
  #mask: number;
  #slots: Int32Array;
  #cells: Int32Array;

  /** @param expected cells; more make it grow */
  constructor(expected = 1024) {
    const size = 2 ** Math.ceil(Math.log2(2 * expected));
    this.#mask = size - 1;
    this.#slots = new Int32Array(size).fill(-1);
    this.#cells = new Int32Array(3 * size);
  }

  /** Number of a cell, -1 if it was not met. */
  find(i: number, j: number, k: number): number {
    return this.#slots[this.#slotOf(i, j, k)];
  }

  /** Number of a cell, a new one at its first mention. */
  add(i: number, j: number, k: number): number {
    let slot = this.#slotOf(i, j, k);
    if (this.#slots[slot] >= 0) return this.#slots[slot];
    if (2 * this.count > this.#mask) {
      this.#grow();
      slot = this.#slotOf(i, j, k);
    }
    this.#cells[3 * this.count] = i;
    this.#cells[3 * this.count + 1] = j;
    this.#cells[3 * this.count + 2] = k;
    this.#slots[slot] = this.count;
    return this.count++;
  }

  #slotOf(i: number, j: number, k: number): number {
    const cells = this.#cells;
    let hash = Math.imul(i, 0x8da6b343) ^ Math.imul(j, 0xd8163841) ^ Math.imul(k, 0xcb1ab31f);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    for (let slot = (hash ^ (hash >>> 13)) & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const cell = this.#slots[slot];
      if (cell < 0 || (cells[3 * cell] === i && cells[3 * cell + 1] === j && cells[3 * cell + 2] === k))
        return slot;
    }
  }

  #grow(): void {
    const cells = this.#cells;
    this.#mask = 2 * this.#mask + 1;
    this.#slots = new Int32Array(this.#mask + 1).fill(-1);
    this.#cells = new Int32Array(3 * (this.#mask + 1));
    this.#cells.set(cells);
    for (let cell = 0; cell < this.count; cell++) {
      this.#slots[this.#slotOf(cells[3 * cell], cells[3 * cell + 1], cells[3 * cell + 2])] = cell;
    }
  }
}
