/** Random access to bytes, handed in by the host: a file, a blob, memory. */
export interface ReadSource {
  /** Shown to the person in messages. */
  readonly name: string;
  /** Bytes in all. */
  readonly size: number;
  /** Up to `length` bytes from `offset`; shorter only at the end of the source. */
  read(offset: number, length: number): Promise<Uint8Array>;
}

/** Where bytes go, in order. Nothing is seen under the final name before `close` (hosts rename). */
export interface WriteSink {
  readonly name: string;
  write(bytes: Uint8Array): Promise<void>;
  /** Finishes the output: from here on it exists whole. */
  close(): Promise<void>;
  /** Throws away what was written. */
  abort(): Promise<void>;
}

/** A source over bytes already in memory. */
export function memorySource(name: string, bytes: Uint8Array): ReadSource {
  return {
    name,
    size: bytes.length,
    read: async (offset, length) => bytes.subarray(offset, Math.min(bytes.length, offset + length)),
  };
}

/** A sink into memory; `bytes()` gives what was written once closed. */
export function memorySink(name: string): WriteSink & { bytes(): Uint8Array } {
  let chunks: Uint8Array[] = [];
  let closed = false;
  return {
    name,
    write: async (bytes) => {
      chunks.push(bytes.slice());
    },
    close: async () => {
      closed = true;
    },
    abort: async () => {
      chunks = [];
    },
    bytes: () => {
      if (!closed) throw new Error(`${name} was read before it was closed`);
      const all = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
      let at = 0;
      for (const chunk of chunks) {
        all.set(chunk, at);
        at += chunk.length;
      }
      return all;
    },
  };
}
