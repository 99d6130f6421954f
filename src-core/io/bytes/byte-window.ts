import type { Message } from '../../messages/message.ts';
import { CHUNK_BYTES, type ForwardBytes } from './forward-bytes.ts';

/**
 * Window of a forward stream in memory: parsers consume complete records from `start` and call `refill` if the
 * record at `start` is incomplete. Positions are valid until the next refill.
 */
export class ByteWindow {
  readonly name: string;
  bytes = new Uint8Array(2 * CHUNK_BYTES);
  view = new DataView(this.bytes.buffer);
  /** First byte not consumed. */
  start = 0;
  /** One past the last byte in memory. */
  end = 0;

  readonly #stream: ForwardBytes;
  #dropped = 0;

  constructor(stream: ForwardBytes) {
    this.#stream = stream;
    this.name = stream.name;
  }

  get unread(): number {
    return this.end - this.start;
  }

  /** Position of `start` in the stream (uncompressed bytes, if it is compressed). */
  get offset(): number {
    return this.#dropped + this.start;
  }

  get broken(): Message | null {
    return this.#stream.broken;
  }

  /** Appends the next chunk of the stream; false at its end. */
  async refill(): Promise<boolean> {
    const piece = await this.#stream.next();
    if (piece === null) return false;
    this.#makeRoom(piece.length);
    this.bytes.set(piece, this.end);
    this.end += piece.length;
    return true;
  }

  /** Refills until `count` bytes can be read; false if the stream is shorter. */
  async need(count: number): Promise<boolean> {
    while (this.unread < count) if (!(await this.refill())) return false;
    return true;
  }

  /**
   * Reads to the end of the stream and discards the bytes.
   *
   * @returns the number of bytes skipped
   */
  async drain(): Promise<number> {
    let passed = 0;
    do {
      passed += this.unread;
      this.start = this.end;
    } while (await this.refill());
    return passed;
  }

  #makeRoom(count: number): void {
    if (this.end + count <= this.bytes.length) return;
    const unread = this.unread;
    if (unread + count <= this.bytes.length) {
      this.bytes.copyWithin(0, this.start, this.end);
    } else {
      const larger = new Uint8Array(Math.max(2 * this.bytes.length, unread + count));
      larger.set(this.bytes.subarray(this.start, this.end));
      this.bytes = larger;
      this.view = new DataView(larger.buffer);
    }
    this.#dropped += this.start;
    this.start = 0;
    this.end = unread;
  }
}
