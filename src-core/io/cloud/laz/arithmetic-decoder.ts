import { BIT_SHIFT, type BitModel, SYMBOL_SHIFT, type SymbolModel } from './arithmetic-model.ts';

const SHORTEST = 2 ** 24;
/** What is left over by the division of the interval belongs to its last symbol. */
const MOST_SHARE = 2 ** SYMBOL_SHIFT - 1;
/** Places of the state: the next byte, the value within the interval, the length of the interval. */
const AT = 0;
const VALUE = 1;
const LENGTH = 2;

/** Reads what `ArithmeticEncoder` writes. Bytes behind the end read as zero. */
export class ArithmeticDecoder {
  private readonly bytes: Uint8Array;
  // As u32 of an array, which the engine computes with as they are: as fields they would be boxed numbers.
  private readonly state = new Uint32Array(3);

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    const { state } = this;
    state[LENGTH] = 2 ** 32 - 1;
    for (let i = 0; i < 4; i++) state[VALUE] = (state[VALUE] << 8) | (bytes[i] ?? 0);
    state[AT] = 4;
  }

  /** Bytes read so far; more than there are if the code is cut short. */
  read(): number {
    return this.state[AT];
  }

  symbol(model: SymbolModel): number {
    const { below, table } = model;
    const { state } = this;
    const length = state[LENGTH];
    const step = length >>> SYMBOL_SHIFT;
    let share = (state[VALUE] / step) >>> 0;
    if (share > MOST_SHARE) share = MOST_SHARE;
    let low = 0;
    let high = model.symbols;
    if (table !== null) {
      const entry = share >>> model.tableShift;
      low = table[entry];
      high = table[entry + 1] + 1;
    }
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (below[middle] > share) high = middle;
      else low = middle;
    }
    // Both products are less than the length, which is below 2^32.
    const from = Math.imul(below[low], step) >>> 0;
    const to = low + 1 < model.symbols ? Math.imul(below[low + 1], step) >>> 0 : length;
    this.narrow(from, (to - from) >>> 0);
    model.count(low);
    return low;
  }

  bit(model: BitModel): number {
    const { state } = this;
    const length = state[LENGTH];
    const zero = Math.imul(model.zero, length >>> BIT_SHIFT) >>> 0;
    const bit = state[VALUE] >= zero ? 1 : 0;
    if (bit === 0) this.narrow(0, zero);
    else this.narrow(zero, (length - zero) >>> 0);
    model.count(bit);
    return bit;
  }

  /** @param count 1 to 32 */
  bits(count: number): number {
    if (count > 19) {
      const low = this.bits(16);
      return low + this.bits(count - 16) * 65536;
    }
    const { state } = this;
    const step = state[LENGTH] >>> count;
    let value = (state[VALUE] / step) >>> 0;
    const most = (1 << count) - 1;
    if (value > most) value = most;
    this.narrow(Math.imul(value, step) >>> 0, step);
    return value;
  }

  /** A damaged code may hold a value beyond its interval: it then wraps. */
  private narrow(from: number, size: number): void {
    const { state, bytes } = this;
    let value = (state[VALUE] - from) >>> 0;
    let length = size;
    if (length < SHORTEST && length > 0) {
      let at = state[AT];
      do {
        value = ((value << 8) | (at < bytes.length ? bytes[at] : 0)) >>> 0;
        at++;
        length = (length << 8) >>> 0;
      } while (length < SHORTEST);
      state[AT] = at;
    }
    state[VALUE] = value;
    state[LENGTH] = length;
  }
}
