/** Random-access byte source, provided by the host: a file, a blob, memory. */
export interface ReadSource {
  /** Name shown to the user in messages. */
  readonly name: string;
  /** Size, bytes. */
  readonly size: number;
  /**
   * Up to `length` bytes from `offset`; shorter only at the end of the source.
   *
   * @param into room that the bytes may be read into, so that none is taken for them; a source in memory needs none
   */
  read(offset: number, length: number, into?: Uint8Array<ArrayBuffer>): Promise<Uint8Array>;
}

/** Sequential byte output. The final name does not exist before `close` (hosts rename). */
export interface WriteSink {
  readonly name: string;
  /** Once it resolves, the memory of the bytes is the caller's again. */
  write(bytes: Uint8Array): Promise<void>;
  /** Completes the output; only now it exists under its final name. */
  close(): Promise<void>;
  /** Discards the bytes written. */
  abort(): Promise<void>;
}

/** An output whose earlier bytes may be set once more before it is closed. */
export interface PatchSink extends WriteSink {
  /** Replaces bytes that were written, at an offset of the output. */
  patch(offset: number, bytes: Uint8Array): Promise<void>;
}

/** A source over bytes already in memory. */
export function memorySource(name: string, bytes: Uint8Array): ReadSource {
  return {
    name,
    size: bytes.length,
    read: async (offset, length) => bytes.subarray(offset, Math.min(bytes.length, offset + length)),
  };
}

/** A sink into memory; `bytes()` returns its contents once closed. */
export function memorySink(name: string): PatchSink & { bytes(): Uint8Array } {
  let chunks: Uint8Array[] = [];
  let patches: { offset: number; bytes: Uint8Array }[] = [];
  let closed = false;
  return {
    name,
    write: async (bytes) => {
      chunks.push(bytes.slice());
    },
    patch: async (offset, bytes) => {
      patches.push({ offset, bytes: bytes.slice() });
    },
    close: async () => {
      closed = true;
    },
    abort: async () => {
      chunks = [];
      patches = [];
    },
    bytes: () => {
      if (!closed) throw new Error(`${name} was read before it was closed`);
      const all = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
      let at = 0;
      for (const chunk of chunks) {
        all.set(chunk, at);
        at += chunk.length;
      }
      for (const { offset, bytes } of patches) all.set(bytes, offset);
      return all;
    },
  };
}
