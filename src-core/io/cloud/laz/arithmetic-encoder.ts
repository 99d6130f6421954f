import { BIT_SHIFT, type BitModel, SYMBOL_SHIFT, type SymbolModel } from './arithmetic-model.ts';

/** The interval is widened by a byte whenever it falls below this. */
const SHORTEST = 2 ** 24;
const WIDEST = 2 ** 32 - 1;
const FIRST_BYTES = 1 << 12;
/** Places of the state: bytes that have left, the lower end of the interval, its length. */
const SIZE = 0;
const BASE = 1;
const LENGTH = 2;

/**
 * Arithmetic coder of LAZ (A. Said, HPL-2004-76): an interval of 32 bits, whose leading bytes leave it once they are
 * settled; a later carry runs back into the bytes that have left.
 */
export class ArithmeticEncoder {
  private bytes = new Uint8Array(FIRST_BYTES);
  // As u32 of an array, which the engine computes with as they are: as fields they would be boxed numbers.
  private readonly state = Uint32Array.of(0, 0, WIDEST);

  symbol(model: SymbolModel, symbol: number): void {
    const { below } = model;
    const length = this.state[LENGTH];
    const step = length >>> SYMBOL_SHIFT;
    // Both factors multiply to less than the length, which is below 2^32.
    const from = Math.imul(below[symbol], step) >>> 0;
    const to = symbol + 1 < model.symbols ? Math.imul(below[symbol + 1], step) >>> 0 : length;
    this.narrow(from, (to - from) >>> 0);
    model.count(symbol);
  }

  bit(model: BitModel, bit: number): void {
    const length = this.state[LENGTH];
    const zero = Math.imul(model.zero, length >>> BIT_SHIFT) >>> 0;
    if (bit === 0) this.narrow(0, zero);
    else this.narrow(zero, (length - zero) >>> 0);
    model.count(bit);
  }

  /** @param value u32 below 2^count; @param count 1 to 32, all values equally likely */
  bits(value: number, count: number): void {
    if (count > 19) {
      this.bits(value & 0xffff, 16);
      this.bits(value >>> 16, count - 16);
      return;
    }
    const step = this.state[LENGTH] >>> count;
    this.narrow(Math.imul(value, step) >>> 0, step);
  }

  /** All bytes of the code; the coder is then as new. */
  finish(): Uint8Array {
    // The shortest tail that lies within the interval, then zeros for the decoder, which reads four bytes ahead.
    const { state } = this;
    const long = state[LENGTH] > 2 * SHORTEST;
    if (long) this.narrow(SHORTEST, SHORTEST / 2);
    else this.narrow(SHORTEST / 2, SHORTEST / 512);
    for (let zeros = long ? 3 : 2; zeros > 0; zeros--) this.put(0);
    const code = this.bytes.slice(0, state[SIZE]);
    state.set([0, 0, WIDEST]);
    return code;
  }

  /** The interval becomes the part of `length` that starts `from` above its base. */
  private narrow(from: number, size: number): void {
    const { state } = this;
    const before = state[BASE];
    let base = (before + from) >>> 0;
    if (base < before) this.carry();
    let length = size;
    while (length < SHORTEST) {
      this.put(base >>> 24);
      base = (base << 8) >>> 0;
      length = (length << 8) >>> 0;
    }
    state[BASE] = base;
    state[LENGTH] = length;
  }

  private carry(): void {
    const { bytes } = this;
    let at = this.state[SIZE] - 1;
    while (bytes[at] === 0xff) bytes[at--] = 0;
    bytes[at]++;
  }

  private put(byte: number): void {
    const { state } = this;
    const size = state[SIZE];
    if (size === this.bytes.length) {
      const wider = new Uint8Array(2 * size);
      wider.set(this.bytes);
      this.bytes = wider;
    }
    this.bytes[size] = byte;
    state[SIZE] = size + 1;
  }
}
