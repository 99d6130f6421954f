import { BIT_SHIFT, type BitModel, SYMBOL_SHIFT, type SymbolModel } from './arithmetic-model.ts';

const SHORTEST = 2 ** 24;

/** Reads what `ArithmeticEncoder` writes: the chunk table of a LAZ. Bytes behind the end read as zero. */
export class ArithmeticDecoder {
  private readonly bytes: Uint8Array;
  private at = 0;
  private value = 0;
  private length = 2 ** 32 - 1;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    for (let i = 0; i < 4; i++) this.value = this.value * 256 + this.next();
  }

  /** Bytes read so far; more than there are if the code is cut short. */
  read(): number {
    return this.at;
  }

  symbol(model: SymbolModel): number {
    const { below } = model;
    const step = this.length >>> SYMBOL_SHIFT;
    let low = 0;
    for (let high = model.symbols; high - low > 1; ) {
      const middle = (low + high) >> 1;
      if (below[middle] * step > this.value) high = middle;
      else low = middle;
    }
    const from = below[low] * step;
    this.narrow(from, (low + 1 < model.symbols ? below[low + 1] * step : this.length) - from);
    model.count(low);
    return low;
  }

  bit(model: BitModel): number {
    const zero = model.zero * (this.length >>> BIT_SHIFT);
    const bit = this.value >= zero ? 1 : 0;
    if (bit === 0) this.narrow(0, zero);
    else this.narrow(zero, this.length - zero);
    model.count(bit);
    return bit;
  }

  /** @param count 1 to 32 */
  bits(count: number): number {
    if (count > 19) {
      const low = this.bits(16);
      return low + this.bits(count - 16) * 65536;
    }
    const step = this.length >>> count;
    const value = Math.min(Math.floor(this.value / step), 2 ** count - 1);
    this.narrow(value * step, step);
    return value;
  }

  private narrow(from: number, length: number): void {
    this.value -= from;
    this.length = length;
    while (this.length < SHORTEST && this.length > 0) {
      // A damaged code may hold a value beyond its interval.
      this.value = (this.value * 256 + this.next()) % 2 ** 32;
      this.length *= 256;
    }
  }

  private next(): number {
    return this.bytes[this.at++] ?? 0;
  }
}
