type Typed = Float32Array | Float64Array | Uint32Array | Uint8Array;

/** A typed array that grows: amortised O(1) to append, O(1) to cut. */
export class GrowingColumn<Values extends Typed> {
  #room: Values;
  #length = 0;
  readonly #make: (length: number) => Values;

  /** @param make creates an array of the given length */
  constructor(make: (length: number) => Values) {
    this.#make = make;
    this.#room = make(1024);
  }

  get length(): number {
    return this.#length;
  }

  /** Current values; valid until the next `append`. */
  get values(): Values {
    return this.#room.subarray(0, this.#length) as Values;
  }

  append(values: Values): void {
    const needed = this.#length + values.length;
    if (needed > this.#room.length) {
      const wider = this.#make(Math.max(needed, 2 * this.#room.length));
      wider.set(this.values);
      this.#room = wider;
    }
    this.#room.set(values, this.#length);
    this.#length = needed;
  }

  cut(length: number): void {
    this.#length = Math.min(this.#length, length);
  }
}
