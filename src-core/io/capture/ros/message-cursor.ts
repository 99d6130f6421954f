import type { MessageEncoding } from './message-log.ts';

/** Bytes before the first field of a CDR message: its representation, and options. */
const CDR_HEADER_BYTES = 4;

/**
 * Reads the fields of a message in their order. ROS 1 packs them without gaps; CDR aligns each number to its own size
 * (OMG CORBA 3.3, 9.3.2), counted from the first field. Every read past the end throws, so that a length that was
 * damaged allocates nothing.
 */
export class MessageCursor {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #isCdr: boolean;
  readonly #littleEndian: boolean;
  #at: number;

  /** @throws RangeError if a CDR header is missing or names another representation than plain CDR */
  constructor(bytes: Uint8Array, encoding: MessageEncoding) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#isCdr = encoding === 'cdr';
    this.#at = this.#isCdr ? CDR_HEADER_BYTES : 0;
    if (this.#isCdr && (bytes.length < CDR_HEADER_BYTES || bytes[0] !== 0 || bytes[1] > 1))
      throw new RangeError('the message is not plain CDR');
    this.#littleEndian = !this.#isCdr || bytes[1] === 1;
  }

  u8(): number {
    return this.#view.getUint8(this.#step(1));
  }

  u32(): number {
    return this.#view.getUint32(this.#step(4), this.#littleEndian);
  }

  i32(): number {
    return this.#view.getInt32(this.#step(4), this.#littleEndian);
  }

  u64(): bigint {
    return this.#view.getBigUint64(this.#step(8), this.#littleEndian);
  }

  f32(): number {
    return this.#view.getFloat32(this.#step(4), this.#littleEndian);
  }

  f64(): number {
    return this.#view.getFloat64(this.#step(8), this.#littleEndian);
  }

  string(): string {
    const length = this.u32();
    const text = new TextDecoder().decode(this.take(length));
    return this.#isCdr ? text.replace(/\0$/, '') : text;
  }

  /** A fixed number of bytes; valid as long as the message. */
  take(length: number): Uint8Array {
    const at = this.#at;
    if (at + length > this.#bytes.length) throw new RangeError('the message ends within a field');
    this.#at = at + length;
    return this.#bytes.subarray(at, at + length);
  }

  /** A list of bytes with its length before it. */
  bytes(): Uint8Array {
    return this.take(this.u32());
  }

  /** Seconds and nanoseconds, as ns. */
  timeNs(): bigint {
    const seconds = this.u32();
    return BigInt(seconds) * 1_000_000_000n + BigInt(this.u32());
  }

  /** `std_msgs/Header`: in ROS 1 a sequence number goes before. */
  header(): { readonly stampNs: bigint; readonly frame: string } {
    if (!this.#isCdr) this.u32();
    const stampNs = this.timeNs();
    return { stampNs, frame: this.string() };
  }

  #step(size: number): number {
    if (this.#isCdr) this.#at += (size - ((this.#at - CDR_HEADER_BYTES) % size)) % size;
    const at = this.#at;
    if (at + size > this.#bytes.length) throw new RangeError('the message ends within a field');
    this.#at = at + size;
    return at;
  }
}
