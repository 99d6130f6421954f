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
  // Made when they are needed: most chunks are small and use few.
  private readonly sizes: (SymbolModel | undefined)[];
  private readonly places: (SymbolModel | undefined)[];
  private readonly zeroOrOne = new BitModel();

  private readonly decodes: boolean;

  /** @param bits of the integers: 8, 16 or 32 */
  constructor(bits: number, contexts: number, decodes = false) {
    this.bits = bits;
    this.decodes = decodes;
    this.sizes = new Array(contexts).fill(undefined);
    this.places = new Array(bits).fill(undefined);
  }

  encode(coder: ArithmeticEncoder, predicted: number, value: number, context: number): void {
    const difference = this.folded(value - predicted);
    // The least k whose differences -(2^k - 1) to 2^k hold this one.
    const k = 32 - Math.clz32(difference <= 0 ? -difference : difference - 1);
    this.k = k;
    coder.symbol(this.sizeModel(context), k);
    if (k === 0) coder.bit(this.zeroOrOne, difference);
    // Of 32 bits there is one difference alone, -2^31.
    else if (k < 32)
      this.encodePlace(coder, difference < 0 ? difference + ((1 << k) >>> 0) - 1 : difference - 1);
  }

  decode(coder: ArithmeticDecoder, predicted: number, context: number): number {
    const k = coder.symbol(this.sizeModel(context));
    this.k = k;
    if (k === 0) return this.folded(predicted + coder.bit(this.zeroOrOne));
    if (k === 32) return this.folded(predicted - 2 ** 31);
    const place = this.decodePlace(coder);
    // Shifts, as powers of two are computed a hundred times as slowly.
    const half = (1 << (k - 1)) >>> 0;
    return this.folded(predicted + (place < half ? place - (2 * half - 1) : place + 1));
  }

  /** @param place 0 to 2^k - 1 */
  private encodePlace(coder: ArithmeticEncoder, place: number): void {
    const rest = this.k - MODELLED_BITS;
    if (rest <= 0) {
      coder.symbol(this.placeModel(), place);
      return;
    }
    coder.symbol(this.placeModel(), place >>> rest);
    coder.bits(place & ((1 << rest) - 1), rest);
  }

  private decodePlace(coder: ArithmeticDecoder): number {
    const rest = this.k - MODELLED_BITS;
    const high = coder.symbol(this.placeModel());
    return rest <= 0 ? high : high * (1 << rest) + coder.bits(rest);
  }

  private sizeModel(context: number): SymbolModel {
    const known = this.sizes[context];
    if (known !== undefined) return known;
    const model = new SymbolModel(this.bits + 1, this.decodes);
    this.sizes[context] = model;
    return model;
  }

  private placeModel(): SymbolModel {
    const known = this.places[this.k - 1];
    if (known !== undefined) return known;
    const model = new SymbolModel(2 ** Math.min(this.k, MODELLED_BITS), this.decodes);
    this.places[this.k - 1] = model;
    return model;
  }

  /** A number of the signed range of `bits`, the same modulo 2^bits. */
  private folded(value: number): number {
    if (this.bits === 32) return value | 0;
    const range = 1 << this.bits;
    if (value < -range / 2) return value + range;
    return value > range / 2 - 1 ? value - range : value;
  }
}
