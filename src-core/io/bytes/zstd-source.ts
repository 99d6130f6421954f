import { Decompress } from 'fzstd';
import xxhash from 'xxhash-wasm';
import { type Message, message } from '../../messages/message.ts';
import { SocavonError } from '../../model/errors.ts';
import type { ReadSource } from './byte-stream.ts';
import type { ForwardBytes } from './forward-bytes.ts';
import { zstdWindow } from './zstd.ts';

const COMPRESSED_CHUNK_BYTES = 1 << 18;
/** Bytes of contents that a frame may refer back to: what the program of its makers unpacks without being asked. */
const MOST_WINDOW = 128 << 20;
/** Longest header of a frame. */
export const ZSTD_HEAD_BYTES = 18;
/** Before each block: whether it is the last one, its kind, and how long it is. */
const BLOCK_HEAD_BYTES = 3;
const MOST_OF_BLOCK_BYTES = 1 << 17;
const REPEATED = 1;
const RESERVED = 3;
const CHECKSUM_BYTES = 4;
/** First four bytes of a frame of something else, which is passed over; their lowest four bits are free. */
const SKIPPED_MAGIC = 0x184d2a50;

/** True for the start of a file that is compressed with Zstandard, with a window that is unpacked. */
export function isZstdSource(head: Uint8Array): boolean {
  const window = zstdWindow(head);
  return window !== null && window <= MOST_WINDOW;
}

/**
 * Decompresses a source of Zstandard (RFC 8878; one frame or several) as a forward stream. The check sums of frames that have
 * one are checked, which the decompressor does not. A truncated or damaged file yields everything before the damage and sets
 * `broken`. A frame that ends and has another sum is wrong in a place that nothing tells.
 *
 * @throws SocavonError 'capture-format', from `next`, of such a frame
 */
export function unzstdForward(source: ReadSource): ForwardBytes {
  const compressed = new Compressed(source);
  let broken: Message | null = null;
  const pieces = framesOf(compressed);
  return {
    name: source.name,
    compressed: 'zstd',
    get broken() {
      return broken;
    },
    next: async () => {
      try {
        const { value } = await pieces.next();
        return value ?? null;
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        broken = message('capture-zstd-broken', { offset: compressed.offset, size: source.size });
        return null;
      }
    },
  };
}

/** @throws RangeError where the data are cut or damaged; SocavonError of a wrong sum */
async function* framesOf(compressed: Compressed): AsyncGenerator<Uint8Array, undefined, void> {
  while (await compressed.need(1)) {
    const head = await compressed.peek(ZSTD_HEAD_BYTES);
    if (isSkipped(head)) {
      await compressed.skip(8 + viewOf(head).getUint32(4, true));
      continue;
    }
    if (!isZstdSource(head)) throw new RangeError('no frame');
    yield* frameOf(compressed, head);
  }
}

async function* frameOf(compressed: Compressed, head: Uint8Array): AsyncGenerator<Uint8Array, void, void> {
  const hasSum = (head[4] & 4) !== 0;
  const sum = hasSum ? (await xxhash()).create64() : null;
  const ready: Uint8Array[] = [];
  const decompress = new Decompress((piece) => {
    if (piece.length === 0) return;
    sum?.update(piece);
    ready.push(piece.slice());
  });
  /** The decompressor throws errors of its own, and those of the machine, of data that cannot be. */
  const push = (bytes: Uint8Array, isLast = false): Uint8Array[] => {
    try {
      decompress.push(bytes, isLast);
    } catch {
      throw new RangeError('damaged');
    }
    return ready.splice(0);
  };
  push(await compressed.take(headBytes(head)));
  for (let isLast = false; !isLast; ) {
    const block = await compressed.peek(BLOCK_HEAD_BYTES);
    if (block.length < BLOCK_HEAD_BYTES) throw new RangeError('cut');
    isLast = (block[0] & 1) !== 0;
    const kind = (block[0] >> 1) & 3;
    const stated = (block[0] | (block[1] << 8) | (block[2] << 16)) >> 3;
    if (kind === RESERVED || stated > MOST_OF_BLOCK_BYTES) throw new RangeError('no block');
    yield* push(await compressed.take(BLOCK_HEAD_BYTES + (kind === REPEATED ? 1 : stated)));
  }
  const written = await compressed.take(hasSum ? CHECKSUM_BYTES : 0);
  yield* push(written, true);
  if (sum !== null && Number(sum.digest() & 0xffff_ffffn) !== viewOf(written).getUint32(0, true))
    throw new SocavonError(
      'capture-format',
      message('capture-sum-wrong', { name: compressed.name, packed: 'zstd' }),
    );
}

function isSkipped(head: Uint8Array): boolean {
  return head.length >= 8 && (viewOf(head).getUint32(0, true) & ~0xf) >>> 0 === SKIPPED_MAGIC;
}

function headBytes(head: Uint8Array): number {
  const flags = head[4];
  const isSingle = (flags & 0x20) !== 0;
  return 5 + (isSingle ? 0 : 1) + [isSingle ? 1 : 0, 2, 4, 8][flags >> 6];
}

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Compressed bytes of a source, read forward. */
class Compressed {
  readonly name: string;
  readonly #source: ReadSource;
  #held = new Uint8Array(0);
  #read = 0;

  constructor(source: ReadSource) {
    this.#source = source;
    this.name = source.name;
  }

  /** Place of the next byte in the file. */
  get offset(): number {
    return this.#read - this.#held.length;
  }

  /** False if the file has fewer bytes left. */
  async need(count: number): Promise<boolean> {
    while (this.#held.length < count) {
      const piece = await this.#source.read(this.#read, COMPRESSED_CHUNK_BYTES);
      if (piece.length === 0) return false;
      this.#read += piece.length;
      const longer = new Uint8Array(this.#held.length + piece.length);
      longer.set(this.#held);
      longer.set(piece, this.#held.length);
      this.#held = longer;
    }
    return true;
  }

  /** So many bytes, or fewer at the end, which are not taken. */
  async peek(count: number): Promise<Uint8Array> {
    await this.need(count);
    return this.#held.subarray(0, count);
  }

  /** @throws RangeError if the file has fewer bytes left */
  async take(count: number): Promise<Uint8Array> {
    if (!(await this.need(count))) throw new RangeError('cut');
    const bytes = this.#held.subarray(0, count);
    this.#held = this.#held.subarray(count);
    return bytes;
  }

  /** @throws RangeError if the file has fewer bytes left */
  async skip(count: number): Promise<void> {
    const known = Math.min(count, this.#held.length);
    this.#held = this.#held.subarray(known);
    this.#read += count - known;
    if (this.#read > this.#source.size) throw new RangeError('cut');
  }
}
