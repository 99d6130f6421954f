/** Bytes that can only be read onward: a plain file in pieces, or what comes out of a decompressor. */
export interface ForwardBytes {
  /** Shown to the person in messages. */
  readonly name: string;
  /** True where the bytes come out of a decompressor. */
  readonly compressed: boolean;
  /** The next piece, never empty; null at the end. It is valid until the next call. */
  next(): Promise<Uint8Array | null>;
  /** Why the stream ended before its own end mark, as half a sentence; null where it did not. */
  readonly broken: string | null;
}

/** How much of a file is read at once. Memory stays at a few of these, whatever the length of the file. */
export const CHUNK_BYTES = 1 << 20;
