import type { Message } from '../../messages/message.ts';

/** How a file may be compressed as a whole. */
type Compression = 'gzip' | 'bzip2' | 'zstd';

/** Forward-only byte stream: a plain file in chunks, or the output of a decompressor. */
export interface ForwardBytes {
  /** Name shown to the user in messages. */
  readonly name: string;
  /** Compression that the bytes come from. */
  readonly compressed: false | Compression;
  /** The next chunk, never empty; null at the end. Valid until the next call. */
  next(): Promise<Uint8Array | null>;
  /** Reason why the stream ended before its own end mark, as half a sentence; null if it did not. */
  readonly broken: Message | null;
}

/** Chunk size of reading, bytes. Memory stays at a few of these, regardless of the file size. */
export const CHUNK_BYTES = 1 << 20;
