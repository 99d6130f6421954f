/** Dynamic returns by scan: people, vehicles, dust. Stored separately from the scans. */
export interface DynamicReturns {
  /** Returns in all scans. */
  readonly count: number;
  /** Pixels of a scan, `beam * columns + column`, ascending; null if it has no dynamic returns. */
  of(scanIndex: number): Uint32Array | null;
}

/** Dynamic returns that are collected scan by scan. */
export class DynamicPixels implements DynamicReturns {
  count = 0;
  readonly #pixels = new Map<number, Uint32Array>();

  of(scanIndex: number): Uint32Array | null {
    return this.#pixels.get(scanIndex) ?? null;
  }

  /** @param pixels ascending; stored by reference */
  put(scanIndex: number, pixels: Uint32Array): void {
    if (pixels.length === 0) return;
    this.count += pixels.length;
    this.#pixels.set(scanIndex, pixels);
  }

  /** In insertion order. */
  entries(): IterableIterator<[number, Uint32Array]> {
    return this.#pixels.entries();
  }
}
