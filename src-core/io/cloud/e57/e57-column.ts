import type { E57Field } from './e57-scan.ts';

/** Integers that an f64 holds without rounding. */
const EXACT = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * Values of one stream. A stream goes on from packet to packet, and a value may begin in one and end in the next; they
 * wait here until all streams have theirs.
 */
export class E57Column {
  readonly #field: E57Field;
  /** The value that all points have; undefined: they are in the stream. */
  readonly #constant: number | undefined;
  readonly #decode: Decoder;
  /** The values that wait, from `#first` to `#end`. */
  #values = new Float64Array(0);
  #first = 0;
  #end = 0;
  /** Bytes of values that are not complete. */
  #rest = new Uint8Array(0);
  /** Bits of `#rest` that are decoded. */
  #used = 0;

  constructor(field: E57Field) {
    this.#field = field;
    this.#decode = decoderOf(field);
    const { kind, bits, minimum, scale, offset } = field;
    if (kind === 'integer' && bits === 0) this.#constant = Number(minimum) * scale + offset;
  }

  /** Values that wait. */
  get size(): number {
    return this.#constant === undefined ? this.#end - this.#first : Number.POSITIVE_INFINITY;
  }

  /** The first values, which then no longer wait; valid until the next call. */
  take(count: number): Float64Array {
    if (this.#constant !== undefined) {
      if (this.#values.length < count) this.#values = new Float64Array(count).fill(this.#constant);
      return this.#values.subarray(0, count);
    }
    this.#first += count;
    return this.#values.subarray(this.#first - count, this.#first);
  }

  append(piece: Uint8Array): void {
    const { bits } = this.#field;
    if (piece.length === 0 || bits === 0) return;
    // Decoders load whole words, so that bytes are needed beyond the last.
    const bytes = new Uint8Array(this.#rest.length + piece.length + 12);
    bytes.set(this.#rest);
    bytes.set(piece, this.#rest.length);
    const length = this.#rest.length + piece.length;
    const count = Math.floor((8 * length - this.#used) / bits);
    this.#makeRoom(count);
    this.#decode(new DataView(bytes.buffer), this.#used, count, this.#values, this.#end);
    this.#end += count;
    const used = this.#used + count * bits;
    this.#rest = bytes.slice(used >> 3, length);
    this.#used = used & 7;
  }

  #makeRoom(count: number): void {
    if (this.#end + count <= this.#values.length) return;
    const waiting = this.#end - this.#first;
    const room =
      waiting + count <= this.#values.length ? this.#values : new Float64Array(2 * (waiting + count));
    room.set(this.#values.subarray(this.#first, this.#end));
    this.#values = room;
    this.#first = 0;
    this.#end = waiting;
  }
}

/** Decodes `count` values from bit `from` on into `values`. */
type Decoder = (view: DataView, from: number, count: number, values: Float64Array, at: number) => void;

function decoderOf(field: E57Field): Decoder {
  if (field.kind === 'single')
    return (view, from, count, values, at) => {
      for (let i = 0, byte = from >> 3; i < count; i++, byte += 4)
        values[at + i] = view.getFloat32(byte, true);
    };
  if (field.kind === 'double')
    return (view, from, count, values, at) => {
      for (let i = 0, byte = from >> 3; i < count; i++, byte += 8)
        values[at + i] = view.getFloat64(byte, true);
    };
  const isExact = -field.minimum <= EXACT && field.minimum <= EXACT && field.maximum <= EXACT;
  if (field.bits > 53 || !isExact) return longDecoder(field);
  return field.bits <= 32 ? shortDecoder(field) : middleDecoder(field);
}

/** Integers of at most 32 bits: the least significant bit first, without gaps. */
function shortDecoder({ bits, minimum, scale, offset }: E57Field): Decoder {
  const least = Number(minimum);
  const mask = bits === 32 ? 0xffffffff : 2 ** bits - 1;
  return (view, from, count, values, at) => {
    for (let i = 0, bit = from; i < count; i++, bit += bits) {
      const byte = Math.floor(bit / 8);
      const shift = bit & 7;
      const low = view.getUint32(byte, true) >>> shift;
      const high = shift + bits > 32 ? view.getUint8(byte + 4) << (32 - shift) : 0;
      values[at + i] = ((((low | high) & mask) >>> 0) + least) * scale + offset;
    }
  };
}

/** Integers of 33 to 53 bits. */
function middleDecoder({ bits, minimum, scale, offset }: E57Field): Decoder {
  const least = Number(minimum);
  const mask = 2 ** (bits - 32) - 1;
  return (view, from, count, values, at) => {
    for (let i = 0, bit = from; i < count; i++, bit += bits) {
      const byte = Math.floor(bit / 8);
      const shift = bit & 7;
      const [a, b] = [view.getUint32(byte, true), view.getUint32(byte + 4, true)];
      const low = shift === 0 ? a : ((a >>> shift) | (b << (32 - shift))) >>> 0;
      const high = ((shift === 0 ? b : b >>> shift) & mask) >>> 0;
      values[at + i] = (high * 2 ** 32 + low + least) * scale + offset;
    }
  };
}

/** Integers that need 64 bits before their minimum is added. */
function longDecoder({ bits, minimum, scale, offset }: E57Field): Decoder {
  return (view, from, count, values, at) => {
    for (let i = 0, bit = from; i < count; i++, bit += bits) {
      const byte = Math.floor(bit / 8);
      const wide = view.getBigUint64(byte, true) | (BigInt(view.getUint8(byte + 8)) << 64n);
      values[at + i] = Number(BigInt.asUintN(bits, wide >> BigInt(bit & 7)) + minimum) * scale + offset;
    }
  };
}
