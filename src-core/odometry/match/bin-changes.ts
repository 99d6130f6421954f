/** Which bins of a `PlaneMap` received points since it was last asked, each once, in the order of their first. */
export class BinChanges {
  #bins = new Int32Array(1024);
  #count = 0;
  #isIn = new Uint8Array(0);
  #isUnknown = true;

  add(bin: number): void {
    if (this.#isIn[bin] === 1) return;
    if (bin >= this.#isIn.length) {
      const larger = new Uint8Array(Math.max(4096, 2 * (bin + 1)));
      larger.set(this.#isIn);
      this.#isIn = larger;
    }
    if (this.#count === this.#bins.length) {
      const larger = new Int32Array(2 * this.#count);
      larger.set(this.#bins);
      this.#bins = larger;
    }
    this.#isIn[bin] = 1;
    this.#bins[this.#count++] = bin;
  }

  /** Any bin may have changed: they have other places. */
  forget(): void {
    this.#clear();
    this.#isUnknown = true;
  }

  /** The bins since the last call, valid until a bin is added; null: any may have changed. */
  take(): Int32Array | null {
    const taken = this.#isUnknown ? null : this.#bins.subarray(0, this.#count);
    this.#clear();
    this.#isUnknown = false;
    return taken;
  }

  #clear(): void {
    for (let at = 0; at < this.#count; at++) this.#isIn[this.#bins[at]] = 0;
    this.#count = 0;
  }
}
