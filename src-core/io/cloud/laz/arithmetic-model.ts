/**
 * Adaptive models of the arithmetic coder of LAZ (A. Said, "Introduction to Arithmetic Coding", HPL-2004-76, as LASzip
 * sets its constants): probabilities of 15 bits for symbols and 13 bits for single bits, recomputed after ever longer
 * runs of symbols.
 */

/** The coder's interval is scaled by this many bits before it is multiplied by a probability of a symbol. */
export const SYMBOL_SHIFT = 15;
const SYMBOL_MOST = 2 ** SYMBOL_SHIFT;
/** The same for a single bit. */
export const BIT_SHIFT = 13;
const BIT_MOST = 2 ** BIT_SHIFT;
const BIT_LONGEST_CYCLE = 64;

/** Models of fewer symbols are searched without a table. */
const LEAST_TABLE = 16;

/** Frequencies of the symbols 0 to n - 1. */
export class SymbolModel {
  readonly symbols: number;
  /**
   * First symbol that a probability, without its `tableShift` lower bits, can mean, and one beyond the last; null: the model
   * is not for decoding, or too small.
   */
  readonly table: Uint16Array | null;
  readonly tableShift: number;
  /** Probability of all symbols below each one, of 2^15. */
  readonly below: Uint32Array;
  private readonly counts: Uint32Array;
  private total = 0;
  private cycle: number;
  private left: number;

  /** @param decodes true if it has a table that `ArithmeticDecoder` searches from */
  constructor(symbols: number, decodes = false) {
    this.symbols = symbols;
    const bits = 32 - Math.clz32(symbols - 1);
    this.table = decodes && symbols > LEAST_TABLE ? new Uint16Array(2 ** bits + 1) : null;
    this.tableShift = SYMBOL_SHIFT - bits;
    this.below = new Uint32Array(symbols);
    this.counts = new Uint32Array(symbols).fill(1);
    this.cycle = symbols;
    this.recompute();
    this.cycle = (symbols + 6) >> 1;
    this.left = this.cycle;
  }

  count(symbol: number): void {
    this.counts[symbol]++;
    if (--this.left === 0) this.recompute();
  }

  private recompute(): void {
    const { symbols, counts, below } = this;
    this.total += this.cycle;
    if (this.total > SYMBOL_MOST) {
      this.total = 0;
      for (let n = 0; n < symbols; n++) {
        counts[n] = (counts[n] + 1) >> 1;
        this.total += counts[n];
      }
    }
    const scale = Math.floor(2 ** 31 / this.total);
    for (let n = 0, sum = 0; n < symbols; n++) {
      // Below 2^31, as the sum is at most the total.
      below[n] = (scale * sum) >>> (31 - SYMBOL_SHIFT);
      sum += counts[n];
    }
    if (this.table !== null) this.fill(this.table);
    this.cycle = Math.min((5 * this.cycle) >> 2, (symbols + 6) << 3);
    this.left = this.cycle;
  }

  private fill(table: Uint16Array): void {
    const { below, symbols, tableShift } = this;
    let entry = 0;
    // An entry is the last symbol that begins below its range, or at its start.
    for (let n = 1; n < symbols; n++) while (entry << tableShift < below[n]) table[entry++] = n - 1;
    while (entry < table.length) table[entry++] = symbols - 1;
  }
}

/** Frequency of a zero among single bits. */
export class BitModel {
  /** Probability of a zero, of 2^13. */
  zero = 2 ** (BIT_SHIFT - 1);
  private zeros = 1;
  private total = 2;
  private cycle = 4;
  private left = 4;

  count(bit: number): void {
    if (bit === 0) this.zeros++;
    if (--this.left === 0) this.recompute();
  }

  private recompute(): void {
    this.total += this.cycle;
    if (this.total > BIT_MOST) {
      this.total = (this.total + 1) >> 1;
      this.zeros = (this.zeros + 1) >> 1;
      if (this.zeros === this.total) this.total++;
    }
    this.zero = (this.zeros * Math.floor(2 ** 31 / this.total)) >>> (31 - BIT_SHIFT);
    this.cycle = Math.min((5 * this.cycle) >> 2, BIT_LONGEST_CYCLE);
    this.left = this.cycle;
  }
}
