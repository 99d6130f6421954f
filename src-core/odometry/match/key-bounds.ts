/** Box around the integer coordinates of bins, so that a map learns at once that none of them is out of reach. */
export class KeyBounds {
  #low: [number, number, number] = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
  ];
  #high: [number, number, number] = [
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ];

  add(i: number, j: number, k: number): void {
    const [low, high] = [this.#low, this.#high];
    if (i < low[0]) low[0] = i;
    if (j < low[1]) low[1] = j;
    if (k < low[2]) low[2] = k;
    if (i > high[0]) high[0] = i;
    if (j > high[1]) high[1] = j;
    if (k > high[2]) high[2] = k;
  }

  /** Begins anew with some bins. @param stride numbers between the coordinates of one bin and those of the next */
  of(keys: Int32Array, count: number, stride: number): void {
    this.#low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    this.#high = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let at = 0; at < stride * count; at += stride) this.add(keys[at], keys[at + 1], keys[at + 2]);
  }

  /** True if the centres of all bins are certainly within a radius of a position, m. @param size edge of a bin, m */
  areWithin(position: readonly [number, number, number], radius: number, size: number): boolean {
    let squared = 0;
    for (let axis = 0; axis < 3; axis++) {
      const low = (this.#low[axis] + 0.5) * size - position[axis];
      const high = (this.#high[axis] + 0.5) * size - position[axis];
      squared += Math.max(low * low, high * high);
    }
    return squared <= ROUNDING * radius * radius;
  }
}

/** So that no centre counts as within that rounding takes beyond. */
const ROUNDING = 1 - 1e-9;
