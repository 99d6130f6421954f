import type { ArithmeticDecoder } from './arithmetic-decoder.ts';
import type { ArithmeticEncoder } from './arithmetic-encoder.ts';
import { BitModel, SymbolModel } from './arithmetic-model.ts';

/** Of a difference that takes more bits, only these leading ones have a model. */
const MODELLED_BITS = 8;

/**
 * Codes integers as differences from a prediction: first the number of bits k of the difference, in a model of the
 * context, then the place within the 2^k differences of that size (Isenburg, "LASzip: lossless compression of LiDAR
 * data", section III). Differences wrap modulo 2^bits.
 */
export class IntegerCoder {
  /** Bits of the last difference, 0 to `bits`: a context for what follows. */
  k = 0;
  private readonly bits: number;
  private readonly sizes: SymbolModel[];
  private readonly places: SymbolModel[];
  private readonly zeroOrOne = new BitModel();

  /** @param bits of the integers: 8, 16 or 32 */
  constructor(bits: number, contexts: number) {
    this.bits = bits;
    this.sizes = Array.from({ length: contexts }, () => new SymbolModel(bits + 1));
    this.places = Array.from(
      { length: bits },
      (_, i) => new SymbolModel(2 ** Math.min(i + 1, MODELLED_BITS)),
    );
  }

  encode(coder: ArithmeticEncoder, predicted: number, value: number, context: number): void {
    const difference = this.folded(value - predicted);
    // The least k whose differences -(2^k - 1) to 2^k hold this one.
    const k = 32 - Math.clz32(difference <= 0 ? -difference : difference - 1);
    this.k = k;
    coder.symbol(this.sizes[context], k);
    if (k === 0) coder.bit(this.zeroOrOne, difference);
    // Of 32 bits there is one difference alone, -2^31.
    else if (k < 32) this.encodePlace(coder, difference < 0 ? difference + 2 ** k - 1 : difference - 1);
  }

  decode(coder: ArithmeticDecoder, predicted: number, context: number): number {
    const k = coder.symbol(this.sizes[context]);
    this.k = k;
    if (k === 0) return this.folded(predicted + coder.bit(this.zeroOrOne));
    if (k === 32) return this.folded(predicted - 2 ** 31);
    const place = this.decodePlace(coder);
    return this.folded(predicted + (place < 2 ** (k - 1) ? place - (2 ** k - 1) : place + 1));
  }

  /** @param place 0 to 2^k - 1 */
  private encodePlace(coder: ArithmeticEncoder, place: number): void {
    const rest = this.k - MODELLED_BITS;
    if (rest <= 0) {
      coder.symbol(this.places[this.k - 1], place);
      return;
    }
    coder.symbol(this.places[this.k - 1], place >>> rest);
    coder.bits(place & (2 ** rest - 1), rest);
  }

  private decodePlace(coder: ArithmeticDecoder): number {
    const rest = this.k - MODELLED_BITS;
    const high = coder.symbol(this.places[this.k - 1]);
    return rest <= 0 ? high : high * 2 ** rest + coder.bits(rest);
  }

  /** A number of the signed range of `bits`, the same modulo 2^bits. */
  private folded(value: number): number {
    if (this.bits === 32) return value | 0;
    const range = 2 ** this.bits;
    if (value < -range / 2) return value + range;
    return value > range / 2 - 1 ? value - range : value;
  }
}
