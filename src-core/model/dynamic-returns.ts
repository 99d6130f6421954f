/**
 * Which returns of which scans came from something that moved: people, vehicles, dust. Beside the scans, never in them.
 */
export interface DynamicReturns {
  /** Returns in all scans. */
  readonly count: number;
  /** Pixels of a scan, `beam * columns + column`, ascending; null where none moved. */
  of(scanIndex: number): Uint32Array | null;
}

/** The same, gathered scan by scan. */
export class DynamicPixels implements DynamicReturns {
  count = 0;
  readonly #pixels = new Map<number, Uint32Array>();

  of(scanIndex: number): Uint32Array | null {
    return this.#pixels.get(scanIndex) ?? null;
  }

  /** @param pixels ascending; kept as they are */
  put(scanIndex: number, pixels: Uint32Array): void {
    if (pixels.length === 0) return;
    this.count += pixels.length;
    this.#pixels.set(scanIndex, pixels);
  }

  /** In the order in which they were put. */
  entries(): IterableIterator<[number, Uint32Array]> {
    return this.#pixels.entries();
  }
}
