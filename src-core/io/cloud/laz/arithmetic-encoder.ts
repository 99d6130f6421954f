import { BIT_SHIFT, type BitModel, SYMBOL_SHIFT, type SymbolModel } from './arithmetic-model.ts';

/** The interval is widened by a byte whenever it falls below this. */
const SHORTEST = 2 ** 24;
const WIDEST = 2 ** 32 - 1;
const FIRST_BYTES = 1 << 12;

/**
 * Arithmetic coder of LAZ (A. Said, HPL-2004-76): an interval of 32 bits, whose leading bytes leave it once they are
 * settled; a later carry runs back into the bytes that have left.
 */
export class ArithmeticEncoder {
  private bytes = new Uint8Array(FIRST_BYTES);
  private size = 0;
  /** Lower end of the interval and its length, u32. */
  private base = 0;
  private length = WIDEST;

  symbol(model: SymbolModel, symbol: number): void {
    const { below } = model;
    const step = this.length >>> SYMBOL_SHIFT;
    // Both factors multiply to less than the length, which is below 2^32.
    const from = below[symbol] * step;
    const length = symbol + 1 < model.symbols ? below[symbol + 1] * step - from : this.length - from;
    this.narrow(from, length);
    model.count(symbol);
  }

  bit(model: BitModel, bit: number): void {
    const zero = model.zero * (this.length >>> BIT_SHIFT);
    if (bit === 0) this.narrow(0, zero);
    else this.narrow(zero, this.length - zero);
    model.count(bit);
  }

  /** @param value u32 below 2^count; @param count 1 to 32, all values equally likely */
  bits(value: number, count: number): void {
    if (count > 19) {
      this.bits(value & 0xffff, 16);
      this.bits(value >>> 16, count - 16);
      return;
    }
    const step = this.length >>> count;
    this.narrow(value * step, step);
  }

  /** All bytes of the code; the coder is then as new. */
  finish(): Uint8Array {
    // The shortest tail that lies within the interval, then zeros for the decoder, which reads four bytes ahead.
    const long = this.length > 2 * SHORTEST;
    if (long) this.narrow(SHORTEST, SHORTEST / 2);
    else this.narrow(SHORTEST / 2, SHORTEST / 512);
    for (let zeros = long ? 3 : 2; zeros > 0; zeros--) this.put(0);
    const code = this.bytes.slice(0, this.size);
    this.size = 0;
    this.base = 0;
    this.length = WIDEST;
    return code;
  }

  /** The interval becomes the part of `length` that starts `from` above its base. */
  private narrow(from: number, length: number): void {
    let base = this.base + from;
    if (base > WIDEST) {
      base -= 2 ** 32;
      this.carry();
    }
    while (length < SHORTEST) {
      this.put(base >>> 24);
      base = (base << 8) >>> 0;
      length *= 256;
    }
    this.base = base;
    this.length = length;
  }

  private carry(): void {
    let at = this.size - 1;
    while (this.bytes[at] === 0xff) this.bytes[at--] = 0;
    this.bytes[at]++;
  }

  private put(byte: number): void {
    if (this.size === this.bytes.length) {
      const wider = new Uint8Array(2 * this.size);
      wider.set(this.bytes);
      this.bytes = wider;
    }
    this.bytes[this.size++] = byte;
  }
}
