import { Gunzip } from 'fflate';
import type { ReadSource } from './byte-stream.ts';
import type { ForwardBytes } from './forward-bytes.ts';

/** Compressed bytes handed to the decompressor at once: some 4 times as many come out. */
const COMPRESSED_CHUNK_BYTES = 1 << 18;

/** True where bytes start as a gzip member does (RFC 1952: magic, then the deflate method). */
export function isGzip(head: Uint8Array): boolean {
  return head.length >= 3 && head[0] === 0x1f && head[1] === 0x8b && head[2] === 8;
}

/**
 * The contents of a gzip source (one member or several, RFC 1952) as a forward stream. A file that is cut
 * or damaged gives everything before the damage and then says so in `broken`.
 */
export function gunzipForward(source: ReadSource): ForwardBytes {
  const ready: Uint8Array[] = [];
  const gunzip = new Gunzip((piece) => {
    if (piece.length > 0) ready.push(piece);
  });
  let offset = 0;
  let done = false;
  let broken: string | null = null;

  const pump = async (): Promise<void> => {
    const piece = await source.read(offset, COMPRESSED_CHUNK_BYTES);
    offset += piece.length;
    done = offset >= source.size || piece.length === 0;
    try {
      gunzip.push(piece, done);
    } catch (cause) {
      done = true;
      broken = `its gzip compression breaks off near byte ${offset} of ${source.size} (${(cause as Error).message})`;
    }
  };

  return {
    name: source.name,
    compressed: true,
    get broken() {
      return broken;
    },
    next: async () => {
      while (ready.length === 0 && !done) await pump();
      return ready.shift() ?? null;
    },
  };
}
